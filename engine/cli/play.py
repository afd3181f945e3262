"""Play in the terminal: several people at one keyboard, or one against bots."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from engine.bots import registry
from engine.bots.base import Bot, ask
from engine.cli.asking import Asking, Cancelled, Say
from engine.cli.common import find, match_seed, options, seats_of
from engine.cli.table import Table
from engine.core.errors import IllegalMove, RulesError, WhyNot
from engine.core.forms import Form
from engine.core.record import write
from engine.core.types import Event, Move, Seat, parse_move
from engine.text import render
from engine.text.forms import form_label


class Session:
    """Reads lines, plays them, says what happened."""

    def __init__(self, table: Table, bots: dict[Seat, Bot], rng: Random, budget: int) -> None:
        self.table = table
        self.bots = bots
        self.rng = rng
        self.budget = budget
        self.phrases = render.english(table.game)
        self.quit = False
        self.read: Callable[[str], str] = input

    def run(self, read: Callable[[str], str], say: Say) -> None:
        """Until the match is over or somebody quits."""
        table, game = self.table, self.table.game
        self.read = read
        self.tell(table.opening, say)
        shown = -1
        while table.state.stack and not self.quit:
            owing = game.to_act(table.state)
            # Bots first: where all decide at once, people should not have to wait for them.
            bots = [seat for seat in owing if seat in self.bots]
            if bots:
                self.bot_moves(bots[0], say)
                continue
            seat = owing[0]
            if shown != table.state.ply:
                shown = table.state.ply
                self.show(seat, say)
            try:
                line = read(self.phrases("play.choose", self.phrases.seat(seat)))
            except EOFError:
                line = "quit"
            self.obey(seat, line.strip(), say)
        if not table.state.stack:
            say(self.phrases("prompt.over"))
        sheets = game.score(table.state)
        say(render.sheet(sheets, game.ranking(table.state), self.phrases))

    def bot_moves(self, seat: Seat, say: Say) -> None:
        table = self.table
        move = ask(self.bots[seat], table.game, table.state, seat, self.rng, self.budget)
        self.play(seat, move, say)

    def play(self, seat: Seat, move: Move, say: Say) -> None:
        """Play and report. What was decided in secret is not read out."""
        table = self.table
        secret = bool(table.state.stack) and table.game.readers(table.state, seat, move) is not None
        words = render.word_move(table.game, move, self.phrases)
        applied = table.play(seat, move)
        say(self.phrases("play.secret" if secret else "play.move", self.phrases.seat(seat), words))
        self.tell(applied.events, say)

    def show(self, seat: Seat, say: Say) -> None:
        game = self.table.game
        view = game.view(self.table.state, seat)
        say("")
        say(render.board(game, view, self.phrases))
        say(render.prompt(game, view, self.phrases))
        self.list_moves(seat, say)

    def list_moves(self, seat: Seat, say: Say) -> None:
        game = self.table.game
        for number, move in enumerate(game.moves(self.table.state, seat), 1):
            say(f"{number:3}  {move!s:16} {render.word_move(game, move, self.phrases)}")
        for form in game.compose(self.table.state, seat):
            said = self.phrases("play.form", form_label(form, self.phrases), form.verb)
            say(f"  +  {form.verb:16} {said}")

    def tell(self, events: list[Event], say: Say) -> None:
        """What everybody sees, and what is for the only person at the table."""
        humans = sorted(self.table.humans)
        eyes = humans[0] if len(humans) == 1 else None
        for event in render.visible(events, eyes):
            words = render.word_event(self.table.game, event, self.phrases)
            if words:
                say(f"  {words}")

    def obey(self, seat: Seat, line: str, say: Say) -> None:
        """One line from the keyboard."""
        word, _, rest = line.partition(" ")
        if word == "quit":
            self.quit = True
            say(self.phrases("play.bye"))
        elif word in ("?", "help", ""):
            say(self.phrases("play.help"))
        elif word == "undo":
            done = self.table.undo()
            say(self.phrases("play.undone" if done else "play.nothing-to-undo"))
        elif word == "moves":
            self.list_moves(seat, say)
        elif word == "board":
            self.show(seat, say)
        elif word == "save":
            self.save(rest.strip(), say)
        elif word == "why":
            self.explain(seat, rest.strip(), say)
        else:
            self.move(seat, line, say)

    def save(self, name: str, say: Say) -> None:
        file = Path(name)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(write(self.table.finished()), encoding="utf-8")
        except OSError as error:
            say(str(error))
        else:
            say(self.phrases("play.saved", name))

    def explain(self, seat: Seat, text: str, say: Say) -> None:
        game = self.table.game
        try:
            why = game.explain(self.table.state, seat, parse_move(text))
        except RulesError as error:
            say(render.word_error(error, self.phrases))
            return
        say(render.word_reason(why, self.phrases) if why else self.phrases("play.why-legal"))

    def move(self, seat: Seat, line: str, say: Say) -> None:
        """A number, a move, or "2 accept:1" for another person at the same keyboard."""
        word, _, rest = line.partition(" ")
        if rest and word.isdecimal() and int(word) in self.table.humans:
            seat, line = int(word), rest.strip()
        try:
            self.play(seat, self.numbered(seat, line) or self.parsed(seat, line, say), say)
        except RulesError as error:
            say(render.word_error(error, self.phrases))
        except (Cancelled, EOFError):
            say(self.phrases("play.cancelled"))

    def parsed(self, seat: Seat, line: str, say: Say) -> Move:
        """A move as it was typed; of a composed verb alone, what its questions make of it."""
        form = self.table.game.forms.get(line)
        if form is None or not form.composed:
            return parse_move(line)
        offered = {one.verb: one for one in self.table.game.compose(self.table.state, seat)}
        if line not in offered:
            raise IllegalMove(Move(line), self.refused(seat, form))
        return Asking(offered[line], self.phrases, self.read, say).move()

    def refused(self, seat: Seat, form: Form) -> WhyNot:
        """Why nothing can be composed here: what is said of any move of this verb."""
        move = form.draw(Random(0))
        why = self.table.game.explain(self.table.state, seat, move)
        return why or WhyNot("", "not-now")

    def numbered(self, seat: Seat, line: str) -> Move | None:
        if not line.isdecimal():
            return None
        moves = self.table.game.moves(self.table.state, seat)
        number = int(line)
        return moves[number - 1] if 1 <= number <= len(moves) else None


def run(args: argparse.Namespace, read: Callable[[str], str] = input, say: Say = print) -> int:
    game: Any = find(args.title)
    seats = seats_of(game, args.seats)
    bots: dict[Seat, Bot] = {}
    if args.against is not None:
        bots = {seat: registry.get(args.against) for seat in range(1, seats)}
    humans = set(range(seats)) - set(bots)
    seed = match_seed(args.seed, 0)
    table = Table(game, seats, options(args.option), seed, humans)
    session = Session(table, bots, Random(args.seed), args.budget)
    session.run(read, say)
    if args.record is not None:
        session.save(args.record, say)
    return 0
