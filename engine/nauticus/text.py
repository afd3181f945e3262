"""Nauticus in words: the text board, moves and events. Made from views, never from states."""

from __future__ import annotations

from typing import Any

from engine.core.types import TABLE, Event, Json, Move
from engine.nauticus.english import ENGLISH
from engine.nauticus.material import FIRST_OF, GOODS, PHASES, R_GOODS, TILES
from engine.text.phrases import Phrases

__all__ = ["ENGLISH", "render", "word_event", "word_move"]

WIDE = 100  # the longest line


def render(view: dict[str, Json], phrases: Phrases) -> str:
    v: dict[str, Any] = view
    if v["over"]:
        lines = [phrases("head.over", phrases("title"), v["round"])]
    else:
        phase = min(v["phase"] + 1, PHASES)
        lines = [phrases("head", phrases("title"), v["round"], v["rounds"], phase, PHASES)]
    lines += ["", *_spaces(v, phrases), ""]
    lines += _wrap(phrases("heading", phrases("supply")), _tiles(v["supply"], phrases))
    if v["action"] is not None:
        lines += ["", _now(v["action"], phrases)]
    for player in v["players"]:
        lines += ["", *_player(v, player, phrases)]
    return "\n".join(line.rstrip() for line in lines)


def _spaces(v: dict[str, Any], phrases: Phrases) -> list[str]:
    head = [phrases(f"columns.{key}") for key in ("space", "action", "blue", "bonus", "prices")]
    rows = [head]
    for i, space in enumerate(v["spaces"]):
        mark = ">" if space["current"] else " "
        action = phrases(f"action.{space['action']}")
        if space["used"]:
            action += " " + phrases("used")
        blue = phrases("anchor") if space["anchor"] else str(space["blue"])
        # People count from 1; the notation of moves counts from 0.
        rows.append([f"{mark}{i + 1}", action, blue, _bonus(space["bonus"], phrases), ""])
        rows[-1][4] = _prices(space, phrases)
    wide = [max(len(row[k]) for row in rows) for k in range(4)]
    return [
        "  ".join([*(cell.ljust(wide[k]) for k, cell in enumerate(row[:4])), row[4]])
        for row in rows
    ]


def _bonus(bonus: dict[str, int], phrases: Phrases) -> str:
    parts = []
    for key in ("workers", "coins", "points"):
        if bonus[key]:
            parts.append(phrases(f"bonus.{key}{'.one' * (bonus[key] == 1)}", bonus[key]))
    if bonus["tile"] >= 0:
        parts.append(phrases(f"bonus.tile.{bonus['tile']}"))
    return " + ".join(parts)


def _prices(space: dict[str, Any], phrases: Phrases) -> str:
    """With the names of what is sold where a blue tile lies, else the bare numbers."""
    prices = space["prices"]
    if space["action"] > GOODS:
        return " ".join(map(str, prices))
    first = FIRST_OF[space["action"]]
    return ", ".join(f"{phrases(f'short.{first + i}')} {price}" for i, price in enumerate(prices))


def _tiles(counts: list[int], phrases: Phrases) -> list[str]:
    """Tiles with their numbers, those there are."""
    return [
        phrases(f"tile.{tile}") if count == 1 else phrases("times", phrases(f"tile.{tile}"), count)
        for tile, count in enumerate(counts)
        if count
    ]


def _now(action: dict[str, Any], phrases: Phrases) -> str:
    who, what = phrases.seat(action["seat"]), phrases(f"action.{action['action']}")
    if action["extra"]:
        return phrases("now.extra", who, what, action["uses"])
    return phrases("now", who, what, action["blue"], action["uses"])


