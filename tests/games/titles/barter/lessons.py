"""The lesson of Barter: its first choice is composed, and no button can recommend it."""

from __future__ import annotations

from typing import Final

from games.titles.lessons import CONFIRM, WAITING, Lesson, Reply, Step, Words

WORDS: Final = {
    "trade": Words("You may call an offer.", "Somebody will take it.", "Call, or close."),
    "reply": Words("Somebody calls you.", "It isn’t worth it.", "Accept only what helps you."),
    "gift": Words("You may give a card.", "Keep it.", "Keep your cards."),
    "dock": Words("Ships moor here.", "An empty berth is free.", "Moor where it’s cheap."),
    CONFIRM: Words("That’s your turn.", "Confirm.", "Confirm."),
    WAITING: Words("Others decide.", "", "Wait a moment."),
}

LESSON: Final = Lesson(
    seed=f"{8:032x}",
    options={"rounds": 1},
    line=(
        Step("call:2,2,1,13,1,31", "Two coins and a card you don’t need, for any other."),
        Reply("accept:1,1"),
        Step("close", "You can’t call twice."),
        Step("keep", "You need what you hold."),
        Reply("call:1,-1,1,13,0"),
        Step("decline", "You’ve just sold that one."),
        Reply("close keep"),
        Step("moor:0", "Nobody lies there yet."),
        Reply("moor:2"),
    ),
    words=WORDS,
    minutes=2,
)
