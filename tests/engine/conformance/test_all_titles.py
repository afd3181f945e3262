"""What every title owes the platform, played out at random."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.core import (
    Form,
    Game,
    GameOver,
    IllegalMove,
    Log,
    Move,
    NotYourDecision,
    RulesError,
    State,
    parse_move,
)
from engine.core.ahead import ahead
from engine.core.record import Ply, parse, write
from engine.core.replay import close, start, verify
from engine.testing.strategies import starts, wander
from engine.testing.walks import Picker, pick, strange, walk
from engine.text.render import visible
from tests.engine.conformance.cases import every_commuting_table, every_table, every_title
from tests.engine.conftest import SOAK

NONSENSE = (Move("frobnicate"), Move("frobnicate", (1, 2)), Move("pass", (7, 7, 7, 7)))

few = settings(max_examples=20 * SOAK)
some = settings(max_examples=40 * SOAK)


def vocabulary(game: Game[Any], s: State, picker: Picker) -> list[Move]:
    """Moves that were legal for somebody at some time in a match from here."""
    seen: dict[Move, None] = {}
    end = game.clone(s)
    while end.stack:
        for seat in range(end.seats):
            seen.update(dict.fromkeys(game.moves(end, seat)))
        game.play_unchecked(end, *pick(game, end, picker), Log(on=False))
    return list(seen)


@every_table
@few
@given(data=st.data())
def test_a_random_match_keeps_the_contract(game: Game[Any], seats: int, data: Any) -> None:
    begin = data.draw(starts(game, seats))
    s, _ = game.setup(seats, begin.options, begin.seed)
    game.check(s)
    assert game.to_act(s)

    frames = {f.id for f in s.stack}
    drawn, reveals, pushed = sum(s.drawn.values()), s.reveals, s.pushed
    for plies, (seat, move, applied) in enumerate(walk(game, s, begin.picker()), 1):
        assert s.ply == plies
        game.check(s)
        assert parse_move(str(move)) == move
        deciders = game.to_act(s)
        assert bool(deciders) == bool(s.stack)
        assert len(set(deciders)) == len(deciders)
        for decider in deciders:
            assert game.moves(s, decider), f"seat {decider} is starved in {game.prompt(s)}"
            assert_lapse(game, s, decider)
        for who in range(seats):
            moves = game.moves(s, who)
            assert len(set(moves)) == len(moves), "a move is offered twice"
            assert moves == game.moves(s, who)
            assert_verbs(game, s, who)

        known = (sum(s.drawn.values()), s.reveals)
        assert known >= (drawn, reveals)
        if applied.outcome == "continues":
            assert known == (drawn, reveals)
            assert seat in deciders
        elif applied.outcome == "hands_over":
            assert known == (drawn, reveals)
            assert seat not in deciders
        else:
            assert applied.outcome == "barrier"
        drawn, reveals = known
        for f in s.stack:
            assert f.id in frames or f.id > pushed, "a frame id was used again"
        frames |= {f.id for f in s.stack}
        pushed = s.pushed
        for event in applied.events:
            assert -1 <= event.seat < seats
            assert event.to is None or set(event.to) <= set(range(seats))
            json.dumps(event.data)
    assert all(game.moves(s, seat) == [] for seat in range(seats))


def assert_verbs(game: Game[Any], s: State, seat: int) -> None:
    if not s.stack:
        return
    step = game.steps[s.stack[-1].step]
    known = set(step.verbs) | (set(game.overlays) if step.interruptible else set())
    moves, forms = game.moves(s, seat), game.compose(s, seat)
    assert {move.verb for move in moves} <= known, f"{step.key} offers undeclared verbs"
    assert {form.verb for form in forms} <= known, f"{step.key} composes undeclared verbs"
    for form in forms:
        assert game.forms[form.verb].composed, f"{form.verb} is composed and does not say so"
        assert game.forms[form.verb] == plain(form), "a form is narrowed by choices alone"
    for move in moves:
        if move.verb in game.forms:
            assert game.forms[move.verb].fault(move) is None, f"{move} is offered, and malformed"


def plain(form: Form) -> Form:
    return replace(form, fields=tuple(replace(field, choices=None) for field in form.fields))


def assert_lapse(game: Game[Any], s: State, seat: int) -> None:
    """What is played for whoever does not answer: legal, and the end of the question."""
    move = game.lapse(s, seat)
    if move is None:
        return
    frame, after = s.stack[-1].id, game.clone(s)
    game.apply(after, seat, move)
    owes = seat in game.to_act(after) and after.stack[-1].id == frame
    assert not owes, "a lapse leaves the question open"


@every_table
@few
@given(data=st.data())
def test_scores_can_be_read_at_any_time(game: Game[Any], seats: int, data: Any) -> None:
    begin = data.draw(starts(game, seats))
    s, _ = game.setup(seats, begin.options, begin.seed)

    for _ in walk(game, s, begin.picker()):
        for sheets in (game.score(s), game.outlook(s, None), game.outlook(s, 0)):
            assert [sheet.seat for sheet in sheets] == list(range(seats))
            assert len({tuple(sheet.lines) for sheet in sheets}) == 1, "sheets of different shape"

    for seat in (None, *range(seats)):
        assert game.outlook(s, seat) == game.score(s), "in the end everybody counts alike"
    places = game.ranking(s)
    order = sorted(game.score(s), key=lambda sheet: (sheet.total, *sheet.tiebreaks), reverse=True)
    assert min(places) == 1
    assert [places[sheet.seat] for sheet in order] == sorted(places)
    best = [sheet.total for sheet in order if places[sheet.seat] == 1]
    assert set(best) == {max(sheet.total for sheet in order)}


@every_table
@some
@given(data=st.data(), share=st.floats(0, 1))
def test_a_refused_move_changes_nothing(
    game: Game[Any], seats: int, data: Any, share: float
) -> None:
    begin = data.draw(starts(game, seats))
    s = wander(game, begin, share)
    before = game.dump(s)

    for seat in range(-1, seats + 1):
        here = 0 <= seat < seats
        able = here and game.may_act(s, seat)
        tried = [move for who in range(seats) if who != seat for move in game.moves(s, who)]
        if here:
            tried += strange(game, s, seat, begin.picker().rng, 6)
        for move in (*NONSENSE, *tried):
            if here and game.explain(s, seat, move) is None:
                game.apply(game.clone(s), seat, move)  # what nothing forbids can be played
                continue
            with pytest.raises(RulesError) as error:
                game.apply(s, seat, move)
            assert isinstance(error.value, IllegalMove if able else NotYourDecision)

    assert game.dump(s) == before


@every_table
def test_after_the_end_every_move_is_refused(game: Game[Any], seats: int) -> None:
    s, _ = game.setup(seats, {}, "00" * 16)
    first = game.moves(s, game.to_act(s)[0])[0]
    for _ in walk(game, s, Picker([], Random(1))):
        pass
    before = game.dump(s)

    for seat in range(seats):
        for move in (first, *NONSENSE):
            with pytest.raises(GameOver):
                game.apply(s, seat, move)
            why = game.explain(s, seat, move)
            assert why is not None
            assert why.code == "game-over"

    assert game.dump(s) == before


@every_table
@some
@given(data=st.data(), share=st.floats(0, 1))
def test_every_refusal_has_a_reason(game: Game[Any], seats: int, data: Any, share: float) -> None:
    begin = data.draw(starts(game, seats))
    s = wander(game, begin, share)
    before = game.dump(s)

    words = (*vocabulary(game, s, begin.picker()), *NONSENSE)
    for seat in range(seats):
        legal = game.moves(s, seat)
        composed = {form.verb for form in game.compose(s, seat)}
        for move in (*words, *strange(game, s, seat, begin.picker().rng, 6)):
            why = game.explain(s, seat, move)
            if move in legal:
                assert why is None
                continue
            if move.verb not in composed:
                assert why is not None, f"{move} is refused without a reason"
            if why is not None and (legal or composed):
                assert why.code != "not-offered", f"{game.prompt(s)} cannot explain {move}"

    assert game.dump(s) == before


@every_table
@some
@given(data=st.data(), share=st.floats(0, 1))
def test_positions_survive_json_and_cloning(
    game: Game[Any], seats: int, data: Any, share: float
) -> None:
    begin = data.draw(starts(game, seats))
    s = wander(game, begin, share)
    text = json.dumps(game.dump(s))

    loaded = game.load(json.loads(text))
    copy = game.clone(s)
    assert loaded == s
    assert copy == s
    assert type(copy) is type(s)

    # Playing on in the copies must leave the original alone, and lead all three to one place.
    for _ in walk(game, copy, begin.picker()):
        pass
    assert json.dumps(game.dump(s)) == text
    for _ in walk(game, loaded, begin.picker()):
        pass
    assert game.dump(loaded) == game.dump(copy)


@every_table
@few
@given(data=st.data())
def test_a_record_replays_through_text(game: Game[Any], seats: int, data: Any) -> None:
    begin = data.draw(starts(game, seats))
    s, _ = game.setup(seats, begin.options, begin.seed)
    record = start(game, s)
    for seat, move, _ in walk(game, s, begin.picker()):
        record.lines.append(Ply(seat, move))

    again = parse(write(close(game, record, s)))

    assert game.dump(verify(game, again)) == game.dump(s)


@every_table
@some
@given(data=st.data(), share=st.floats(0, 1), luck=st.randoms(use_true_random=True))
def test_twin_worlds_cannot_be_told_apart(
    game: Game[Any], seats: int, data: Any, share: float, luck: Any
) -> None:
    begin = data.draw(starts(game, seats))
    s = wander(game, begin, share)
    before = game.dump(s)
    words = vocabulary(game, s, begin.picker())[:60]

    for seat in range(seats):
        twin = game.redeal(s, seat, luck)
        game.check(twin)
        assert twin.seed != s.seed
        # A new deal follows from what the seat knows and the dice, which others may know as well.
        again, same = (game.redeal(world, seat, Random(7)) for world in (twin, s))
        assert game.dump(again) == game.dump(same)
        assert game.to_act(twin) == game.to_act(s)
        assert game.view(twin, seat) == game.view(s, seat)
        # A spectator knows no more than a seat does.
        assert game.view(twin, None) == game.view(s, None)
        moves = game.moves(s, seat)
        assert game.moves(twin, seat) == moves
        assert game.compose(twin, seat) == game.compose(s, seat)
        assert game.score(twin) == game.score(s), "the public score counts what is hidden"
        assert game.outlook(twin, seat) == game.outlook(s, seat)
        for other in range(seats):  # what lapses, and that something does, is seen by all
            assert game.lapse(twin, other) == game.lapse(s, other)
        if game.is_open(s):  # then a seat may look ahead through what others can do
            for other in range(seats):
                assert game.moves(twin, other) == game.moves(s, other)
        assert_same_future(game, s, twin, seat)
        tried = strange(game, s, seat, begin.picker().rng, 4)
        for move in (*words, *tried):
            assert game.explain(twin, seat, move) == game.explain(s, seat, move)
        composed = [move for move in tried if game.explain(s, seat, move) is None]
        for move in (*moves, *composed):
            assert game.readers(twin, seat, move) == game.readers(s, seat, move)
            assert game.outline(twin, seat, move) == game.outline(s, seat, move)
            here, there = game.clone(s), game.clone(twin)
            outcome = game.apply(here, seat, move).outcome
            assert game.apply(there, seat, move).outcome == outcome
            if not turned_up(s, here):
                assert game.view(there, seat) == game.view(here, seat)
            assert game.foresee(twin, seat, move) == game.foresee(s, seat, move)

    assert game.dump(s) == before, "redeal changed the position it was given"


def assert_same_future(game: Game[Any], s: State, twin: State, seat: int) -> None:
    """What a seat sees of its coming turn, and whether it may look at all."""
    here, there = ahead(game, s, seat), ahead(game, twin, seat)
    assert (here is None) == (there is None), "that one may plan tells what others hold"
    if here is not None and there is not None:
        assert game.view(here, seat) == game.view(there, seat)
        assert game.moves(here, seat) == game.moves(there, seat)


@every_table
@some
@given(data=st.data(), share=st.floats(0, 1), luck=st.randoms(use_true_random=True))
def test_what_others_do_tells_no_secrets(
    game: Game[Any], seats: int, data: Any, share: float, luck: Any
) -> None:
    begin = data.draw(starts(game, seats))
    s = wander(game, begin, share)

    for seat in range(seats):
        twin = game.redeal(s, seat, luck)
        for other in range(seats):
            if other == seat:
                continue
            both = [move for move in game.moves(s, other) if move in game.moves(twin, other)]
            told = [seen(game, s, other, move, seat) for move in both]
            for move, here in zip(both, told, strict=True):
                # The same move in two worlds this seat cannot tell apart, nothing turned up.
                if here is not None:
                    assert seen(game, twin, other, move, seat) in (here, None)
            assert_masks(game, s, other, seat)


def assert_masks(game: Game[Any], s: State, mover: int, watcher: int) -> None:
    """Moves a watcher may not read look as much alike as their outlines do."""
    looks: dict[Move | None, Any] = {}
    outlines: dict[str, Move | None] = {}
    for move in game.moves(s, mover):
        readers = game.readers(s, mover, move)
        if readers is None or watcher in readers:
            continue
        here = seen(game, s, mover, move, watcher)
        if here is not None:
            outline = game.outline(s, mover, move)
            assert looks.setdefault(outline, here) == here, "a secret move can be read off"
            alike = outlines.setdefault(repr(here), outline)
            assert alike == outline, "an outline tells more than there is to see"


@every_table
@some
@given(data=st.data(), share=st.floats(0, 1))
def test_what_all_may_read_is_what_all_can_see(
    game: Game[Any], seats: int, data: Any, share: float
) -> None:
    """Two moves that look alike to a watcher: whichever it was is for nobody to read."""
    begin = data.draw(starts(game, seats))
    s = wander(game, begin, share)

    for watcher in range(seats):
        for mover in range(seats):
            looks: dict[str, Move] = {}
            for move in game.moves(s, mover) if mover != watcher else ():
                readers = game.readers(s, mover, move)
                if readers is not None and watcher not in readers:
                    continue
                after = game.clone(s)
                events = visible(game.apply(after, mover, move).events, watcher)
                look = repr((move.verb, game.view(after, watcher), events))
                other = looks.setdefault(look, move)
                assert other == move, f"{other} or {move}: a watcher cannot tell, but may read it"


def seen(game: Game[Any], s: State, mover: int, move: Move, watcher: int) -> Any:
    """What a watcher sees of somebody's move; None where something was turned up or drawn."""
    after = game.clone(s)
    applied = game.apply(after, mover, move)
    if turned_up(s, after):
        return None
    return game.view(after, watcher), visible(applied.events, watcher)


