from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main, parser
from engine.cli.play import run as run_play
from engine.core import Frame, Log, Move, Seat, by_key
from engine.core.record import parse
from engine.testing.at import golden
from tests.engine.core.hoist import Hoist, HoistState, Turn
from tests.engine.titles.barter.game import Barter

HOIST = "tests.engine.core.hoist:Hoist"
QUAY = "tests.engine.titles.quay.game:Quay"
BARTER = "tests.engine.titles.barter.game:Barter"
BROKEN = "tests.engine.cli.test_cli:Broken"


def play(line: list[str], *typed: str) -> list[str]:
    """A session at the keyboard; the keyboard is pulled out after the last line."""
    said: list[str] = []
    lines = iter(typed)

    def read(prompt: str) -> str:
        said.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    assert run_play(parser().parse_args(["play", *line]), read, said.append) == 0
    return said


def test_it_lists_the_titles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["titles"]) == 0

    assert capsys.readouterr().out.startswith("nauticus 2 ")


def test_simulating_gives_figures(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["simulate", QUAY, "--seats", "3", "--games", "5", "--seed", "x", "--json"]
    assert main(line) == 0
    one = json.loads(capsys.readouterr().out)
    assert main(line) == 0
    two = json.loads(capsys.readouterr().out)

    assert one["games"] == 5
    assert one["plies"] > 20
    assert one["plies_per_s"] > 0
    assert [score["seat"] for score in one["scores"]] == [0, 1, 2]
    assert sum(score["wins"] for score in one["scores"]) >= 5
    # The same seed, the same matches.
    assert (one["plies"], one["scores"]) == (two["plies"], two["scores"])


def test_simulating_with_other_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", HOIST, "--seats", "2", "--games", "4", "--player", "greedy"]) == 0
    assert main(["simulate", "nauticus", "--games", "1", "--option", "rounds=1"]) == 0
    assert main(["simulate", HOIST, "--seats", "2", "--games", "0",
                 "--player", "greedy,random", "--option", "barrels=6"]) == 0  # fmt: skip

    out = capsys.readouterr().out
    assert "4 matches of hoist, 2 seats" in out
    assert "seat 1 random" in out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (["simulate", "chess"], "no title 'chess'; there are: nauticus"),
        (["simulate", "no.such:Title"], "no title at no.such:Title"),
        (["simulate", "builtins:dict"], "no title at builtins:dict"),
        (["simulate", HOIST, "--seats", "9"], "hoist is for 2 to 4 seats"),
        (["simulate", HOIST, "--player", "genius"], "players are random or beginner or greedy"),
        (["simulate", HOIST, "--option", "barrels"], "an option looks like"),
        (["simulate", HOIST, "--option", "barrels=7"], "option 'barrels' cannot be 7"),
        (["fuzz", HOIST, "--seats", "1"], "hoist is for 2 to 4 seats"),
    ],
)
def test_mistakes_are_answered_with_a_sentence(
    line: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(line) == 2

    assert words in capsys.readouterr().err


def test_a_hot_seat_match_is_played_to_the_end(tmp_path: Path) -> None:
    file = tmp_path / "match.txt"

    said = play([HOIST, "--seats", "2", "--option", "barrels=6", "--record", str(file)],
                *["take:1"] * 20)  # fmt: skip

    assert "The match is over." in said
    assert parse(file.read_text()).result
    assert main(["replay", str(file), "--title", HOIST]) == 0


def test_moves_are_taken_by_number_or_text_and_refused_with_a_reason() -> None:
    said = play([HOIST, "--seats", "2"], "2", "take:9", "sing", "Take 3!", "99", "why take:9",
                "why take:1", "why ?!", "?", "moves", "board")  # fmt: skip

    assert "Seat 0: take:2" in said
    assert "how-many most=3 (R1.2)" in said
    assert "There's no such move in this game." in said
    assert said.count("That's not a move.") == 3
    assert "That move is possible." in said
    assert said.count("  3  take:3           take:3") == 4
    assert any("'undo' takes back" in line for line in said)


def test_undo_goes_back_to_the_last_decision_of_a_person() -> None:
    said = play([HOIST, "--seats", "2", "--against", "random"], "undo", "1", "undo", "quit")

    assert "There's nothing to undo." in said
    assert "Undone." in said
    assert said[-1].splitlines()[-2].split() == ["Total", "0", "0"]
    assert "Goodbye." in said


def test_secret_moves_are_not_read_out_and_bots_answer() -> None:
    said = play([QUAY, "--seats", "2", "--against", "greedy"], "1")

    assert "Seat 0 has decided." in said
    assert not any("draws" in line for line in said)
    assert "Seat 1 has decided." in said
    assert not any(line.startswith("Seat 1: bid") for line in said)


def test_events_are_told_on_the_way() -> None:
    said = play([QUAY, "--seats", "2"], "1", "1", "close", "close", *["1"] * 4)

    assert any(line.startswith("  Seat") and "hauls card" in line for line in said)


def test_another_person_at_the_keyboard_may_move_out_of_turn() -> None:
    said = play([QUAY, "--seats", "3"], "2 1", "0 1", "1 1")

    assert [line for line in said if line.endswith("decided.")] == [
        "Seat 2 has decided.",
        "Seat 0 has decided.",
        "Seat 1 has decided.",
    ]


def test_a_match_can_be_saved_on_the_way(tmp_path: Path) -> None:
    file = tmp_path / "half.txt"

    said = play([HOIST, "--seats", "2"], "1", f"save {file}", f"save {file}/no/where")

    assert f"Saved to {file}." in said
    assert any("exists" in line or "Not a directory" in line for line in said)
    assert main(["replay", str(file), "--title", HOIST]) == 0


def test_a_record_makes_its_folder(tmp_path: Path) -> None:
    """Whoever has played a match to the end must not lose it for want of one."""
    file = tmp_path / "records" / "hoist" / "match.txt"

    play([HOIST, "--seats", "2", "--record", str(file)], *["take:2"] * 20, "take:1")
    assert parse(file.read_text()).result


def record(tmp_path: Path) -> Path:
    file = tmp_path / "match.txt"
    play([HOIST, "--seats", "2", "--record", str(file)], *["take:2"] * 20, "take:1")
    assert parse(file.read_text()).result
    return file


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("digest ", "digest 00", "the digest is"),
        ("result ", "result 9", "the result is"),
        ("0 take:2", "0 take:7", "how-many"),
        ("0 take:2", "0 take:two", "line 5: not a move: 'take:two'"),
        ("title hoist", "title chess", "a record of 'chess'"),
        ("seats 2", "seats 9", "hoist is not for 9 seats"),
    ],
)
def test_a_record_that_does_not_hold_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, words: str
) -> None:
    file = record(tmp_path)
    text = file.read_text().replace(old, new, 1)
    if "seats 9" in text:
        text = text.partition("result")[0]
    file.write_text(text)

    assert main(["replay", str(file), "--title", HOIST]) == 1

    assert words in capsys.readouterr().out


