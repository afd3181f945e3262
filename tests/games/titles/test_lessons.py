"""Lessons are data: every step can be played, everything is said, and leaving the line is fine."""

from __future__ import annotations

import random
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from engine.bots.base import ask, dice
from engine.bots.registry import BOTS, get
from engine.core.game import Game
from engine.core.types import State, parse_move
from engine.registry import TITLES
from engine.registry import get as game_of
from games.models import Match
from games.selectors.scenes import Scene
from games.titles import lessons
from games.titles.lessons import LEARNER, Lesson, Step
from games.titles.registry import lesson_of, presenter_of
from games.titles.rulebook import Rule, rulebook
from tests.games.web.test_guided import CARD, follow, let_the_computer_play, marked
from tests.strangers import ours

GUIDED: Any = SimpleNamespace(guided=True, is_running=True, title="nauticus", hot_seat=False)
TAUGHT = [slug for slug in TITLES if lesson_of(slug)]


def lesson(slug: str) -> Lesson:
    found = lesson_of(slug)
    assert found is not None
    return found


def scene(game: Game[Any], state: State, match: Any = GUIDED) -> Scene:
    """What the learner sees, without a database behind it."""
    seat: Any = SimpleNamespace(number=LEARNER, owes=LEARNER in game.to_act(state))
    view = game.view(state, LEARNER)
    found = Scene(match, [], seat, view, view, moves=game.moves(state, LEARNER))
    found.advise = lambda: ask(get("greedy"), game, state, LEARNER, dice("", state.ply, 0), 400)
    return found


def texts(slug: str) -> list[str]:
    found = [step.why for step in lesson(slug).line if isinstance(step, Step)]
    for words in lesson(slug).words.values():
        found += [words.what, words.why, words.hint]
    return [str(text) for text in found]


@pytest.mark.parametrize("slug", TAUGHT)
def test_every_step_is_legal_and_the_computer_answers_as_the_line_says(slug: str) -> None:
    told, game = lesson(slug), game_of(slug)
    bot, budget = get(told.bot), BOTS[told.bot].budget
    answers = 0
    for state, step, move in lessons.walk(told, slug):
        if move is None or step is not None:
            continue
        (seat,) = [seat for seat in game.to_act(state) if seat != LEARNER]
        luck = dice(told.seed, state.ply, seat)
        assert ask(bot, game, state, seat, luck, budget) == move, f"ply {state.ply + 1}"
        answers += 1

    assert answers > 10
    assert lessons.is_whole(told, slug)


@pytest.mark.parametrize("slug", TAUGHT)
def test_everything_is_said_in_both_languages(slug: str) -> None:
    with translation.override("en"):
        english = texts(slug)
    with translation.override("fr"):
        french = texts(slug)

    assert all(english)
    assert [a for a, b in zip(english, french, strict=True) if a == b] == []


@pytest.mark.parametrize("slug", TAUGHT)
def test_every_explanation_leads_to_a_rule_that_exists(slug: str) -> None:
    parts = [part for section in rulebook(slug, "en").sections for part in section.parts]
    rules = {part.number for part in parts if isinstance(part, Rule)}

    assert {words.rule for words in lesson(slug).words.values()} <= rules


def test_the_line_of_nauticus_shows_what_the_game_is_about() -> None:
    """A ship is completed and rewarded, goods are delivered, crowns scored; and it wins."""
    game, happened = game_of("nauticus"), set()
    *_before, (state, _step, _move) = lessons.walk(lesson("nauticus"), "nauticus")
    for stop in lessons.stops(lesson("nauticus"), "nauticus").values():
        happened.add(parse_move(stop.step.move).verb)

    assert {"buy", "reward", "deliver", "score", "pass", "extra"} <= happened
    assert not game.to_act(state)
    ours, theirs = (sheet.total for sheet in game.score(state))
    assert (ours, theirs) == (74, 27)