def _player(v: dict[str, Any], p: dict[str, Any], phrases: Phrases) -> list[str]:
    seat = p["seat"]
    mark = "> " if seat in v["to_act"] else "  "
    text = phrases(
        "player", phrases.seat(seat), p["vp"], p["coins"], p["workers"], p["crowns"], p["flipped"]
    )
    notes = [phrases("player.total", p["total"])]
    if p["extra"]:
        notes.append(phrases("player.extra"))
    if seat == v["start"] and not v["over"]:
        notes.append(phrases("start"))
    nothing = [phrases("nothing")]
    lines = [mark + text, "    " + ", ".join(notes)]
    lines += _wrap(
        "    " + phrases("heading", phrases("storage", p["cells"])),
        _tiles(p["storage"], phrases) or nothing,
    )
    for ship in p["ships"]:
        lines += _ship(ship, phrases)
    if any(p["delivered"]):
        counts = [0] * (TILES - 4) + p["delivered"]
        lines += _wrap("    " + phrases("heading", phrases("delivered")), _tiles(counts, phrases))
    return lines


def _ship(ship: dict[str, Any], phrases: Phrases) -> list[str]:
    state = "complete" if ship["complete"] else "closed" if ship["closed"] else "open"
    name = f"{phrases('ship', ship['ship'])} ({phrases(f'ship.{state}')})"
    head = "    " + phrases("heading", name)
    # From the bow to the stern, whatever came first.
    order = {3: 0, 2: 1, 1: 2, 0: 3}
    hull = sorted(ship["hulls"], key=lambda tile: order[tile])
    groups = [" ".join(phrases(f"tile.{tile}") for tile in hull)]
    for key in ("masts", "sails", "goods"):
        if ship[key]:
            counts = [ship[key].count(tile) for tile in range(TILES)]
            groups.append(", ".join(_tiles(counts, phrases)))
    return _wrap(head, [groups[0], *(f"| {group}" for group in groups[1:])], " ")


def _wrap(head: str, items: list[str], between: str = ", ") -> list[str]:
    """Items after a heading, on as many lines as it takes."""
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    lines = [head]
    for i, item in enumerate(items):
        text = item + (between.rstrip() if i + 1 < len(items) else "")
        if len(lines[-1]) + 1 + len(text) > WIDE:
            lines.append(indent + text)
        else:
            lines[-1] += " " + text
    return lines


def word_move(move: Move, phrases: Phrases) -> str:
    verb, args = move
    words: list[str] = [str(number) for number in args]
    if verb == "choose":
        words[0] = str(args[0] + 1)
    elif verb in ("bonus", "free", "buy", "move"):
        words[0] = phrases(f"tile.{args[0]}")
    if verb in ("buy", "move"):
        words[1] = _dest(args[1], phrases)
    elif verb == "withdraw":
        words.append(str(2 * args[0]))
    elif verb == "extra":
        words[0] = phrases(f"action.{args[0]}")
    elif verb == "reward":
        words = [_reward(args[0], list(args[1:]), phrases)]
    return phrases(f"move.{verb}", *words)


def _dest(dest: int, phrases: Phrases) -> str:
    return phrases("dest", dest) if dest > 0 else phrases(f"dest.{dest}")


def _reward(kind: int, goods: list[int], phrases: Phrases) -> str:
    if kind == R_GOODS and goods:
        return " + ".join(phrases(f"tile.{tile}") for tile in goods)
    return phrases(f"reward.{kind}")


def word_event(event: Event, phrases: Phrases) -> str:
    """ "" for events that need no line of their own."""
    key = f"event.{event.kind}"
    if key not in phrases:
        return ""
    data: dict[str, Any] = event.data
    words: dict[str, Any] = dict(data)
    words["seat"] = "" if event.seat == TABLE else phrases.seat(event.seat)
    if "tile" in data:
        words["tile"] = phrases(f"tile.{data['tile']}")
    if "dest" in data:
        words["dest"] = _dest(data["dest"], phrases)
    if "action" in data:
        words["action"] = phrases(f"action.{data['action']}")
    if "space" in data:
        words["space"] = data["space"] + 1
    if event.kind == "deliver":
        words["goods"] = ", ".join(phrases(f"tile.{tile}") for tile in data["goods"])
    elif event.kind == "reward":
        words["reward"] = _reward(data["reward"], data["goods"], phrases)
    elif event.kind == "final":
        words["total"] = sum(data.values())
    elif event.kind == "bonus":
        words["bonus"] = _bonus({**data, "tile": -1}, phrases)
        if not words["bonus"]:
            return ""  # a tile, told by "receive" or "forfeit"
    return phrases(key, **words)
