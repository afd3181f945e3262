"""Checking a downloaded record: the commitment was kept, the seed follows, no ply was changed.

A record of a finished match carries what the site knew in platform lines: `! match CODE`,
`! secret HEX`, `! nonce TEXT` for each player who brought one, and `! chain HEX`, the last link.
Where the rules changed, `! origin LINK POSITION` follows the `! rebase` line. Where the deal came
from elsewhere, `! deal NAME` says so, and the seed is the record's word.

What can be worked out is worked out and compared: the deal, every position, every link, the
position a rebase went on from. What cannot is named in the `Proof`, never passed over. Nothing in
a file can show that it is the file of *this* match: whoever knows a seed can play another match
with it and chain that one. A link somebody noted while it was played can; `Proof.links` has all.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from engine.core import fairness
from engine.core.errors import BadRecord, BadSnapshot, RulesError
from engine.core.game import Game
from engine.core.origins import origin_of
from engine.core.record import Note, Ply, Record
from engine.core.replay import speaker, standing, totals
from engine.core.types import Json, Log


@dataclass
class Link:
    """What a page showed after a ply; the one after ply 0 covers what the match was started as."""

    ply: int
    value: str
    taken_back: bool = False


@dataclass
class Unread:
    """Plies of rules this program does not speak."""

    version: int
    plies: int = 0


@dataclass
class Proof:
    """What was checked, and what could not be."""

    plies: int = 0  # that count, replayed and sealed by the chain
    taken_back: int = 0  # replayed; no later link covers them
    links: list[Link] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    trusted: list[int] = field(default_factory=list)  # plies whose position is the record's word
    claims: list[str] = field(default_factory=list)  # of result and digest: those that hold
    missing: list[str] = field(default_factory=list)  # those a whole record has, and this has not
    dealt: str = ""  # who dealt, if the seed isn't from the secret and the nonces
    ended: str = ""  # why the platform ended a match that was not over

    @property
    def whole(self) -> bool:
        """Was everything checked that a record can show?"""
        return not (self.unread or self.trusted or self.missing or self.dealt)

    def find(self, prefix: str) -> list[Link]:
        """Where a noted link stands."""
        return [link for link in self.links if prefix and link.value.startswith(prefix)]


def facts(record: Record, word: str) -> list[str]:
    """What platform lines beginning with this word say."""
    found = []
    for line in record.lines:
        if isinstance(line, Note) and line.words[0] == word:
            if len(line.words) != 2:
                raise BadRecord(f"a '! {word}' line says one thing, this says {line.words[1:]}")
            found.append(line.words[1])
    return found


def _one(record: Record, word: str) -> str:
    found = facts(record, word)
    if len(found) != 1:
        raise BadRecord(f"a record to be verified has one '! {word}' line, this has {len(found)}")
    return found[0]


def prove(game: Game[Any], record: Record) -> Proof:
    """Hold the record to its commitment, seed, chain and claims; answer how much was checked."""
    if record.title != game.slug:
        raise BadRecord(f"this is a record of {record.title!r}, not of {game.slug!r}")
    code, secret = _one(record, "match"), _one(record, "secret")
    if fairness.commitment(secret, code) != record.commitment:
        raise BadRecord("the secret is not the one that was committed to")
    dealt = _one(record, "deal") if facts(record, "deal") else ""
    if not dealt and fairness.seed(secret, code, facts(record, "nonce")) != record.seed:
        raise BadRecord("the seed does not follow from the secret and the nonces")
    walk = _Walk(game, record)
    walk.found.dealt = dealt
    walk.all_lines()
    walk.end(_one(record, "chain"))
    return walk.found


@contextmanager
def _rules(ply: int) -> Iterator[None]:
    """A position out of a file may be one no rule ever met: that is the file's fault, not ours."""
    try:
        yield
    except BadRecord:
        raise
    except RulesError as error:
        raise BadRecord(f"ply {ply}: {error}") from error
    except Exception as error:
        raise BadRecord(f"ply {ply}: the rules broke down: {type(error).__name__}") from error