def turned_up(before: State, after: State) -> bool:
    """Did anybody learn something that the move alone does not tell?"""
    return after.reveals != before.reveals or after.drawn != before.drawn


@every_commuting_table
@some
@given(data=st.data(), share=st.floats(0, 1))
def test_choices_commute_where_a_step_says_so(
    game: Game[Any], seats: int, data: Any, share: float
) -> None:
    begin = data.draw(starts(game, seats))
    s = wander(game, begin, share)
    picker = begin.picker()
    while s.stack and not (game.steps[s.stack[-1].step].commutes and len(game.to_act(s)) > 1):
        game.play_unchecked(s, *pick(game, s, picker), Log(on=False))
    assume(s.stack)

    choices = {}
    for seat in game.to_act(s):
        moves = game.moves(s, seat)
        choices[seat] = moves[picker.below(len(moves))]
    ends = []
    for order in list(permutations(choices))[:6]:
        other = game.clone(s)
        for seat in order:
            game.apply(other, seat, choices[seat])
        ends.append(game.dump(other))

    assert all(end == ends[0] for end in ends)


@every_table
@some
@given(data=st.data(), share=st.floats(0, 1))
def test_views_are_plain_and_tell_no_secrets(
    game: Game[Any], seats: int, data: Any, share: float
) -> None:
    begin = data.draw(starts(game, seats))
    s = wander(game, begin, share)
    before = game.dump(s)

    for seat in (None, *range(seats)):
        view = game.view(s, seat)
        text = json.dumps(view)
        assert s.seed not in text
        assert view == json.loads(text), "a view holds JSON values only"
        assert not keys(view) & {"seed", "stack", "drawn", "reveals"}
        for key, value in game.header(s, seat).items():
            assert view.get(key, "nothing") == value, f"{key}: a view starts from Game.header"
        empty(view)

    assert game.dump(s) == before, "a view shares its lists with the state"


def keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list) else set()


def empty(value: Any) -> None:
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            empty(inner)
    value.clear()


@every_title
def test_random_play_is_fast_enough(game: Game[Any]) -> None:
    picker = Picker([], Random(1))
    log = Log(on=False)
    plies = 0
    begun = time.perf_counter()
    while plies < 3000:
        s, _ = game.setup(max(game.seats), {}, f"{plies:032x}")
        while s.stack:
            seat = s.stack[-1].seats[0]
            moves = game.moves(s, seat)
            game.play_unchecked(s, seat, moves[picker.below(len(moves))], log)
        plies += s.ply

    # A smoke test with a wide margin; the benchmark has the real numbers.
    assert plies / (time.perf_counter() - begun) > 3000
