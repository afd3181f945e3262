"""Oltre Mare in words: the text board, moves and events. Made from views, never from states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.core.types import TABLE, Event, Json, Move
from engine.oltremare.english import ENGLISH
from engine.oltremare.material import GOODS
from engine.oltremare.offers import terms
from engine.oltremare.tables import EVERY_GOOD
from engine.text.phrases import Phrases

__all__ = ["ENGLISH", "render", "word_event", "word_move"]

WIDE = 100  # the longest line


def render(view: dict[str, Json], phrases: Phrases) -> str:
    v: dict[str, Any] = view
    over = not v["prompt"]
    head = phrases("head.over" if over else "head", phrases("title"), v["round"])
    if v["last"] and not over:
        head += ", " + phrases("head.last")
    venice = phrases("table.venice" if v["venice"] else "table.no-venice")
    lines = [head, phrases("table", v["deck"], len(v["discard"])) + "; " + venice]
    lines.append(phrases("legend"))
    if not over:
        now = (phrases.seat(v["turn"]), v["limit"], v["load"], v["bought"])
        lines += ["", phrases("now", *now)]
        if v["laid"]:
            lines += _wrap(f"  {phrases('laid')}:", _cards(v["laid"], phrases))
    for seat, player in enumerate(v["players"]):
        lines += ["", *_player(v, seat, player, phrases)]
    lines += ["", *_wrap(f"{phrases('markers')}:", _markers(v["board"], phrases))]
    if v["offers"]:
        lines += ["", f"{phrases('offers')}:"]
        for offer in v["offers"]:
            lines += _wrap("  ", _offer(offer, phrases).split(" "), "")
    if "hand" in v:
        lines += ["", *_own(v, phrases)]
    return "\n".join(line.rstrip() for line in lines)


def _player(v: dict[str, Any], seat: int, p: dict[str, Any], phrases: Phrases) -> list[str]:
    mark = "> " if seat in v["to_act"] else "  "
    numbers = (p["ducats"], p["cards"], p["prestige"], p["markers"])
    marker, port = phrases(f"marker.{p['active']}"), phrases(f"port.{p['port']}")
    lines = [mark + phrases("player", phrases.seat(seat), *numbers, marker, p["pirates"], port)]
    notes = [phrases(key) for key in ("settled", "quiet") if p[key]]
    if p["wish"]:
        notes.append(phrases("wish", goods(p["wish"], phrases)))
    if p["may_buy"]:
        notes.append(phrases("may_buy", p["may_buy"]))
    if notes:
        lines += _wrap("   ", notes)
    if p["cargo"]:
        cargo = _cards(p["cargo"], phrases)
        cargo[-1] = phrases("cargo.top", cargo[-1])
        lines += _wrap(f"    {phrases('cargo')}:", cargo)
    return lines


def _own(v: dict[str, Any], phrases: Phrases) -> list[str]:
    nothing = [phrases("nothing")]
    lines = _wrap(f"{phrases('hand')}:", _cards(v["hand"], phrases) or nothing)
    if v["pirate_pile"]:
        lines += _wrap(f"{phrases('pirate_pile')}:", _cards(v["pirate_pile"], phrases))
    for other in sorted({seat for seat, _ in v["known"]}):
        cards = [card for seat, card in v["known"] if seat == other]
        lines += _wrap(f"{phrases('known', phrases.seat(other))}:", _cards(cards, phrases))
    return lines


def _markers(board: list[int], phrases: Phrases) -> list[str]:
    """Ports with their numbers, which moves name."""
    return [
        phrases("numbered", port, phrases("at", phrases(f"port.{port}"), phrases(f"marker.{kind}")))
        for port, kind in enumerate(board)
        if kind >= 0
    ] or [phrases("nothing")]


def _card(card: int, phrases: Phrases) -> str:
    if card < 0:
        return phrases("unknown")
    return phrases("numbered", card, phrases(f"card.{card}"))


def _cards(cards: Iterable[int], phrases: Phrases) -> list[str]:
    return [_card(card, phrases) for card in cards]


def goods(mask: int, phrases: Phrases) -> str:
    """A set of goods."""
    if mask == EVERY_GOOD:
        return phrases("any")
    named = [phrases(f"good.{good}") for good in range(len(GOODS)) if mask >> good & 1]
    return phrases("or").join(named) or phrases("nothing")


def _side(parts: Iterable[str], ducats: int, phrases: Phrases) -> str:
    """What one side gives: cards and ducats."""
    found = [*parts]
    if ducats > 0:
        found.append(phrases("ducats.1") if ducats == 1 else phrases("ducats", ducats))
    return phrases("plus").join(found) or phrases("nothing")


def _gives(named: Sequence[str], claims: Sequence[int], pay: int, phrases: Phrases) -> str:
    claims = claims or [-1] * len(named)
    said = [
        name if claim < 0 else phrases("claimed", name, phrases(f"pair.{claim}"))
        for name, claim in zip(named, claims, strict=True)
    ]
    return _side(said, pay, phrases)


def _asks(wants: Iterable[int], pay: int, phrases: Phrases) -> str:
    return _side((goods(want, phrases) for want in wants), -pay, phrases)


def _goods_of(numbers: Iterable[int], phrases: Phrases) -> list[str]:
    return [phrases(f"good.{number}") for number in numbers]


def _seats(seats: Iterable[int], phrases: Phrases) -> str:
    return phrases("and").join(phrases.seat(seat) for seat in seats)


def _offer(offer: dict[str, Any], phrases: Phrases) -> str:
    named = _goods_of(offer["goods"], phrases)
    if "cards" in offer:
        named = _cards(offer["cards"], phrases)
    return phrases(
        "offer",
        offer["id"],
        phrases(f"kind.{offer['kind']}"),
        phrases.seat(offer["by"]),
        _seats(offer["to"], phrases),
        _gives(named, offer["claims"], offer["pay"], phrases),
        _asks(offer["wants"], offer["pay"], phrases),
    )


def _wrap(head: str, items: list[str], between: str = ",") -> list[str]:
    """Items after a heading, on as many lines as it takes."""
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    lines = [head]
    for i, item in enumerate(items):
        text = item + (between if i + 1 < len(items) else "")
        if len(lines[-1]) + 1 + len(text) > WIDE:
            lines.append(indent + text)
        else:
            lines[-1] += " " + text
    return lines


def word_move(move: Move, phrases: Phrases) -> str:
    verb, args = move
    if verb in ("discard", "lay", "stow"):
        return phrases(f"move.{verb}", _card(args[0], phrases))
    if verb == "buy":
        return phrases(f"move.buy.{args[0]}")
    if verb in ("sail", "jump"):
        return phrases(f"move.{verb}", phrases(f"port.{args[0]}"))
    if verb == "wish":
        return phrases("move.wish", goods(args[0], phrases))
    if verb == "accept" and len(args) > 1:
        cards = phrases("and").join(_cards(args[1:], phrases))
        return phrases("move.accept.cards", args[0], cards)
    if verb == "offer":
        to, pay, cards_, wants, claims = terms(move)
        seats = _seats((seat for seat in range(to.bit_length()) if to >> seat & 1), phrases)
        gives = _gives(_cards(cards_, phrases), claims, pay, phrases)
        return phrases("move.offer", seats, gives, _asks(wants, pay, phrases))
    return phrases(f"move.{verb}", *args)


def word_event(event: Event, phrases: Phrases) -> str:
    """ "" for events that need no line of their own."""
    kind, data = event.kind, event.data
    if f"event.{kind}" not in phrases:
        return ""
    words: dict[str, Any] = dict(data)
    d: dict[str, Any] = dict(data)
    words["seat"] = "" if event.seat == TABLE else phrases.seat(event.seat)
    if kind in ("call", "slip", "counter"):
        words["seats"] = _seats(d["seats"], phrases)
        words["gives"] = _gives(_goods_of(d["goods"], phrases), d["claims"], d["pay"], phrases)
        words["asks"] = _asks(d["wants"], d["pay"], phrases)
    elif kind == "deal":
        words["maker"], words["taker"] = phrases.seat(d["by"]), phrases.seat(d["with"])
        words["gives"] = _side(_goods_of(d["gave"], phrases), d["ducats"], phrases)
        words["asks"] = _side(_goods_of(d["got"], phrases), -d["ducats"], phrases)
    elif kind == "deal-cards":
        words["maker"], words["taker"] = phrases.seat(d["by"]), words["seat"]
        for key in ("gave", "got"):
            words[key] = phrases("and").join(_cards(d[key], phrases)) or phrases("nothing")
    elif kind == "buy":
        words["pile"] = phrases(f"event.buy.{d['from']}")
    elif kind == "wish":
        words["goods"] = goods(d["goods"], phrases)
    elif kind == "final":
        words["total"] = sum(d.values())
    elif "cards" in data and kind != "settle":
        words["cards"] = phrases("and").join(_cards(d["cards"], phrases)) or phrases("nothing")
    for key in ("prestige", "cargo"):
        if isinstance(d.get(key), list):
            words[key] = " ".join(map(str, d[key]))
    if "card" in data:
        words["card"] = _card(d["card"], phrases)
    for key in ("port", "marker"):
        if key in data:
            words[key] = phrases(f"{key}.{d[key]}")
    return phrases(f"event.{kind}", **words)
