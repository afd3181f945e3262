"""The sea chart: ports with their markers, boats, and where one may sail.

The ground with coasts and routes is a file of its own, the same for everybody; what is drawn here
changes with the position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Final

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.core.types import Move
from engine.oltremare.chart import WAYS
from engine.oltremare.material import MARKERS, NONE
from games.titles.kit.art import esc, use
from games.titles.kit.lights import ANYTIME, asks, place
from games.titles.oltremare import speech
from games.titles.oltremare.geometry import HEIGHT, PLACES, ROUTES, WIDTH

BOAT: Final = 42
ASIDE: Final = 26  # to the next boat in the same port
MARKER_SIGNS: Final = tuple(f"o-{name}" for name in MARKERS)
ASKED: Final = {"sail": "sail:{}", "compass": "jump:{}"}  # by prompt, about a port that is dark


@cache
def sea() -> str:
    """Address of the ground: the same for the life of the process."""
    return static("titles/oltremare/sea.svg")


def chart(
    view: dict[str, Any], names: Sequence[str], moves: Sequence[Move], best: str = ""
) -> SafeString:
    """The whole of it; `moves` are those the viewer may make now."""
    lit = {move.args[0]: move for move in moves if move.verb in ("sail", "jump")}
    ask = ASKED.get(view["prompt"], "") if lit else ""
    board = view["board"]
    dark = "".join([_port(port, board[port], ask) for port in range(len(board)) if port not in lit])
    lights = "".join([_lit(port, board[port], move, best) for port, move in lit.items()])
    label = esc(_("Sea chart, 30 ports, 43 routes"))
    return mark_safe(
        f'<svg class="o-chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="group" aria-label="{label}">'
        f'<use href="{sea()}#sea" width="{WIDTH}" height="{HEIGHT}"/>'
        f"{_trails(view, lit)}{dark}<g data-rove>{lights}</g>{_own(view)}{_boats(view, names)}"
        f'<use href="{sea()}#frame" width="{WIDTH}" height="{HEIGHT}"/></svg>'
    )


def _port(port: int, marker: int, ask: str) -> str:
    """A port that cannot be chosen; where others can, it says why."""
    inner = _spot(port, marker)
    return f"<g{asks(ask.format(port))}>{inner}</g>" if ask else inner


def _lit(port: int, marker: int, move: Move, best: str) -> str:
    spot = PLACES[port]
    text = _("Sail to {port}: {marker}") if move.verb == "sail" else _("On to {port}: {marker}")
    label = text.format(port=speech.port(port), marker=speech.marker(marker))
    first = " o-best" if str(move) == best else ""
    return (
        f'<g class="lit{first}"{place(str(move), ANYTIME, label)}>'
        f'<circle class="o-ring" cx="{spot.x}" cy="{spot.y}" r="22"/>{_spot(port, marker)}</g>'
    )


@cache
def _drawn(port: int, marker: int, name: str, sprite: str) -> str:
    spot = PLACES[port]
    x, y = spot.x, spot.y
    if marker == NONE:
        mark = (
            f'<circle class="o-void" cx="{x}" cy="{y}" r="6"/>'
            f'<circle class="o-void-in" cx="{x}" cy="{y}" r="2.2"/>'
        )
    else:
        mark = (
            f'<circle class="o-disc" cx="{x}" cy="{y}" r="16"/>'
            f'<circle class="o-disc-in" cx="{x}" cy="{y}" r="13.6"/>'
            f"{use(MARKER_SIGNS[marker], x - 11, y - 11, 22, cls='o-mark')}"
        )
    return (
        f'{mark}<text class="o-name o-{spot.anchor}" x="{x + spot.name_x}"'
        f' y="{y + spot.name_y}">{esc(name)}</text>'
    )


def _spot(port: int, marker: int) -> str:
    """A token with its sign where a marker lies, else a small ring; and the name."""
    return _drawn(port, marker, speech.port(port), use(""))


def _trails(view: dict[str, Any], lit: Mapping[int, Move]) -> str:
    """The routes that lead to where one may sail."""
    ships = view["ships"]
    if not ships or not lit:
        return ""
    start = view["players"][view["turn"]]["port"]
    ways = WAYS[start][ships]
    used = set()
    for end in lit:
        stops = (start, *ways[end])
        for one, other in pairwise(stops):
            used.add((min(one, other), max(one, other)))
    return f'<path class="o-trail" d="{"".join([ROUTES[route] for route in sorted(used)])}"/>'


def _own(view: dict[str, Any]) -> str:
    """A ring around the port of the viewer's ship."""
    if view["seat"] is None or view["seat"] < 0:
        return ""
    spot = PLACES[view["players"][view["seat"]]["port"]]
    return f'<circle class="o-here" cx="{spot.x}" cy="{spot.y}" r="10.5"/>'


def _boats(view: dict[str, Any], names: Sequence[str]) -> str:
    parts = []
    there: dict[int, int] = {}
    for seat, player in enumerate(view["players"]):
        port = player["port"]
        before = there.get(port, 0)
        there[port] = before + 1
        spot = PLACES[port]
        way = 1 if spot.anchor == "end" or spot.x < 3 * ASIDE else -1  # away from its name
        way = -1 if spot.x > WIDTH - 3 * ASIDE else way
        x, y = spot.x + spot.boat_x + way * ASIDE * before, spot.y + spot.boat_y
        label = esc(_("{who} in {port}").format(who=names[seat], port=speech.port(port)))
        parts.append(
            f'<g role="img" aria-label="{label}"><title>{label}</title>'
            f"{use(f'o-boat{seat + 1}', x, y, BOAT)}</g>"
        )
    return "".join(parts)


def token(marker: int, cls: str = "") -> str:
    """A marker between words; its name stands beside it."""
    more = f" {cls}" if cls else ""
    if marker == NONE:
        return f'<span class="o-token o-none{more}"></span>'
    inner = f'<svg class="i" aria-hidden="true">{use(MARKER_SIGNS[marker])}</svg>'
    return f'<span class="o-token{more}">{inner}</span>'