class _Walk:
    """Through all lines in order, those taken back too: their links were shown as well."""

    def __init__(self, game: Game[Any], record: Record) -> None:
        self.game = game
        self.record = record
        self.found = Proof()
        self.counting = {id(line) for line in standing(record)}
        self.version = record.version
        self.rules: Game[Any] | None = speaker(game, record.version)
        self.ply = 0
        self.state: Any = None  # None: not known, the rules are not spoken or a ply is masked
        if self.rules is not None:
            with _rules(0):
                self.state, _ = self.rules.setup(record.seats, record.options, record.seed)
        self.link: str | None = fairness.first_link(
            record.title, record.version, record.seats, record.options, record.commitment
        )
        self.note(self.link)
        self.past: list[tuple[Any, str | None]] = []  # of this part: what a take-back returns to
        self.start = 0

    def note(self, link: str, taken_back: bool = False) -> None:
        self.found.links.append(Link(self.ply, link, taken_back))

    def all_lines(self) -> None:
        origins = 0
        for index, line in enumerate(self.record.lines):
            if isinstance(line, Ply):
                self.play(line)
            elif isinstance(line, Note) and line.words[0] == "takeback":
                self.back(int(line.words[1]))
            elif isinstance(line, Note) and line.words[0] == "rebase":
                self.rebase(index, int(line.words[1]))
                origins += 1
            elif isinstance(line, Note) and line.words[0] == "origin":
                origins -= 1
        if origins:
            raise BadRecord("the record has a position play went on from, but no rebase to it")

    def play(self, line: Ply) -> None:
        counts = id(line) in self.counting
        kept = None if self.rules is None or self.state is None else self.rules.clone(self.state)
        self.past.append((kept, self.link))
        self.ply += 1
        if line.move is None and counts:
            raise BadRecord(f"ply {self.ply} is masked")
        if self.rules is None:
            self.link = None
            if counts:
                self.unread().plies += 1
            return
        if self.state is None or self.link is None or line.move is None:
            self.state = self.link = None  # behind a masked ply that was taken back
            return
        with _rules(self.ply):
            move = self.rules.require(self.state, line.seat, line.move)
            self.rules.play_unchecked(self.state, line.seat, move, Log(on=False))
            digest = self.rules.digest(self.state)
        seed = self.record.seed
        self.link = fairness.link(self.link, seed, self.ply, line.seat, move, digest)
        self.note(self.link, taken_back=not counts)
        if counts:
            self.found.plies += 1
        else:
            self.found.taken_back += 1

    def unread(self) -> Unread:
        known = self.found.unread
        if not known or known[-1].version != self.version:
            known.append(Unread(self.version))
        return known[-1]

    def back(self, keep: int) -> None:
        if keep == self.ply:
            return
        self.state, self.link = self.past[keep - self.start]
        del self.past[keep - self.start :]
        self.ply = keep

    def rebase(self, index: int, version: int) -> None:
        if version <= self.version:
            raise BadRecord(
                f"a rebase after ply {self.ply} from rules version {self.version} to {version}: "
                "only a later version can need one"
            )
        link, raw = origin_of(self.record, index)
        if self.link is not None and link != self.link:
            raise BadRecord("the chain does not end where the record says: a ply was changed")
        before, last, was = self.rules, self.state, self.version
        self.version = version
        self.rules = speaker(self.game, version)
        self.link = link
        self.past, self.start = [], self.ply
        self.state = None
        if self.rules is None:
            self.found.trusted.append(self.ply)
            return
        with _rules(self.ply):
            led_to = None
            if before is not None and last is not None:
                led_to = _carried(self.rules, before.dump(last), was)
            if led_to is None:
                self.found.trusted.append(self.ply)
                self.state = self.rules.load(raw)
                self.plausible()
            elif self.rules.dump(led_to) != raw:
                raise BadRecord(f"the plies before ply {self.ply} do not lead to its position")
            else:
                self.state = led_to

    def plausible(self) -> None:
        """A position on trust must at least be one of this match."""
        s, record = self.state, self.record
        assert self.rules is not None
        options = self.rules.complete(record.seats, record.options, record.seed)
        if (s.seed, s.seats, s.options, s.ply) != (record.seed, record.seats, options, self.ply):
            raise BadRecord(f"the position after ply {self.ply} is not one of this match")
        try:
            self.rules.check(s)
        except Exception as error:
            raise BadRecord(f"the position after ply {self.ply} is impossible") from error

    def end(self, chain: str) -> None:
        found, record = self.found, self.record
        if self.link is not None and self.link != chain:
            raise BadRecord("the chain does not end where the record says: a ply was changed")
        if self.found.unread and not self.found.plies:
            raise BadRecord(f"nothing in it was played by rules version {self.game.version}")
        found.ended = " ".join(facts(record, "end"))
        if self.state is None or self.rules is None:
            return
        with _rules(self.ply):
            over, digest = not self.state.stack, self.rules.digest(self.state)
            result = totals(self.rules, self.state)
        if not over and record.result:
            raise BadRecord("the record claims a result, but the match is not over")
        if not over and not found.ended:
            raise BadRecord("the match is not over, and no '! end' line says why")
        if over and found.ended:
            raise BadRecord(f"the match is over, so it was not {found.ended[:40]!r}")
        if record.result and record.result != result:
            raise BadRecord(f"the result is {_words(result)}, not {_words(record.result)}")
        if record.digest and record.digest != digest:
            raise BadRecord(f"the digest is {digest}, not {record.digest}")
        wanted = [("result", record.result)] if over else []
        for claim, there in [*wanted, ("digest", record.digest)]:
            (found.claims if there else found.missing).append(claim)


def _carried(rules: Game[Any], raw: dict[str, Json], version: int) -> Any:
    """The position the next version goes on from; None if it does not say how to get there."""
    try:
        return rules.load(rules.migrate(raw, version))
    except BadSnapshot:
        return None


def _words(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))
