"""What is said of each kind of decision in Nauticus, on the line of the lesson and off it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from engine.core.types import Move
from engine.nauticus.material import FIRST_OF, GOOD, GOODS
from games.titles.lessons import CONFIRM, WAITING, Words
from games.titles.nauticus import words

# By action, in the order of the engine.
ACTIONS: Final = (
    "hulls", "masts", "sails", "goods", "transport", "withdraw", "deliver", "crowns",
)  # fmt: skip

WORDS: Final[dict[str, Words]] = {
    "choose": Words(
        what=lazy(
            "Pick a tile from the wheel. Its bonus is yours alone. You use its action first, "
            "and then the computer does too."
        ),
        why=lazy("This tile helps your ships most right now, and its bonus comes on top."),
        hint=lazy(
            "Look for a tile that helps you more than it helps the computer,"
            " and don’t forget the bonus."
        ),
        rule="R4.2",
    ),
    "bonus": Words(
        what=lazy("The bonus here is a tile of your choice. It’s free and goes to your storage."),
        why=lazy("All masts and sails of a ship must show the same crest. This one fits best."),
        hint=lazy("Pick the crest your ship already has."),
        rule="R4.3",
    ),
    "bonus-good": Words(
        what=lazy("The bonus here is a good of your choice. It’s free and goes to your storage."),
        why=lazy("Several of one kind are worth more than one of each."),
        hint=lazy("Collect one kind: the more of it you deliver, the more each one is worth."),
        rule="R4.2",
    ),
    "free": Words(
        what=lazy("You bought all four kinds in one go, so a fifth tile is free."),
        why=lazy("It’s the one you’ll need next."),
        hint=lazy("Take the one you’d have to pay for next."),
        rule="R5.10",
    ),
    "reward": Words(
        what=lazy("Your ship is complete! You take one reward for each of its masts, at once."),
        why=lazy("It’s worth the most to you at this point in the match."),
        hint=lazy("Crowns fit any ship and score later; points are safe; coins build more."),
        rule="R10.2",
    ),
    "hulls": Words(
        what=lazy(
            "Hulls are the bottoms of your ships. A single hull is a whole ship; a bow and a"
            " stern make a bigger one. Each tile costs its price and one worker."
        ),
        why=lazy("What you pay coins for can go straight to a berth: no transport needed."),
        hint=lazy("Small ships are finished sooner, long ones are worth far more."),
        rule="R6.1",
    ),
    "masts": Words(
        what=lazy(
            "Every hull tile needs a mast. The first one gives the ship its crest, and all its"
            " masts and sails must match. Each tile costs its price and one worker."
        ),
        why=lazy("Your ship is waiting for it."),
        hint=lazy("Stick to the crest your ship already has."),
        rule="R6.7",
    ),
    "sails": Words(
        what=lazy(
            "A sail goes on a mast of the same crest. Once every mast has its sail, the ship is"
            " complete: it scores, and you get rewards. Each tile costs its price and one worker."
        ),
        why=lazy("It brings a ship closer to completion."),
        hint=lazy("A finished ship beats two half-built ones."),
        rule="R6.9",
    ),
    "goods": Words(
        what=lazy(
            "Goods fill the holds of your ships, one per hull tile. They score once a complete"
            " ship delivers them. Each tile costs its price and one worker."
        ),
        why=lazy("Several of one kind are worth more than one of each."),
        hint=lazy("Only a complete ship with a full hold can deliver: is there time left?"),
        rule="R6.8",
    ),
    "transport": Words(
        what=lazy("Each worker brings one tile from your storage to a ship."),
        why=lazy("A tile in storage does nothing. On a ship it counts."),
        hint=lazy("Bring what a ship is waiting for, as long as you have workers."),
        rule="R7.1",
    ),
    "withdraw": Words(
        what=lazy("Each worker you send brings 2 coins. You can do this once per turn."),
        why=lazy("Blue workers cost you nothing, so these coins are free."),
        hint=lazy("The blue ones are free. Your own may be needed elsewhere."),
        rule="R7.2",
    ),
    "deliver": Words(
        what=lazy("A complete ship with a full hold delivers it all, one worker per good."),
        why=lazy("Delivered goods are points, and the ship can be loaded again."),
        hint=lazy("Deliver whenever a ship is complete and full."),
        rule="R7.3",
    ),
    "crowns": Words(
        what=lazy(
            "Each worker you send scores one point per crown you have: crown masts, crown sails"
            " and flipped pass tiles. 15 points at most."
        ),
        why=lazy("It pays workers times crowns, and right now that’s a good deal for you."),
        hint=lazy("More crowns first, then many workers: up to 15 points."),
        rule="R7.5",
    ),
    "pass": Words(
        what=lazy(
            "Passing flips a pass tile: −3 first, then −2, then −1. A flipped tile counts as a"
            " crown. The others cost you their points when the round ends."
        ),
        why=lazy("You’d gain less by using this tile than by passing."),
        hint=lazy("Try to flip all three each round: no loss at the end, and three crowns."),
        rule="R8.1",
    ),
    "enough": Words(
        what=lazy("You could go on with this tile, but you don’t have to."),
        why=lazy("You have what you need here. Keep your coins and workers for later."),
        hint=lazy("Stop when the next tile isn’t worth its coins and its worker."),
        rule="R4.6",
    ),
    "done": Words(
        what=lazy("You’re done with this tile. Until you confirm, you can undo everything."),
        why=lazy("Confirm, and the computer takes its turn."),
        hint=lazy("Nothing more to do here. Confirm your turn."),
        rule="R3.3",
    ),
    "extra-offer": Words(
        what=lazy(
            "Once per match you can take any action you like, with 2 extra workers. If you "
            "don’t use it, it’s worth nothing at the end."
        ),
        why=lazy("There won’t be a better moment for it."),
        hint=lazy("Your extra action is worth nothing unused. This is a good moment."),
        rule="R9.1",
    ),
    "extra-act": Words(
        what=lazy(
            "This is your extra action: no blue workers, but 2 more of your own. First copies"
            " cost 2 coins, further ones 4."
        ),
        why=lazy("That’s what you took the extra action for."),
        hint=lazy("Make the most of the extra action. Workers you don’t need stay with you."),
        rule="R9.2",
    ),
    CONFIRM: Words(
        what=lazy("That’s your whole turn. Until you confirm, you can undo everything."),
        why=lazy("Check the sums, then confirm. The match goes on from there."),
        hint=lazy("Check the sums, then confirm."),
        rule="R3.3",
    ),
    WAITING: Words(
        what=lazy("Now it’s the computer’s turn with the same tile."),
        why=lazy("When everyone has had a turn, the next tile is chosen."),
        hint=lazy("The computer is playing. You’ll see what it did in the log."),
        rule="R3.3",
    ),
}


def kind(view: dict[str, Any], moves: Sequence[Move], best: Move) -> str:
    """What is to be decided, as a key of WORDS."""
    prompt, act = view["prompt"], view["action"]
    if prompt == "bonus" and view["gift"]["first"] >= GOOD:
        return "bonus-good"
    if prompt in WORDS:
        return str(prompt)
    if best.verb in ("pass", "extra"):
        return "pass" if best.verb == "pass" else "extra-offer"
    if best.verb == "end":
        return "enough" if any(m.verb not in ("end", "extra") for m in moves) else "done"
    return "extra-act" if act["extra"] else ACTIONS[act["action"]]


def cost(view: dict[str, Any], move: Move) -> str:
    """What a choice costs, in words."""
    verb, args = move
    if verb in ("bonus", "free", "reward", "extra", "choose", "pass"):
        return _("nothing")
    if verb == "end":
        return ""
    act, seat = view["action"], view["players"][view["seat"]]
    if verb == "buy":
        price = act["prices"][args[0] - FIRST_OF[act["action"]]] if act["action"] <= GOODS else 0
        return words.listed([words.coins(price), _crew(act, 1)] if price else [_crew(act, 1)])
    if verb == "deliver":
        return _crew(act, len(seat["ships"][args[0] - 1]["goods"]))
    return _crew(act, args[0] if verb in ("withdraw", "score") else 1)


def _crew(act: dict[str, Any], count: int) -> str:
    """Blue workers go first, then one's own (R4.6)."""
    blue = min(act["blue"], count)
    found = [words.blue_workers(blue)] if blue else []
    return words.listed([*found, words.workers(count - blue)] if count > blue else found)