def test_on_the_line_the_text_is_about_the_very_position() -> None:
    presenter, game = presenter_of("nauticus"), game_of("nauticus")
    state, _events = game.setup(2, {"rounds": 2}, lesson("nauticus").seed)

    card = presenter.taught(scene(game, state))

    assert card is not None
    assert card.full
    assert card.move == "choose:1"
    assert card.best == "Choose “Buy hulls”"
    assert "the bonus is a mast" in card.why
    assert card.cost == "nothing"


@pytest.mark.parametrize("seed", range(4))
def test_whoever_leaves_the_line_is_taught_on(seed: int) -> None:
    """Random choices, one in two: there is always an explanation and one legal recommendation."""
    presenter, game = presenter_of("nauticus"), game_of("nauticus")
    rng, told = random.Random(seed), lesson("nauticus")
    bot = get(told.bot)
    state, _events = game.setup(2, told.options, told.seed)
    explained = hinted = 0
    while owed := game.to_act(state):
        if owed[0] != LEARNER:
            move = ask(bot, game, state, owed[0], rng, 50)
        else:
            here = scene(game, state)
            card = presenter.taught(here)
            assert card is not None
            assert parse_move(card.move) in here.moves
            assert card.why
            assert card.hint
            assert card.full == (here.view["round"] == 1)
            if card.full:
                assert card.what
                explained += 1
            hinted += not card.full
            move = parse_move(card.move) if rng.random() < 0.5 else rng.choice(here.moves)
        game.apply(state, owed[0], move)

    assert explained > 10
    assert hinted > 5


def test_only_the_learner_of_a_guided_match_is_taught() -> None:
    presenter, game = presenter_of("nauticus"), game_of("nauticus")
    state, _events = game.setup(2, {"rounds": 2}, lesson("nauticus").seed)
    usual: Any = SimpleNamespace(**{**vars(GUIDED), "guided": False})
    over: Any = SimpleNamespace(**{**vars(GUIDED), "is_running": False})
    spectator = scene(game, state)
    spectator.seat = None
    planning = scene(game, state)
    planning.planning = True

    assert presenter.taught(scene(game, state)) is not None
    for shown in (scene(game, state, usual), scene(game, state, over), spectator, planning):
        assert presenter.taught(shown) is None


def test_a_line_that_cannot_be_played_says_where() -> None:
    told = lesson("nauticus")
    wrong = replace(told, line=(told.line[0], Step("bonus:9", "no sail here")))

    with pytest.raises(lessons.RulesError, match="bonus:9 as move 2 of the line"):
        list(lessons.walk(wrong, "nauticus"))


def test_a_line_without_a_reply_is_told_what_the_computer_plays() -> None:
    told = lesson("nauticus")
    steps = [part for part in told.line if isinstance(part, Step)]

    with pytest.raises(lessons.RulesError, match=r"before pass the computer plays buy:2,0 "):
        list(lessons.walk(replace(told, line=tuple(steps)), "nauticus"))


def test_a_line_does_not_move_for_others() -> None:
    told = lesson("nauticus")
    wrong = replace(told, line=(lessons.Reply("choose:1"),))

    with pytest.raises(lessons.RulesError, match="choose:1 as move 1"):
        list(lessons.walk(wrong, "nauticus"))


@pytest.mark.django_db
@pytest.mark.usefixtures("drawn")
def test_another_title_teaches_by_the_same_means(alice: User, as_alice: Client) -> None:
    """Quay: no picture of its aim, secret bids, a plain panel; and its lesson is played through."""
    answer = as_alice.post("/play/guided/", {"title": "quay"})
    match = ours(Match).get()
    page = match.get_absolute_url()
    assert answer["Location"] == page
    assert "Tar is cheap" in as_alice.get(page).content.decode()
    for _ in range(40):
        match.refresh_from_db()
        if not match.is_running:
            break
        if match.seats.get(user=alice).owes:
            html = as_alice.get(page).content.decode()
            (choice,) = marked(html)
            assert CARD.search(html)
            follow(as_alice, page, html, choice)
        else:
            let_the_computer_play(match)

    assert "You know the game: play!" in as_alice.get(page).content.decode()
    quay = lesson_of("quay")
    assert quay is not None
    assert lessons.is_whole(quay, "quay")
    assert lessons.missing_words(quay, "quay") == []
