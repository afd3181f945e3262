"""`python -m engine verify`: what it says, what it does not, and that no file can break it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from engine import registry
from engine.cli.main import main
from engine.core.proof import prove
from engine.core.record import Note, Ply, Record, parse, write
from engine.core.replay import standing
from tests.engine.conftest import SOAK
from tests.engine.core.test_fairness import proven_record
from tests.engine.core.test_proof import LATER, rebased

LEARNED = "tests.engine.core.test_proof:Learned"


@pytest.fixture(scope="module")
def text() -> str:
    return write(proven_record())


class Verify:
    """Writes a record and says what the command made of it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file, self.capsys = folder / "record.txt", capsys

    def __call__(self, text: str | bytes, *more: str) -> tuple[int, str]:
        self.file.write_bytes(text if isinstance(text, bytes) else text.encode())
        code = main(["verify", str(self.file), *more])
        said = self.capsys.readouterr()
        assert said.err == ""
        return code, said.out


@pytest.fixture
def verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Verify:
    return Verify(tmp_path, capsys)


def test_a_true_record_is_called_fair_and_the_limits_are_named(verify: Verify, text: str) -> None:
    code, said = verify(text)

    assert code == 0
    plies = sum(isinstance(line, Ply) for line in parse(text).lines)
    assert f"fair: commitment, seed, {plies} plies, result and digest hold" in said
    assert "a record made up from the first ply to the last would look the same" in said
    assert "not in the chain: who chose a ply" in said


@pytest.mark.parametrize("lost", ["result", "digest", "result and digest"])
def test_what_is_missing_is_called_missing(verify: Verify, text: str, lost: str) -> None:
    kept = [line for line in text.splitlines() if line.split()[0] not in lost.split()]

    code, said = verify("\n".join(kept))

    assert code == 1
    assert f"not whole: {lost} missing" in said
    assert "fair" not in said
    for claim in lost.split(" and "):
        assert claim not in said.split("What is there holds:")[1]


def test_a_deal_from_elsewhere_is_named_and_the_rest_is_checked(verify: Verify, text: str) -> None:
    dealt = text.replace("! secret", "! deal cup\n! secret")

    code, said = verify(dealt)

    assert code == 3
    assert "not proven: that nobody chose the deal; it came from 'cup'" in said
    assert "fair" not in said
    assert "seed" not in said
    assert verify(dealt.replace("! deal cup", "! deal cup\n! deal cup"))[0] == 1
    other = "0" if parse(text).seed[0] != "0" else "1"
    code, said = verify(dealt.replace(f"seed {parse(text).seed[0]}", f"seed {other}"))
    assert code == 1  # whoever dealt, the plies and their links follow from one deal only


def test_a_match_that_was_ended_early_has_no_result_and_says_why(verify: Verify) -> None:
    record = proven_record(upto=9)
    record.lines.append(Note(["end", "abandoned"]))

    code, said = verify(write(record))

    assert code == 0
    assert "fair as far as it was played" in said
    assert "it has no result: abandoned" in said


def test_a_match_that_just_stops_is_not_fair(verify: Verify) -> None:
    code, said = verify(write(proven_record(upto=9)))

    assert code == 1
    assert "the match is not over" in said


def test_nobody_abandons_a_match_that_is_over(verify: Verify, text: str) -> None:
    code, said = verify(text.replace("! secret", "! end abandoned\n! secret"))

    assert code == 1
    assert "the match is over" in said


def test_what_was_played_by_unknown_rules_is_named_and_not_called_fair(verify: Verify) -> None:
    code, said = verify(write(rebased()), "--title", LATER)

    assert code == 3
    assert "fair" not in said
    assert "not checked: 3 plies played by rules version 1" in said
    assert "not proven: that the plies up to 3 led to the position" in said


def test_a_program_of_before_says_that_it_could_not_check_the_result(verify: Verify) -> None:
    code, said = verify(write(rebased()), "--title", "tests.engine.core.hoist:Hoist")

    assert code == 3
    assert "not checked: result and digest" in said
    assert "plies played by rules version 2" in said


def test_where_both_rules_are_known_all_of_it_is_checked(verify: Verify) -> None:
    code, said = verify(write(rebased()), "--title", LEARNED)

    assert code == 0
    assert "fair: " in said
    assert "not checked" not in said


def test_a_noted_link_is_found_with_its_ply(verify: Verify, text: str) -> None:
    links = prove(registry.get("nauticus"), parse(text)).links
    sixth = next(link.value for link in links if link.ply == 6)

    code, said = verify(text, "--link", sixth[:16], "--link", f"{links[0].value[:8].upper()}…")

    assert code == 0
    assert f"link {sixth[:16]} stands after ply 6\n" in said
    assert f"link {links[0].value[:8]} stands after ply 0\n" in said
    assert "would look the same" not in said


def test_another_match_with_a_chain_of_its_own_lacks_the_noted_link(verify: Verify) -> None:
    mine, other = proven_record(), proven_record(dice=6)
    noted = next(line.words[1] for line in mine.lines if "chain" in getattr(line, "words", ()))
    assert verify(write(other))[0] == 0

    code, said = verify(write(other), "--link", noted[:16])

    assert code == 1
    assert f"link {noted[:16]} is not in it" in said


