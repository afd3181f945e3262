"""The lesson of Quay: one round, five decisions. The smallest one there can be."""

from __future__ import annotations

from typing import Final

from games.titles.lessons import CONFIRM, WAITING, Lesson, Reply, Step, Words

WORDS: Final = {
    "bid": Words(
        what="Everybody puts a card down in secret.",
        why="A low card will do.",
        hint="Keep your best cards.",
        rule="R2",
    ),
    "market": Words("The leader offers cards.", "Nothing to sell.", "Sell what you can spare."),
    "haul": Words("A card goes aboard.", "It counts for its kind.", "Haul the highest."),
    "storm": Words("A storm! Brace or pay.", "A low card saves a coin.", "Brace with little."),
    "echo": Words("Somebody braced well.", "A coin is a coin.", "Claim it."),
    "search": Words("Two cards, keep one.", "The higher one.", "Keep the higher."),
    CONFIRM: Words("That’s your turn.", "Confirm.", "Confirm."),
    WAITING: Words("Others decide.", "", "Wait a moment."),
}

LESSON: Final = Lesson(
    seed=f"{8:032x}",
    options={"rounds": 1},
    line=(
        Step("bid:10", "Tar is cheap, and wins this bid."),
        Reply("bid:5"),
        Step("close", "You keep what you hold."),
        Reply("haul:17"),
        Step("haul:16", "Timber is worth the most of your hand."),
    ),
    words=WORDS,
    minutes=2,
)
