"""Quay after a change of its rules: a field more, and a reader of the old positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.core import Json
from engine.core.errors import BadSnapshot
from tests.engine.titles.quay.game import Quay
from tests.engine.titles.quay.state import QuayState, clone


@dataclass
class NextState(QuayState):
    tide: int = 0


class NextQuay(Quay):
    version = 2
    state_type: Any = NextState

    def clone(self, s: Any) -> Any:
        return NextState(**vars(clone(s)), tide=s.tide)

    def migrate(self, raw: dict[str, Json], version: int) -> dict[str, Json]:
        return {**raw, "tide": 7} if version == 1 else super().migrate(raw, version)


class LearnedQuay(NextQuay):
    """One that keeps the rules of before, so that old plies can still be proven."""

    def older(self, version: int) -> Any:
        return Quay() if version == 1 else None


class MuteQuay(NextQuay):
    """One that forgot how to read its past."""

    def migrate(self, raw: dict[str, Json], version: int) -> dict[str, Json]:
        raise BadSnapshot(f"quay 2 cannot read version {version}")
