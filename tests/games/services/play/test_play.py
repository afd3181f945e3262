"""A turn is a private draft until it is confirmed; what is confirmed is never lost or doubled."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from engine.cli.main import main as engine
from engine.core.errors import IllegalMove, NotYourDecision, RulesError
from engine.core.types import parse_move
from games.errors import NotAllowed, Stale, TableClosed
from games.models import Draft, Entry, Match, Ply, Snapshot
from games.selectors.positions import game_of, position
from games.selectors.records import text_for
from games.selectors.turns import Turn, at_of
from games.services.play import bots, clocks, turns
from games.services.tables import lobby
from games.terms.charter import Charter
from tests.games.play_helpers import look, owing, play_out, start, statements, step
from tests.strangers import ours

pytestmark = pytest.mark.django_db

ONE_ROUND = {"rounds": 1}


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return start(alice, bob, options=ONE_ROUND)


def test_the_stored_match_equals_the_engines_replay(match: Match) -> None:
    play_out(match)

    assert match.status == Match.Status.FINISHED
    game = game_of(match)
    state, _ = game.setup(match.size, match.options, match.seed)
    for ply in match.plies.order_by("number"):
        game.apply(state, ply.seat, parse_move(ply.move))
    assert game.digest(state) == game.digest(position(match))
    assert [seat.score for seat in match.seats.all()] == [s.total for s in game.score(state)]
    assert [seat.place for seat in match.seats.all()] == game.ranking(state)


def test_a_draft_changes_nothing_until_it_is_confirmed(match: Match) -> None:
    seat = owing(match)
    before = (match.ply, match.state)
    move = game_of(match).moves(position(match), seat.number)[0]

    turns.submit(
        code=match.code, user=seat.user, moves=[str(move)], at=at_of(seat, look(match, seat))
    )

    match.refresh_from_db()
    assert (match.ply, match.state) == before
    assert Draft.objects.get().moves == [str(move)]
    assert not ours(Ply).exists()


def test_undo_drops_the_last_move_and_undo_all_the_rest(match: Match) -> None:
    dice = random.Random(3)
    seat = owing(match)
    while not Draft.objects.filter(match=match, parked=False).exclude(moves=[]).exists():
        step(match, dice)
        match.refresh_from_db()
    draft = Draft.objects.exclude(moves=[]).get()
    seat = match.seats.get(number=draft.seat)

    turns.undo(code=match.code, user=seat.user, at=at_of(seat, look(match, seat)))

    shorter = Draft.objects.get(pk=draft.pk)
    assert shorter.moves == draft.moves[:-1]
    seat.refresh_from_db()
    turns.undo(code=match.code, user=seat.user, at=at_of(seat, look(match, seat)), everything=True)
    assert Draft.objects.get(pk=draft.pk).moves == []


def test_the_same_click_twice_counts_once(match: Match) -> None:
    seat = owing(match)
    at = at_of(seat, look(match, seat))
    move = str(game_of(match).moves(position(match), seat.number)[0])
    turns.submit(code=match.code, user=seat.user, moves=[move], at=at)

    with pytest.raises(Stale):
        turns.submit(code=match.code, user=seat.user, moves=[move], at=at)

    assert Draft.objects.get().moves == [move]


def test_several_moves_are_all_or_nothing(match: Match) -> None:
    seat = owing(match)
    at = at_of(seat, look(match, seat))
    good = str(game_of(match).moves(position(match), seat.number)[0])

    with pytest.raises(IllegalMove):
        turns.submit(code=match.code, user=seat.user, moves=[good, "choose:7"], at=at)

    assert not Draft.objects.exists()


def test_nobody_plays_for_another(match: Match, alice: User, bob: User, charlie: User) -> None:
    seat = owing(match)
    other = bob if seat.user == alice else alice
    waiting = match.seats.get(user=other)
    at = at_of(waiting, look(match, waiting))

    with pytest.raises((NotYourDecision, IllegalMove)):
        turns.submit(code=match.code, user=other, moves=["choose:0"], at=at)
    with pytest.raises(NotAllowed, match=r"^not-seated$"):
        turns.submit(code=match.code, user=charlie, moves=["choose:0"], at=at)


def pass_the_turn(match: Match) -> None:
    """Whoever owes chooses a tile if need be, then passes."""
    match.refresh_from_db()
    seat = owing(match)
    for move in ("choose:0", "pass", "end"):
        seat.refresh_from_db()
        found = look(match, seat)
        if seat.owes and parse_move(move) in game_of(match).moves(found.state, seat.number):
            at = at_of(seat, found)
            turns.submit(code=match.code, user=seat.user, moves=[move], at=at, confirm=True)
            match.refresh_from_db()


def test_a_plan_made_ahead_is_there_when_the_turn_comes(
    alice: User, bob: User, charlie: User
) -> None:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    pass_the_turn(match)
    third = match.seats.select_related("user").get(number=2)
    assert not third.owes

    turns.submit(
        code=match.code,
        user=third.user,
        moves=["pass"],
        at=at_of(third, look(match, third)),
        confirm=True,
    )
    third.refresh_from_db()
    with pytest.raises(NotAllowed, match=r"^not-your-turn-yet$"):
        turns.confirm(code=match.code, user=third.user, at=at_of(third, look(match, third)))
    assert not match.plies.filter(seat=2).exists()

    pass_the_turn(match)
    third.refresh_from_db()
    assert third.owes
    assert [str(move) for move in look(match, third).moves] == ["pass"]


def test_a_commit_takes_few_statements(alice: User, bob: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=2, options=ONE_ROUND), bots=1)
    dice = random.Random(5)
    counts = []
    for _ in range(120):
        match.refresh_from_db()
        if not match.is_running:
            break
        if bots.take_turn(code=match.code, ply=match.ply):
            continue
        seat = owing(match)
        found = look(match, seat)
        if found.parked is None:
            step(match, dice)
            continue
        with CaptureQueriesContext(connection) as queries:
            turns.confirm(code=match.code, user=alice, at=at_of(seat, found))
        match.refresh_from_db()
        if match.is_running:
            counts.append(statements(queries))
    assert counts
    assert max(counts) <= 14


def test_its_record_proves_itself_and_a_forged_one_does_not(match: Match, tmp_path: Path) -> None:
    play_out(match)
    file = tmp_path / "record.txt"
    text = text_for(match, None)

    file.write_text(text)
    assert engine(["verify", str(file)]) == 0
    for old, new in (
        (match.secret, "0" * 64),
        (match.seed, "0" * 32),
        (match.chain, "0" * 64),
        ("\n0 choose:", "\n1 choose:"),
    ):
        file.write_text(text.replace(old, new, 1))
        assert engine(["verify", str(file)]) == 1


def test_a_running_record_keeps_the_seed(match: Match) -> None:
    text = text_for(match, 0)

    assert match.commitment in text
    assert match.seed not in text
    assert match.secret not in text


def test_the_audit_finds_a_changed_ply(match: Match) -> None:
    play_out(match)
    call_command("audit_matches")

    Ply.objects.filter(match=match, number=1).update(link="0" * 64)

    with pytest.raises(CommandError):
        call_command("audit_matches")


def test_the_log_has_no_gap(match: Match) -> None:
    play_out(match)

    numbers = list(Entry.objects.filter(match=match).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_finished_match_is_one_film(match: Match) -> None:
    play_out(match)

    assert not Snapshot.objects.filter(match=match).exists()
    assert match.film.count > 5


def test_a_match_survives_a_change_of_the_rules(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(2)
    for _ in range(20):
        step(match, dice)
        match.refresh_from_db()
    game = type(game_of(match))
    now = game.version
    monkeypatch.setattr(game, "version", now + 1)
    monkeypatch.setattr(game, "migrate", lambda self, raw, version: raw)

    play_out(match)

    assert [segment["version"] for segment in match.segments] == [now, now + 1]
    assert f"! rebase {now + 1} " in text_for(match, None)
    call_command("audit_matches")


# --- what a draft may hold ----------------------------------------------------------------


def submit(match: Match, *moves: str, confirm: bool = False) -> Turn:
    match.refresh_from_db()
    seat = owing(match)
    at = at_of(seat, look(match, seat))
    assert seat.user is not None
    return turns.submit(code=match.code, user=seat.user, moves=moves, at=at, confirm=confirm)


def test_a_draft_holds_sixty_moves(match: Match) -> None:
    """One more is refused before anything is looked at; sixty are the rules' affair."""
    with pytest.raises(NotAllowed, match=r"^draft-too-long$"):
        submit(match, *["choose:0"] * 61)
    with pytest.raises(RulesError):
        submit(match, *["choose:0"] * 60)
    submit(match, "choose:0")
    with pytest.raises(NotAllowed, match=r"^draft-too-long$"):
        submit(match, *["choose:0"] * 60)
    with pytest.raises(RulesError):
        submit(match, *["choose:0"] * 59)

    assert Draft.objects.get().moves == ["choose:0"]


