"""The moves on offer as rows: a thing, what it costs, where it may go, and why not elsewhere."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.core.types import Move
from engine.nauticus.material import (
    ACTIONS,
    CAP,
    CELLS,
    CROWN_MAST,
    CROWN_SAIL,
    DELIVER,
    FIRST_OF,
    FURTHER,
    GOODS,
    MAST,
    R_GOODS,
    REWARDS,
    SAIL,
    SIZE_OF,
    SPACES,
    TRANSPORT,
    WITHDRAW,
)
from games.selectors.scenes import Scene
from games.titles.answers import Choice, Group
from games.titles.kit.art import esc, icon, sprite
from games.titles.nauticus import words
from games.titles.nauticus.art import tile_icon

STORE = "i-store"
REWARD_SIGNS = ("", "", "t-vp", "t-coin", "t-worker", "a-goods")


def gift(space: dict[str, Any]) -> SafeString:
    """Bonus and blue workers of a space of a view."""
    b = space["bonus"]
    bonus = (b["workers"], b["coins"], b["points"], b["tile"])
    return facts(bonus, space["blue"], space["anchor"])


def facts(bonus: tuple[int, int, int, int], blue: int, anchor: bool) -> SafeString:
    """Signs, with words for those who cannot see them."""
    return mark_safe(_facts(bonus, blue, anchor, str(get_language()), sprite()))


@lru_cache(maxsize=512)
def _facts(
    bonus: tuple[int, int, int, int], blue: int, anchor: bool, _lang: str, _sprite: str
) -> str:
    parts = []
    for count, sign in zip(bonus[:3], ("t-worker", "t-coin", "t-vp"), strict=True):
        if count:
            parts.append(f'<span class="tag" aria-hidden="true">{count}{icon(sign)}</span>')
    if bonus[3] >= 0:
        sign = {MAST: "p-mast", SAIL: "p-sail"}.get(bonus[3], "a-goods")
        parts.append(f'<span class="tag" aria-hidden="true">{icon(sign)}</span>')
    men = icon("t-anchor") if anchor else f"{blue}{icon('t-blue')}"
    parts.append(f'<span class="tag" aria-hidden="true">{men}</span>')
    told = dict(zip(("workers", "coins", "points", "tile"), bonus, strict=True))
    text = _("{bonus}; {blue}").format(bonus=words.bonus(told), blue=words.blue_workers(blue))
    return f'{"".join(parts)}<span class="vh">{esc(text)}</span>'


class Rows:
    """Builds the rows for whatever is to be decided."""

    def __init__(self, scene: Scene, why: Any) -> None:
        self.scene = scene
        self.view = scene.view
        self.me: dict[str, Any] = scene.view["players"][scene.number or 0]
        self.before: dict[str, Any] = scene.before["players"][scene.number or 0]
        self.legal = set(scene.moves)
        self._why = why

    def rows(self) -> list[Group]:
        prompt = self.view["prompt"]
        if prompt == "choose":
            spaces = [self._space(i) for i in range(SPACES)]
            return sorted(spaces, key=lambda row: not row.open)
        if prompt in ("bonus", "free"):
            return [self._gift(prompt, tile) for tile in self._four(self.view["gift"]["first"])]
        if prompt == "reward":
            return [self._reward(kind) for kind in range(REWARDS)]
        return self._action()

    def extras(self) -> list[Choice]:
        """The eight ways to use the extra action."""
        if not any(move.verb == "extra" for move in self.legal):
            return []
        return [
            self._choice(Move("extra", (a,)), str(words.ACTION[a]), sign=words.ACTION_SIGNS[a])
            for a in range(ACTIONS)
        ]

    def _four(self, first: int) -> range:
        return range(first, first + 4)

    def _choice(
        self, move: Move, label: str, short: str = "", sign: str = "", full: str = ""
    ) -> Choice:
        why = None if move in self.legal else self._why(move)
        return Choice(str(move), label, short, sign, full, why, bare=sign == STORE)

    # -- by prompt ------------------------------------------------------------------------------

    def _space(self, i: int) -> Group:
        space = self.view["spaces"][i]
        full = _("Take {action}; bonus: {bonus}; {blue}").format(
            action=words.ACTION_LOW[space["action"]],
            bonus=words.bonus(space["bonus"]),
            blue=words.blue_workers(space["blue"]),
        )
        return Group(
            name=str(words.ACTION[space["action"]]),
            icon=icon(words.ACTION_SIGNS[space["action"]], "i sign-l"),
            note=gift(space),
            choices=[self._choice(Move("choose", (i,)), _("Take"), full=full)],
        )

    def _gift(self, verb: str, tile: int) -> Group:
        return self._tile_row(
            tile,
            [self._choice(Move(verb, (tile,)), _("Storage"), sign=STORE)],
            self._left(tile),
        )

    def _reward(self, kind: int) -> Group:
        if kind < 2:
            sign = tile_icon(CROWN_MAST if kind == 0 else CROWN_SAIL, large=True)
        else:
            sign = icon(REWARD_SIGNS[kind], "i sign-l")
        row = Group(name=str(words.REWARD[kind]), icon=sign)
        if kind < 2:
            row.pick = CROWN_MAST if kind == 0 else CROWN_SAIL
        taken = self.view["rewards"]["taken"][kind]
        if taken:
            row.note = _("taken {n} of 2 times").format(n=taken)
        if kind == R_GOODS:
            moves = [m for m in self.scene.moves if m.args[0] == R_GOODS]
            row.choices = [self._choice(move, self._goods(move)) for move in moves]
            row.wide = len(moves) > 1
            if moves:
                return row
        row.choices = [self._choice(Move("reward", (kind,)), _("Take"), full=row.name)]
        return row

    def _goods(self, move: Move) -> str:
        names = [str(words.TILE_LABEL[tile]) for tile in move.args[1:]]
        return " + ".join(names) if names else _("No room: you get nothing")

    # -- actions --------------------------------------------------------------------------------

    def _action(self) -> list[Group]:
        act = self.view["action"]
        if act is None or (act["stage"] == 2):
            return []
        number = act["action"]
        if number <= GOODS:
            return [self._buy(tile, act) for tile in self._four(FIRST_OF[number])]
        if number == TRANSPORT:
            return [self._carry(tile) for tile, n in enumerate(self.me["storage"]) if n]
        if number == DELIVER:
            return [self._deliver(ship) for ship in self.me["ships"]]
        return [self._lump(number)]

    def _buy(self, tile: int, act: dict[str, Any]) -> Group:
        i = tile - FIRST_OF[act["action"]]
        price = act["prices"][i]
        note = self._left(tile)
        if price == FURTHER:
            note = _("next copy; {left}").format(left=note)
        full = _("{tile}, {price}: {place}")
        named = {"tile": words.TILE_LABEL[tile], "price": words.coins(price)}
        ships = len(self.me["ships"])
        choices = [self._store(Move("buy", (tile, 0)), full, named)]
        for dest in self._places(tile, self.me):
            move = Move("buy", (tile, dest))
            place = words.place(dest, ships)
            choices.append(self._to(move, dest, place, full.format(**named, place=place)))
        choices = self._one_reason(choices)
        return self._slotted(self._tile_row(tile, choices, note, price), tile, (0,))

    def _store(self, move: Move, full: str, named: dict[str, Any]) -> Choice:
        """To storage; what costs nothing may be taken without room, and is lost (R5.8)."""
        if move in self.legal and self.me["cells"] + SIZE_OF[move.args[0]] > CELLS:
            told = full.format(**named, place=_("no room: it’s lost, and the worker is spent"))
            return self._choice(move, _("No room: lost"), sign="i-warning", full=told)
        return self._to(move, 0, _("Storage"), full.format(**named, place=_("Storage")))

    def _one_reason(self, choices: list[Choice]) -> list[Choice]:
        """If nothing goes for a reason that has nothing to do with the place, say it once."""
        if any(choice.why is None for choice in choices):
            return choices
        texts = {choice.why.text for choice in choices if choice.why}
        return choices[:1] if len(texts) == 1 else choices

    def _carry(self, tile: int) -> Group:
        ships = len(self.me["ships"])
        full = _("{tile}: {place}")
        choices = [
            self._to(
                Move("move", (tile, dest)),
                dest,
                words.place(dest, ships),
                full.format(tile=words.TILE_LABEL[tile], place=words.place(dest, ships)),
            )
            for dest in self._places(tile, self.me)
        ]
        note = _("{n} in storage").format(n=self.me["storage"][tile])
        if not choices:
            dest = ships if ships else 1
            choices = [self._choice(Move("move", (tile, dest)), _("No place"))]
            return self._tile_row(tile, choices, note)
        return self._slotted(self._tile_row(tile, choices, note), tile)

    def _deliver(self, ship: dict[str, Any]) -> Group:
        number = ship["ship"]
        cargo = [str(words.TILE[tile]) for tile in ship["goods"]]
        name = _("Berth {letter}").format(letter=words.berth(number))
        text = _("Deliver for {workers}").format(workers=words.workers(len(cargo)))
        if not cargo:
            text = _("Deliver")
        return Group(
            name=name,
            icon=icon("a-deliver", "i sign-l"),
            note=words.listed(cargo) if cargo else _("empty"),
            choices=[
                self._choice(
                    Move("deliver", (number,)),
                    text,
                    full=_("Deliver from berth {letter}").format(letter=words.berth(number)),
                )
            ],
        )

    def _lump(self, number: int) -> Group:
        """How many workers: one row of numbers."""
        verb = "withdraw" if number == WITHDRAW else "score"
        choices = []
        for move in (m for m in self.scene.moves if m.verb == verb):
            n = move.args[0]
            gain = words.coins(2 * n) if verb == "withdraw" else words.points(self._crowns(n))
            label = _("{workers}: {gain}").format(workers=words.workers(n), gain=gain)
            choices.append(self._choice(move, label))
        if not choices:
            choices = [self._choice(Move(verb, (1,)), _("Send a worker"))]
        name = _("Send workers for coins") if verb == "withdraw" else _("Send workers for points")
        row = Group(name=name, icon=icon(words.ACTION_SIGNS[number], "i sign-l"))
        if verb == "score":
            row.note = _("You have {crowns}.").format(crowns=words.crowns(self.me["crowns"]))
        row.choices, row.wide = choices, True
        return row

    def _crowns(self, workers: int) -> int:
        return min(CAP, workers * int(self.me["crowns"]))

    # -- places ---------------------------------------------------------------------------------

    def _slotted(self, row: Group, tile: int, first: tuple[int, ...] = ()) -> Group:
        """Every place keeps its column from the first step of the turn to the last: a button
        that moves while somebody aims at it is pressed by mistake. So there's room from the
        beginning for a ship that begins in this turn."""
        start = self._places(tile, self.before)
        berths = {*start, *self._places(tile, self.me)}
        columns = {dest: k for k, dest in enumerate((*first, *sorted(berths)), 1)}
        for choice in row.choices:
            choice.column = columns[int(choice.move.rpartition(",")[2])]
        room = len(first) + len(start) + 1 if tile < MAST else 0
        row.slots, row.worded = max(len(columns), room), bool(first)
        return row

    def _places(self, tile: int, me: dict[str, Any]) -> list[int]:
        """The berths a player would look at for this part: those with a free slot for its kind."""
        found = []
        for ship in me["ships"]:
            size = len(ship["hulls"])
            if tile < MAST:
                free = not ship["closed"]
            elif tile < SAIL:
                free = len(ship["masts"]) < size
            elif tile <= CROWN_SAIL:
                free = len(ship["sails"]) < len(ship["masts"])
            else:
                free = len(ship["goods"]) < size
            if free:
                found.append(ship["ship"])
        if tile < MAST:
            found.append(len(me["ships"]) + 1)
        return found

    def _to(self, move: Move, dest: int, place: str, full: str) -> Choice:
        if dest == 0:
            return self._choice(move, place, sign=STORE, full=full)
        letter = words.berth(dest)
        if dest > len(self.me["ships"]):
            return self._choice(move, _("New"), short=letter, sign="i-plus", full=full)
        return self._choice(move, place, short=letter, full=full)

    def _left(self, tile: int) -> str:
        return _("{n} left").format(n=self.view["supply"][tile])

    def _tile_row(self, tile: int, choices: list[Choice], note: str = "", price: int = -1) -> Group:
        return Group(
            name=str(words.TILE_LABEL[tile]),
            icon=tile_icon(tile, large=True),
            note=note,
            price=price,
            pick=tile,
            choices=choices,
        )
