"""Columns that hold more than a number."""

from __future__ import annotations

from typing import Any

from django.db import models

from games import paces
from games.paces import Pace


class PaceField(models.Field):
    """A pace, kept as its number.

    To migrations it's a number: they must not change when the list of paces does.
    """

    # For the type checker, which takes these from the stubs of a field.
    _pyi_private_set_type: Pace
    _pyi_private_get_type: Pace
    _pyi_lookup_exact_type: Pace

    def get_internal_type(self) -> str:
        return "PositiveSmallIntegerField"

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        if isinstance(kwargs.get("default"), Pace):
            kwargs["default"] = kwargs["default"].stored
        return name, "django.db.models.PositiveSmallIntegerField", args, kwargs

    def from_db_value(self, value: int | None, expression: Any, connection: Any) -> Pace | None:
        return None if value is None else paces.stored_as(value)

    def to_python(self, value: Any) -> Any:
        return value if value is None or isinstance(value, Pace) else paces.stored_as(int(value))

    def get_prep_value(self, value: Any) -> Any:
        return value.stored if isinstance(value, Pace) else super().get_prep_value(value)

    def value_to_string(self, obj: models.Model) -> str:
        return str(self.get_prep_value(self.value_from_object(obj)))