def test_what_is_not_whole_is_kept_and_not_committed(match: Match) -> None:
    turn = submit(match, "choose:0", confirm=True)

    assert turn.drafted
    assert not ours(Ply).exists()
    seat = owing(match)
    assert seat.drafted
    assert turn.at == at_of(seat, look(match, seat))


def test_an_empty_turn_is_not_confirmed(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None

    with pytest.raises(NotAllowed, match=r"^turn-not-whole$"):
        turns.confirm(code=match.code, user=seat.user, at=at_of(seat, look(match, seat)))


def test_a_whole_turn_waits_for_its_confirmation(match: Match) -> None:
    turn = submit(match, "choose:0", "pass", "end")
    draft = Draft.objects.get()
    assert (draft.moves, draft.parked, draft.standing) == (["choose:0", "pass", "end"], True, False)
    assert not ours(Ply).exists()
    seat = owing(match)
    assert seat.user is not None
    revision = seat.revision

    done = turns.confirm(code=match.code, user=seat.user, at=turn.at)

    assert (done.at, done.drafted) == ("", False)
    assert not Draft.objects.exists()
    seat.refresh_from_db()
    match.refresh_from_db()
    assert (seat.owes, seat.drafted, seat.deadline) == (False, False, None)
    assert seat.revision == revision + 1
    assert seat.seen_ply == match.ply == 3
    assert [(p.number, p.seat, p.move, p.cause) for p in match.plies.order_by("number")] == [
        (1, 0, "choose:0", ""), (2, 0, "pass", ""), (3, 0, "end", ""),
    ]  # fmt: skip


def test_undo_of_nothing_leaves_nothing(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None

    turn = turns.undo(code=match.code, user=seat.user, at=at_of(seat, look(match, seat)))

    assert not turn.drafted
    assert Draft.objects.get().moves == []


def test_nobody_plays_at_a_match_that_is_over_or_has_not_begun(alice: User, bob: User) -> None:
    table = lobby.create(user=alice, charter=Charter(size=2))
    match = start(alice, bob, options=ONE_ROUND)
    clocks.leave_running(code=match.code, user=bob)

    for code in (table.code, match.code):
        with pytest.raises(TableClosed):
            turns.submit(code=code, user=alice, moves=["choose:0"], at="1.0")
        with pytest.raises(TableClosed):
            turns.undo(code=code, user=alice, at="1.0")
        with pytest.raises(TableClosed):
            turns.confirm(code=code, user=alice, at="1.0")
    with pytest.raises(Match.DoesNotExist):
        turns.confirm(code="nothere2", user=alice, at="1.0")


def test_a_seat_that_still_owes_keeps_its_deadline(match: Match) -> None:
    """At a table of two the second ends a phase and begins the next: one turn after another."""
    pass_the_turn(match)
    before = owing(match)
    assert before.deadline is not None

    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        submit(match, "pass", "end", confirm=True)

    after = owing(match)
    assert (after.number, after.deadline) == (before.number, before.deadline)


def test_the_next_seat_gets_the_full_time_and_is_no_longer_skipped(match: Match) -> None:
    waiting = match.seats.get(number=1)
    match.seats.update(skipped_at=timezone.now())

    with time_machine.travel(timezone.now() + timedelta(days=1), tick=False):
        now = timezone.now()
        submit(match, "choose:0", "pass", "end", confirm=True)

    waiting.refresh_from_db()
    assert waiting.deadline == now + timedelta(days=3)
    assert waiting.skipped_at is None
    match.refresh_from_db()
    assert match.moved_at == now


def test_a_position_is_kept_each_time_the_turn_passes_on(match: Match) -> None:
    submit(match, "choose:0", "pass", "end", confirm=True)
    submit(match, "pass", "end", confirm=True)

    # After the second turn the same seat owes again: nothing has passed on.
    assert list(match.snapshots.order_by("ply").values_list("ply", flat=True)) == [0, 3]


def test_undo_takes_one_move_at_a_time(match: Match) -> None:
    submit(match, "choose:0", "pass", "end")
    seat = owing(match)
    assert seat.user is not None
    left = []
    for _ in range(3):
        seat.refresh_from_db()
        turns.undo(code=match.code, user=seat.user, at=at_of(seat, look(match, seat)))
        left.append(Draft.objects.get().moves)

    assert left == [["choose:0", "pass"], ["choose:0"], []]
