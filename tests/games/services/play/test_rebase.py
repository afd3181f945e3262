"""A change of the rules: running matches go on, old ones stay, records say what was played when."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from engine import registry
from engine.cli.main import main as engine
from games.models import Match, Ply, Snapshot
from games.selectors.audit import audit
from games.selectors.positions import game_of, position, version_at
from games.selectors.records import text_for
from games.selectors.snapshots import state_at, unpack
from games.services.play import clocks, rebase
from tests.games.play_helpers import play_out, start, step

pytestmark = pytest.mark.django_db

OLD = "tests.engine.titles.quay.game:Quay"
NEW = "tests.engine.titles.quay.next:NextQuay"
LEARNED = "tests.engine.titles.quay.next:LearnedQuay"
MUTE = "tests.engine.titles.quay.next:MuteQuay"


@pytest.fixture(autouse=True)
def _quay() -> Iterator[None]:
    registry.register("quay", OLD)
    yield
    registry.forget("quay")


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    """A running match of the old rules."""
    match = start(alice, bob, charlie, title="quay", options={"rounds": 3})
    dice = random.Random(5)
    while match.ply < 12:
        step(match, dice)
        match.refresh_from_db()
    return match


def now_speak(path: str) -> None:
    registry.TITLES["quay"] = path


def test_a_running_match_goes_on_from_its_position(match: Match) -> None:
    past = match.ply
    now_speak(NEW)

    play_out(match)

    assert [(part["version"], part["ply"]) for part in match.segments] == [(1, 0), (2, past)]
    assert position(match).tide == 7  # type: ignore[attr-defined]
    assert audit(match) == ""
    call_command("audit_matches")


def test_every_ply_of_both_parts_can_be_seen(match: Match, client: Client) -> None:
    past = match.ply
    now_speak(NEW)
    play_out(match)

    assert [version_at(match, ply) for ply in (0, past - 1, past, match.ply)] == [1, 1, 2, 2]
    for ply in range(match.ply + 1):
        assert state_at(match, ply).ply == ply
    for ply in (0, past - 1, past, match.ply):
        assert client.get(f"/t/{match.code}/at/{ply}/").status_code == 200


def test_where_todays_rules_cannot_follow_the_stored_position_before_is_shown(
    match: Match, client: Client
) -> None:
    Snapshot.objects.filter(match=match, ply=5).delete()
    before = Snapshot.objects.filter(match=match, ply__lt=5).order_by("-ply")[0].ply
    now_speak(NEW)
    Ply.objects.filter(match=match, number=before + 1).update(move="gone:3")

    assert state_at(match, 5).ply == before
    assert client.get(f"/t/{match.code}/at/5/").status_code == 200


def test_a_finished_match_of_older_rules_stays(match: Match, client: Client) -> None:
    play_out(match)
    text = text_for(match, None)
    now_speak(NEW)
    match = Match.objects.get(pk=match.pk)

    assert text_for(match, None) == text
    assert state_at(match, 3).tide == 7  # type: ignore[attr-defined]
    base = match.get_absolute_url()
    for path in (base, f"{base}result/", f"{base}record.txt", f"{base}at/3/"):
        assert client.get(path).status_code == 200, path
    call_command("audit_matches")


def test_one_that_cannot_be_read_any_more_still_has_result_and_record(
    match: Match, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    play_out(match)
    now_speak(MUTE)

    base = match.get_absolute_url()
    for path in (base, f"{base}at/3/"):
        assert client.get(path).url == f"{base}result/"  # type: ignore[attr-defined]
    for path in (f"{base}result/", f"{base}record.txt"):
        assert client.get(path).status_code == 200
    with pytest.raises(CommandError):
        call_command("audit_matches")
    assert f"{match.code}: cannot be read any more" in capsys.readouterr().err


def test_the_record_has_a_part_per_version_and_can_be_verified(
    match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    past = match.ply
    now_speak(NEW)
    play_out(match)
    text = text_for(match, None)
    file = tmp_path / "record.txt"

    lines = text.splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("! rebase 2 "))
    assert sum(line[0].isdigit() for line in lines[:at]) == past
    assert lines[at + 1].startswith("! origin ")
    file.write_text(text)
    assert engine(["verify", str(file)]) == 3
    said = capsys.readouterr().out
    assert f"{match.ply - past} plies, result and digest hold" in said
    assert f"not checked: {past} plies played by rules version 1" in said
    assert f"not proven: that the plies up to {past} led to the position" in said
    assert "fair" not in said


def test_where_the_old_rules_are_kept_both_parts_are_proven(
    match: Match, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    now_speak(LEARNED)
    play_out(match)
    file = tmp_path / "record.txt"
    text = text_for(match, None)

    file.write_text(text)

    assert "! rebase 2 " in text
    assert engine(["verify", str(file)]) == 0
    assert f"fair: commitment, seed, {match.ply} plies, result" in capsys.readouterr().out


def test_a_running_record_does_not_say_where_it_was_rebased_to(match: Match) -> None:
    now_speak(NEW)
    dice = random.Random(1)
    while match.rules_version == 1:
        step(match, dice)
        match.refresh_from_db()

    text = text_for(match, 0)

    assert "! rebase 2 " in text
    assert "! origin" not in text  # it holds the seed and everybody's cards


def test_a_time_out_and_a_rebase_stand_where_they_happened(match: Match) -> None:
    first = match.seats.select_related("user").get(number=0)
    assert first.user is not None
    clocks.leave_running(code=match.code, user=first.user)
    past = match.ply
    now_speak(NEW)
    call_command("audit_matches", "--rebase")

    lines = text_for(Match.objects.get(pk=match.pk), None).splitlines()

    at = lines.index("! leave 0")
    assert sum(line[0].isdigit() for line in lines[:at]) == past
    assert lines[at + 1].startswith("! rebase 2 ")


def test_the_audit_carries_running_matches_over(
    match: Match, capsys: pytest.CaptureFixture[str]
) -> None:
    now_speak(NEW)
    call_command("audit_matches")
    others = Match.objects.exclude(state=None).exclude(pk=match.pk).count()
    said = f"{others} replayed, 0 rebased, 1 of older rules, 0 differ"
    assert said in capsys.readouterr().out

    call_command("audit_matches", "--rebase")

    assert f"{others} replayed, 1 rebased" in capsys.readouterr().out
    match.refresh_from_db()
    assert match.rules_version == game_of(match).version
    assert match.origin == match.state
    call_command("audit_matches", match.code)
    assert "1 replayed" in capsys.readouterr().out


@pytest.mark.parametrize("where", ["snapshot", "position", "ply", "chain", "gap"])
def test_the_audit_names_what_was_changed_under_old_rules(match: Match, where: str) -> None:
    now_speak(NEW)
    if where == "snapshot":
        row = Snapshot.objects.filter(match=match, ply__gt=0).order_by("ply")[0]
        row.state["bank"] += 1
        row.save()
    elif where == "position":
        match.state["bank"] += 1  # type: ignore[index]
        match.save()
    elif where == "ply":
        Ply.objects.filter(match=match, number=match.ply).update(seat=2, move="pass")
    elif where == "chain":
        Match.objects.filter(pk=match.pk).update(chain="0" * 64)
    else:
        Ply.objects.filter(match=match, number=4).delete()

    assert audit(Match.objects.get(pk=match.pk))
    with pytest.raises(CommandError):
        call_command("audit_matches")


def test_the_audit_checks_the_film_of_a_part_it_cannot_replay(match: Match) -> None:
    now_speak(NEW)
    play_out(match)
    assert audit(match) == ""
    shown = next(ply for ply, _raw in unpack(match.film) if ply > 0)
    Ply.objects.filter(match=match, number=shown).update(link="0" * 64)

    assert "not the one its ply led to" in audit(match)


def test_only_a_running_match_of_older_rules_is_rebased(match: Match) -> None:
    assert rebase.rebase_stored(code=match.code) is False
    now_speak(NEW)

    assert rebase.rebase_stored(code=match.code) is True
    assert rebase.rebase_stored(code=match.code) is False

    match.refresh_from_db()
    assert (match.rules_version, match.origin_ply) == (2, match.ply)
    assert match.origin == match.state
    last = match.segments[-1]
    assert (last["version"], last["ply"], last["link"]) == (2, match.ply, match.chain)
    assert last["digest"] == game_of(match).digest(position(match))
    (line,) = match.log.filter(kind="!rebase")
    assert line.data == {"segment": 1, "after": match.plies.count()}
    assert line.number == match.entries
    assert match.snapshots.get(ply=match.ply).state == match.state


def test_a_finished_match_is_left_alone(match: Match) -> None:
    play_out(match)
    now_speak(NEW)

    assert rebase.rebase_stored(code=match.code) is False


def test_a_match_of_nauticus_1_goes_on_by_version_2_and_is_proven_whole(
    alice: User,
    bob: User,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as before:
        before.setitem(registry.TITLES, "nauticus", "engine.nauticus.former:First")
        match = start(alice, bob, options={"rounds": 1})
        dice = random.Random(5)
        while match.ply < 12:
            step(match, dice)
            match.refresh_from_db()
    past = match.ply
    assert match.rules_version == 1

    play_out(match)

    assert [(part["version"], part["ply"]) for part in match.segments] == [(1, 0), (2, past)]
    assert audit(match) == ""
    file = tmp_path / "record.txt"
    file.write_text(text_for(match, None))
    assert engine(["verify", str(file)]) == 0
    assert f"fair: commitment, seed, {match.ply} plies, result" in capsys.readouterr().out
