"""A guided match that teaches: what a title declares, and what the turn panel makes of it.

A title's `lessons` module holds LESSON. Its deal is always the same, so that its line, the choices
we recommend and the computer's answers, can be known and spoken of in detail. Whoever leaves the
line is taught on: what fits the position is explained by what is to be decided, and the computer
says what it would do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise

from engine.bots import registry
from engine.bots.base import ask, dice
from engine.core.codec import digest
from engine.core.errors import RulesError
from engine.core.game import Game
from engine.core.types import Log, Move, State, parse_move
from engine.registry import get
from games.names import seat_name
from games.titles.answers import Taught, TurnWords

if TYPE_CHECKING:
    from games.selectors.scenes import Scene
    from games.titles.base import Presenter

Text = str | Promise
View = dict[str, Any]
LEARNER = 0  # whoever learns begins
CONFIRM = "confirm"  # key of the words for a turn that only needs to be confirmed
WAITING = "waiting"  # and for the time while the computer plays


@dataclass(frozen=True)
class Step:
    """A decision of the learner: the choice we mark, and why it is good here."""

    move: str
    why: Text


@dataclass(frozen=True)
class Reply:
    """What the computer does then, move by move, until the learner decides again."""

    moves: str  # separated by blanks


@dataclass(frozen=True)
class Words:
    """What is said of one kind of decision wherever it comes up."""

    what: Text  # what this is
    why: Text  # why the marked choice is a good one, off the line too
    hint: Text  # once everything has been explained
    rule: str = ""


@dataclass(frozen=True, eq=False)
class Lesson:
    seed: str  # 32 hex digits
    line: tuple[Step | Reply, ...]
    words: dict[str, Words]  # by what `kind` answers, and CONFIRM and WAITING
    options: dict[str, int] = field(default_factory=dict)
    aim: str = ""  # template of the picture that says what the game is about
    minutes: int = 10
    explained: int = 1  # rounds in which every decision is explained; then there are hints
    bot: str = "beginner"
    seats: int = 2
    # What is to be decided here, as a key of `words`: from the view, the moves and the marked one.
    kind: Callable[[View, Sequence[Move], Move], str] = lambda view, moves, best: view["prompt"]
    cost: Callable[[View, Move], str] = lambda view, move: ""  # what a choice costs, in words


@dataclass(frozen=True)
class Stop:
    """A position of the line in which the learner decides."""

    number: int
    step: Step
    view: View
    moves: tuple[Move, ...]


def walk(lesson: Lesson, slug: str) -> Iterator[tuple[State, Step | None, Move | None]]:
    """Every position of the line with the move played there; the last one has none.

    A Step is the learner's, None the computer's. Raises a RulesError where the line cannot be
    played, with the number of the move.
    """
    game: Game[Any] = get(slug)
    state, _events = game.setup(lesson.seats, lesson.options, lesson.seed)
    for own, text in _moves(lesson):
        move = parse_move(text)
        others = [seat for seat in game.to_act(state) if seat != LEARNER]
        seat = LEARNER if own or not others else others[0]
        if own and others and LEARNER not in game.to_act(state):
            raise RulesError(f"before {text} the computer plays {answers(lesson, game, state)}")
        legal = game.explain(state, seat, move) is None
        if not legal or (seat == LEARNER) != (own is not None):
            raise RulesError(f"{text} as move {state.ply + 1} of the line")
        yield state, own, move
        game.play_unchecked(state, seat, move, Log(on=False))
    yield state, None, None


def answers(lesson: Lesson, game: Game[Any], state: State) -> str:
    """What the computer plays here, until the learner decides again: the text of a Reply."""
    here, found = game.clone(state), []
    bot, budget = registry.get(lesson.bot), registry.BOTS[lesson.bot].budget
    while (owed := game.to_act(here)) and LEARNER not in owed:
        luck = dice(lesson.seed, here.ply, owed[0])
        found.append(ask(bot, game, here, owed[0], luck, budget))
        game.apply(here, owed[0], found[-1])
    return " ".join(map(str, found))


def _moves(lesson: Lesson) -> Iterator[tuple[Step | None, str]]:
    for part in lesson.line:
        if isinstance(part, Step):
            yield part, part.move
        else:
            yield from ((None, text) for text in part.moves.split())


@cache
def stops(lesson: Lesson, slug: str) -> dict[str, Stop]:
    """The learner's decisions on the line, by what they see then."""
    game: Game[Any] = get(slug)
    found: dict[str, Stop] = {}
    for state, step, _move in walk(lesson, slug):
        if step is not None:
            view, moves = game.view(state, LEARNER), tuple(game.moves(state, LEARNER))
            found[digest(view)] = Stop(len(found) + 1, step, view, moves)
    return found


def is_whole(lesson: Lesson, slug: str) -> bool:
    """Does the line go on until every decision that is to be explained has been?"""
    *_before, (state, _step, _move) = walk(lesson, slug)
    view = get(slug).view(state, LEARNER)
    return not view["to_act"] or int(str(view.get("round", 0))) > lesson.explained


def missing_words(lesson: Lesson, slug: str) -> list[str]:
    """Kinds of decisions on the line that nothing is said of."""
    wanted = {CONFIRM, WAITING}
    for stop in stops(lesson, slug).values():
        wanted.add(lesson.kind(stop.view, stop.moves, parse_move(stop.step.move)))
    return sorted(wanted - set(lesson.words))


def taught(presenter: Presenter, scene: Scene) -> Taught | None:
    """What a learner is told now; None outside guided matches and for everybody else."""
    lesson, match = presenter.lesson, scene.match
    if lesson is None or not match.guided or scene.seat is None or not match.is_running:
        return None
    if scene.planning or scene.acting:
        return None
    card = Taught(drafted=bool(scene.draft))
    if not scene.mine:
        return _worded(card, lesson, WAITING, presenter)
    card.full = scene.view.get("round", 0) <= lesson.explained
    card.done = _done(presenter, scene)
    if scene.parked is not None:
        card.confirm = True
        return _worded(card, lesson, CONFIRM, presenter)
    stop = stops(lesson, match.title).get(digest(scene.view))
    best = parse_move(stop.step.move) if stop else scene.advise()
    if best is None:  # others decide at the same time, and this seat need not
        return _worded(card, lesson, WAITING, presenter)
    card.move, card.best = str(best), presenter.choice(best, scene.view)
    card.cost = lesson.cost(scene.view, best)
    card.confirm = best == presenter.title.game.ending
    _worded(card, lesson, lesson.kind(scene.view, scene.moves, best), presenter)
    if stop:
        card.why = card.hint = str(stop.step.why)
    if scene.draft and scene.draft[-1].verb == best.verb:
        card.what = ""  # the same once more
    return card


def _worded(card: Taught, lesson: Lesson, key: str, presenter: Presenter) -> Taught:
    words = lesson.words[key]
    card.what, card.why, card.hint = str(words.what), str(words.why), str(words.hint)
    card.rule, card.url = words.rule[1:], presenter.rule_url(words.rule)
    return card


def _done(presenter: Presenter, scene: Scene) -> TurnWords | None:
    """The draft as it stands, or the turn before: what was done, what it cost and brought."""
    names = [seat_name(seat) for seat in scene.seats]
    if scene.draft:
        told = (scene.draft, scene.events, scene.before, scene.view)
        return presenter.turn_words(*told, names)
    last = scene.last()
    return None if last is None else presenter.turn_words(*last, names)