def test_stored_records_of_registered_titles_are_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = golden("nauticus")[0]

    assert main(["replay", str(file)]) == 0

    assert "checked: result and digest" in capsys.readouterr().out


def test_replay_needs_files_and_titles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = record(tmp_path)

    assert main(["replay", str(tmp_path / "none.txt"), str(file)]) == 1

    out = capsys.readouterr().out
    assert "cannot be read" in out
    assert "no title 'hoist' is registered" in out


def test_retelling_rewrites_only_what_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = record(tmp_path)
    text = file.read_text()
    line = ["retell", str(file), "--title", HOIST]

    assert main(line) == 0
    assert "unchanged" in capsys.readouterr().out

    file.write_text(text.replace("digest ", "digest 00"))
    assert main(line) == 0
    assert file.read_text() == text

    file.write_text(text.replace("take:2", "take:7"))
    assert main(line) == 1
    assert "left alone" in capsys.readouterr().out
    assert "take:7" in file.read_text()


def test_fuzzing_counts_its_plies(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", QUAY, "--seconds", "20", "--plies", "300"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[::2]] == [f"quay, {n} seats" for n in (2, 3, 4)]
    assert all("no fault" in line for line in lines[::2])


def test_fuzzing_tells_how_often_each_verb_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", BARTER, "--seconds", "20", "--plies", "200", "--seats", "3"]) == 0

    _figures, told = capsys.readouterr().out.splitlines()
    played = {verb: int(count) for verb, count in map(str.split, told.split(","))}
    assert set(played) == Barter().verbs
    assert all(played[verb] for verb in ("call", "slip", "counter", "accept"))
    assert sum(played.values()) >= 200


def test_simulating_composes(capsys: pytest.CaptureFixture[str]) -> None:
    for players in ("random", "random,greedy"):
        line = ["simulate", BARTER, "--seats", "2", "--games", "3", "--player", players, "--json"]
        assert main(line) == 0
        assert json.loads(capsys.readouterr().out)["plies"] > 30


def test_fuzzing_stops_in_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", HOIST, "--seconds", "0", "--plies", "100", "--seats", "2"]) == 0
    assert main(["fuzz", HOIST, "--seconds", "0.05"]) == 0

    assert "time ran out" in capsys.readouterr().out


class Greedy(Turn):
    def play(self, s: HoistState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        super().play(s, f, seat, move, log)
        if move.args[0] == 3:
            s.pile -= 99


class Broken(Hoist):
    steps: Any = by_key(Greedy())


def test_a_crash_leaves_a_transcript(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", BROKEN, "--seconds", "5", "--out", str(tmp_path)]) == 1
    assert "broke down; transcript in" in capsys.readouterr().out

    (file,) = tmp_path.iterdir()
    text = file.read_text()
    assert "take:3" in text
    assert "# AssertionError" in text
    assert parse(text).title == "hoist"


class Bursting(Hoist):
    def score(self, s: HoistState) -> Any:
        raise KeyError("sheet")


def test_broken_rules_are_told_apart_from_a_wrong_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = record(tmp_path)

    title = "tests.engine.cli.test_cli:Bursting"
    assert main(["replay", str(file), "--title", title]) == 1

    assert "the rules broke down: KeyError: 'sheet'" in capsys.readouterr().out


def test_leaving_with_the_keyboard_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupt)
    monkeypatch.setattr("engine.cli.play.run.__defaults__", (interrupt, print))

    assert main(["play", HOIST]) == 130
