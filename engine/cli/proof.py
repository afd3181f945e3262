"""`verify`: was the deal fair, and is this what was played?"""

from __future__ import annotations

import argparse
import re
from typing import Final

from engine.cli.common import Trouble
from engine.cli.records import read, title_of
from engine.core.errors import RulesError
from engine.core.proof import Link, Proof, prove

HOLDS: Final = 0
WRONG: Final = 1  # something is false or missing
IN_PART: Final = 3  # nothing is false, but not everything could be checked

_LINK = re.compile(r"[0-9a-f]{8,64}")


def run(args: argparse.Namespace) -> int:
    """Check commitment, seed, chain, result and digest of each file, and noted links."""
    noted = [_link(text) for text in args.link]
    worst = HOLDS
    for name in args.files:
        code, lines = _verdict(name, args.title, noted)
        for line in lines:
            print(f"{name}: {line}")
        worst = max(worst, code, key=(HOLDS, IN_PART, WRONG).index)
    return worst


def _link(text: str) -> str:
    """As pages show it: perhaps shortened, perhaps in groups, perhaps with dots at the end."""
    plain = re.sub(r"[\s.…]", "", text).lower()
    if not _LINK.fullmatch(plain):
        raise Trouble(f"a link is at least 8 hex digits, not {text!r}")
    return plain


def _verdict(name: str, title: str | None, noted: list[str]) -> tuple[int, list[str]]:
    try:
        _, record = read(name)
        proof = prove(title_of(record, title), record)
    except (RulesError, Trouble) as error:
        return WRONG, [str(error)]
    except Exception as error:  # a file must never end the program: say what happened
        return WRONG, [f"the rules broke down: {type(error).__name__}: {error}"]
    code, said = _summary(proof)
    for link in noted:
        found = proof.find(link)
        said.append(_place(link, found))
        if not found:
            code = WRONG
    return code, [*said, *_limits(proof, noted, code)]


def _summary(proof: Proof) -> tuple[int, list[str]]:
    seed = [] if proof.dealt else ["seed"]
    done = ["commitment", *seed, f"{proof.plies} plies", *proof.claims]
    checked = f"{', '.join(done[:-1])} and {done[-1]}"
    if proof.missing:
        lost = " and ".join(proof.missing)
        return WRONG, [f"not whole: {lost} missing. What is there holds: {checked}"]
    if not proof.whole:
        said = [f"true as far as it can be checked: {checked} hold"]
        if proof.dealt:
            said.append(
                f"not proven: that nobody chose the deal; it came from {proof.dealt!r}, "
                "not from the secret and the nonces"
            )
        for part in proof.unread:
            said.append(
                f"not checked: {part.plies} plies played by rules version {part.version}, "
                "which this program does not speak"
            )
        if not proof.claims:
            said.append("not checked: result and digest")
        for ply in proof.trusted:
            said.append(
                f"not proven: that the plies up to {ply} led to the position play went on from "
                "when the rules changed; it is the record's word"
            )
        return IN_PART, said
    if proof.ended:
        return HOLDS, [
            f"fair as far as it was played: {checked} hold; it has no result: {proof.ended}"
        ]
    return HOLDS, [f"fair: {checked} hold"]


def _place(noted: str, found: list[Link]) -> str:
    if not found:
        return f"link {noted} is not in it: this is not the match in which it was shown"
    places = " and ".join(
        f"after ply {link.ply}{', later taken back' if link.taken_back else ''}" for link in found
    )
    return f"link {noted} stands {places}"


def _limits(proof: Proof, noted: list[str], code: int) -> list[str]:
    """What no record can show by itself."""
    if code == WRONG:
        return []
    said = []
    if proof.taken_back:
        said.append(
            f"{proof.taken_back} plies were taken back: possible ones, but no link after them "
            "covers them, only one noted at the time"
        )
    said.append("not in the chain: who chose a ply (the cause), time-outs, who left, the places")
    if not noted:
        said.append(
            "a record made up from the first ply to the last would look the same: compare a link "
            "noted while the match was played (--link)"
        )
    return said