def test_a_link_shown_before_a_take_back_is_found_too(verify: Verify) -> None:
    record, shown = with_take_back()

    code, said = verify(write(record), "--link", shown)

    assert code == 0
    assert f"link {shown} stands after ply 3, later taken back" in said
    assert "2 plies were taken back" in said


def test_a_masked_ply_that_was_taken_back_only_hides_its_links(verify: Verify) -> None:
    record, shown = with_take_back()
    back = next(i for i, line in enumerate(record.lines) if "takeback" in str(line))
    masked = record.lines[back - 2]
    assert isinstance(masked, Ply)
    masked.move = None

    code, said = verify(write(record), "--link", shown)

    assert code == 1
    assert "fair: " in said
    assert f"link {shown} is not in it" in said


@pytest.mark.parametrize("word", ["", "123", "xyzxyzxyz", "a" * 65])
def test_what_is_no_link_is_refused(
    verify: Verify, text: str, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    verify.file.write_text(text)

    assert main(["verify", str(verify.file), "--link", word]) == 2

    assert "a link is at least 8 hex digits" in capsys.readouterr().err


@pytest.mark.parametrize("raw", [b"", b"\x00", b"\xff\xfe", b"title\n", b"! rebase 1 1\n" * 9])
def test_any_other_file_gets_a_sentence(verify: Verify, raw: bytes) -> None:
    code, said = verify(raw)

    assert code == 1
    assert said.count("\n") == 1


def with_take_back() -> tuple[Record, str]:
    """Plies 2 and 3 were taken back and others played; the link after ply 3, as it was shown."""
    record = proven_record(back=(3, 1))
    links = prove(registry.get("nauticus"), record).links
    (shown,) = [link.value for link in links if link.ply == 3 and link.taken_back]
    return record, shown[:16]


# -- mutations ---------------------------------------------------------------------------------


def what_was_played(record: Record) -> object:
    """All a verdict of "fair" vouches for: the deal, the plies that count, the claims."""
    notes = sorted(
        tuple(line.words)
        for line in record.lines
        if isinstance(line, Note) and line.words[0] in ("match", "secret", "nonce", "chain", "end")
    )
    header = (record.title, record.version, record.seats, record.options, record.seed)
    claims = (record.commitment, record.result, record.digest)
    plies = [(line.seat, line.move) for line in standing(record) if isinstance(line, Ply)]
    return header, claims, notes, plies


def mutated(raw: bytes, dice: random.Random) -> bytes:
    """One small thing changed: a byte, a line, a word, a number."""
    lines = raw.split(b"\n")
    at = dice.randrange(len(lines))
    kind = dice.randrange(9)
    if kind == 0:
        place = dice.randrange(len(raw))
        return raw[:place] + bytes([dice.randrange(256)]) + raw[place + 1 :]
    if kind == 1:
        place = dice.randrange(len(raw))
        return raw[:place] + raw[place + dice.randrange(1, 5) :]
    if kind == 2:
        place = dice.randrange(len(raw))
        return (
            raw[:place] + dice.choice((b" ", b"\n", b"0", b"-1", b"#", b"?", b"! ")) + raw[place:]
        )
    if kind == 3:
        del lines[at]
    elif kind == 4:
        lines.insert(at, lines[dice.randrange(len(lines))])
    elif kind == 5:
        other = dice.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 6:
        lines.insert(at, dice.choice(STRAY))
    elif kind == 7:
        lines[at] = re.sub(rb"\d+", lambda _: b"%d" % dice.randrange(20), lines[at], count=1)
    else:
        words = lines[at].split(b" ")
        words[dice.randrange(len(words))] = dice.choice(STRAY).split(b" ")[-1]
        lines[at] = b" ".join(words)
    return b"\n".join(lines)


STRAY = (
    b"! takeback 1", b"! takeback 0", b"! takeback 999", b"! rebase 1 " + b"ab" * 16,
    b"! rebase 2 " + b"cd" * 16, b"! origin " + b"ab" * 32 + b" eJw=", b"! chain " + b"0" * 64,
    b"! end abandoned", b"! nonce more", b"result 1 2", b"digest " + b"ab" * 16, b"0 pass",
    b"1 end bot", b"option rounds 3", b"seats 4", b"title nauticus 3", b"", b"# remark", b"0 ?",
)  # fmt: skip


def good(name: str) -> tuple[str, str | None]:
    if name == "nauticus":
        return write(proven_record()), None
    if name == "take-back":
        return write(with_take_back()[0]), None
    return write(rebased()), LEARNED if name == "rebased" else LATER


@pytest.mark.parametrize("name", ["nauticus", "take-back", "rebased", "rebased, old unknown"])
def test_no_mutation_breaks_it_or_passes_for_fair(verify: Verify, name: str) -> None:
    text, title = good(name)
    more = () if title is None else ("--title", title)
    truth = what_was_played(parse(text))
    dice = random.Random(name)
    refused = 0
    for _ in range(250 * SOAK):
        raw = text.encode()
        for _ in range(dice.choice((1, 1, 1, 2, 3))):
            raw = mutated(raw, dice)

        code, said = verify(raw, *more)

        assert code in (0, 1, 3)
        assert (": fair" in said) == (code == 0)
        if code == 0:
            assert what_was_played(parse(raw.decode())) == truth, raw.decode()
        refused += code == 1
    assert refused > 120 * SOAK
