"""States to plain JSON values and back, driven by the dataclass fields.

Allowed in a state: int, bool, str, list[...], dict[str, ...] and dataclasses of those. Whatever
else turns up in a field's type is a mistake of the title and fails at the first dump. `load`
trusts nothing: missing, unknown or mistyped fields are `BadSnapshot`.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from engine.core.errors import BadSnapshot
from engine.core.types import Json

T = TypeVar("T")


_known: dict[Any, tuple[tuple[str, Any], ...]] = {}


def _fields(cls: Any) -> tuple[tuple[str, Any], ...]:
    found = _known.get(cls)
    if found is None:
        hints = get_type_hints(cls)
        found = tuple((f.name, hints[f.name]) for f in dataclasses.fields(cls))
        _known[cls] = found
    return found


def dump(value: Any) -> dict[str, Json]:
    """A dataclass as a JSON object that shares nothing with it."""
    return {name: _out(getattr(value, name), hint) for name, hint in _fields(type(value))}


def _out(value: Any, hint: Any) -> Json:
    if hint is int or hint is str or hint is bool:
        return cast(Json, value)
    origin = get_origin(hint)
    if origin is list:
        (inner,) = get_args(hint)
        if inner is int or inner is str:
            return list(value)
        return [_out(item, inner) for item in value]
    if origin is dict:
        inner = get_args(hint)[1]
        return {key: _out(item, inner) for key, item in value.items()}
    if dataclasses.is_dataclass(hint):
        return dump(value)
    raise TypeError(f"a state may not hold {hint!r}")


def load(cls: type[T], raw: object) -> T:
    """The inverse of `dump`."""
    return cast(T, _in(raw, cls, cls.__name__))


def _in(raw: Any, hint: Any, path: str) -> Any:
    if hint is int or hint is str or hint is bool:
        if type(raw) is not hint:
            raise BadSnapshot(f"{path}: expected {hint.__name__}")
        return raw
    origin = get_origin(hint)
    if origin is list:
        (inner,) = get_args(hint)
        if type(raw) is not list:
            raise BadSnapshot(f"{path}: expected a list")
        return [_in(item, inner, f"{path}[{i}]") for i, item in enumerate(raw)]
    if origin is dict:
        inner = get_args(hint)[1]
        if type(raw) is not dict:
            raise BadSnapshot(f"{path}: expected an object")
        return {key: _in(item, inner, f"{path}.{key}") for key, item in raw.items()}
    if dataclasses.is_dataclass(hint):
        return _object(raw, cast(type, hint), path)
    raise TypeError(f"a state may not hold {hint!r}")


def _object(raw: Any, cls: type, path: str) -> Any:
    fields = _fields(cls)
    if type(raw) is not dict:
        raise BadSnapshot(f"{path}: expected an object")
    names = {name for name, _ in fields}
    if raw.keys() != names:
        odd = ", ".join(sorted(map(str, raw.keys() ^ names)))
        raise BadSnapshot(f"{path}: missing or unknown fields: {odd}")
    return cls(**{name: _in(raw[name], hint, f"{path}.{name}") for name, hint in fields})


def digest(dumped: dict[str, Json]) -> str:
    """A short fingerprint of a dumped position: equal positions, equal digests, on any machine."""
    text = json.dumps(dumped, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]
