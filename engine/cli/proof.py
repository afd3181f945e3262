"""`verify`: was the deal fair, and is this what was played?"""

from __future__ import annotations

import argparse

from engine.cli.common import Trouble
from engine.cli.records import read, title_of
from engine.core.errors import RulesError
from engine.core.proof import origins, prove
from engine.core.replay import verify


def run(args: argparse.Namespace) -> int:
    """Check commitment, seed, chain, result and digest; 1 if any does not hold."""
    wrong = 0
    for name in args.files:
        try:
            _, record = read(name)
            game = title_of(record, args.title)
            proof = prove(game, record)
            verify(game, record, origins(record))
        except (RulesError, Trouble) as error:
            print(f"{name}: {error}")
            wrong = 1
        else:
            print(f"{name}: fair: commitment, seed, {proof.plies} plies, result and digest hold")
            if proof.sealed:
                print(f"{name}: {proof.sealed} plies were played by other rules and not replayed")
    return wrong
