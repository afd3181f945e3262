"""Quay on the page: what differs from a plain title, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString

from engine.core.errors import WhyNot
from engine.core.types import Event, Move
from games.models import Entry
from games.picture import card as cards
from games.picture import lettering
from games.selectors.scenes import Line, Scene
from games.titles import platform
from games.titles.answers import Change, Choice, Group, Panel, Table, Text
from games.titles.base import Presenter, heading, player_of, seat_name
from games.titles.kit.buttons import listed, mark
from games.titles.plain import panel
from tests.games.titles.quay import board, words


@dataclass(kw_only=True)
class QuayTable(Table):
    board: SafeString


class QuayPresenter(Presenter):
    drawn = True
    template = "titles/quay/table.html"
    replay_template = "titles/quay/board.html"
    styles = ("titles/quay/board.css",)
    chapters = ("round",)
    telling = ("accept", "haul")

    def table(self, scene: Scene) -> Table:
        groups = self._groups(scene)
        chosen = next((group.pick for group in groups if group.selected), -1)
        names = [seat_name(seat) for seat in scene.seats]
        return QuayTable(
            turn=self._turn(scene, groups),
            board=board.board(scene.view, names, scene.moves, chosen),
        )

    def _turn(self, scene: Scene, groups: Sequence[Group]) -> Panel:
        """The panel of a plain title, with a better heading and the buttons by card."""
        turn = panel(self, scene)
        if turn.state == "choosing":
            if not turn.acting:
                turn.head = f"Your turn: {words.HEADS[scene.view['prompt']]}"
                turn.help = ""
            mark(groups, turn.lesson.move if turn.lesson else "")
            turn.rows = listed(groups)
        return turn

    def _groups(self, scene: Scene) -> list[Group]:
        """Every legal move is a button: by card of the hand, by card elsewhere, and the rest."""
        view = scene.view
        offered = {offer["id"]: offer["card"] for offer in view["offers"]}
        hand: dict[int, Group] = {}
        other: list[Group] = []
        rest = Group(name="Or", wide=True)
        for move in scene.moves:
            label = words.VERBS[move.verb]
            if move.verb in board.OF_HAND:
                card = move.args[0]
                group = hand.setdefault(card, Group(words.card(card), board.sign(card), pick=card))
                group.choices.append(Choice(str(move), label, full=words.move(move)))
            elif move.args:
                card = view["seen"][move.args[0]] if move.verb == "keep" else offered[move.args[0]]
                choice = Choice(str(move), label, full=words.move(move, card))
                price = 2 if move.verb == "accept" else -1
                other.append(
                    Group(words.card(card), board.sign(card), price=price, choices=[choice])
                )
            else:
                rest.choices.append(Choice(str(move), label))
        found = [*hand.values(), *other]
        if hand:
            found[0].selected = True
        return [*found, rest] if rest.choices else found

    # -- words ----------------------------------------------------------------------------------

    def sentence(self, entry: Entry | Line | Event, names: Sequence[str]) -> Text:
        if platform.is_platform(entry):
            return platform.sentence(entry, names)
        return words.sentence(entry.kind, entry.data, names[entry.seat] if entry.seat >= 0 else "")

    def move(self, move: Move) -> str:
        return words.move(move)

    def reason(self, why: WhyNot) -> str:
        return words.REASONS.get(why.code, "").format(**why.params)

    def changes(self, scene: Scene) -> list[Change]:
        pairs = zip(scene.before["players"], scene.view["players"], strict=True)
        return [
            Change(seat, "t-coin", "coins", old["coins"], new["coins"])
            for seat, (old, new) in enumerate(pairs)
            if old["coins"] != new["coins"]
        ]

    def picture(self, scene: Scene) -> str:
        """Everybody's ship, for sharing."""
        parts = [cards.water(), cards.head(heading(self.title, scene), 48, cards.WIDTH - 48)]
        for seat, seen in zip(scene.seats, scene.view["players"], strict=True):
            player, y = player_of(seat, scene.view), 130 + 110 * seat.number
            ship = "".join(board.card(one, 40 * n, 0) for n, one in enumerate(seen["ship"]))
            parts += [
                cards.panel(42, y, cards.WIDTH - 84, 96, first=player.place == 1),
                cards.flag(player, 76, y + 48, 17),
                lettering.line(player.name, 110, y + 57, 22, colour="var(--ink)", room=180),
                f'<g transform="translate(320 {y + 12}) scale(1.7)">{ship}</g>',
            ]
        return cards.frame("".join(parts))


PRESENTER = QuayPresenter
