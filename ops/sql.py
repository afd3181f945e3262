"""Written-out statements for the few paths where composing one costs more than running it.

The ORM spends about a millisecond on putting a query together that the database answers in a tenth
of one. Taking a turn and looking at a match are asked for so often that it shows; everything else
goes through the ORM.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Field, Model

Row = TypeVar("Row", bound=Model)
Converter = Callable[[Any], Any]
# The statement, the names of its columns, and what is to be done with some of them.
Prepared = tuple[str, list[str], list[tuple[int, list[Converter]]]]


class Rows(Generic[Row]):
    """Instances of a model by a statement composed once.

    `where` is what follows the table's name; fields that are left out are fetched when asked for.
    `extra` are expressions for attributes that are no columns.
    `locked` rows stay so until the transaction ends, `removed` ones are deleted by being fetched.
    """

    def __init__(
        self,
        model: type[Row],
        where: str,
        *,
        only: Sequence[str] = (),
        without: Sequence[str] = (),
        extra: Mapping[str, str] | None = None,
        locked: bool = False,
        removed: bool = False,
    ) -> None:
        self.model = model
        self.where = where
        self.only, self.without = only, without
        self.extra = extra or {}
        self.locked, self.removed = locked, removed
        self._ready: dict[str, Prepared] = {}

    def fetch(self, *params: Any) -> list[Row]:
        sql, names, converters = self._prepared()
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            found = [list(row) for row in cursor.fetchall()]
        for row in found:
            for index, steps in converters:
                for step in steps:
                    row[index] = step(row[index])
        return [self._made(names, row) for row in found]

    def _made(self, names: list[str], row: list[Any]) -> Row:
        made = self.model.from_db(connection.alias, names, row[: len(names)])
        for name, value in zip(self.extra, row[len(names) :], strict=True):
            setattr(made, name, value)
        return made

    def _prepared(self) -> Prepared:
        ready = self._ready.get(connection.vendor)
        if ready is None:
            # Composed at the first use: models are complete then, and the database is known.
            fields = [field for field in self.model._meta.concrete_fields if self._wanted(field)]
            table = self.model._meta.db_table
            own = [_quoted(field.column) for field in fields]
            columns = ", ".join([*own, *self.extra.values()])
            sql = f"SELECT {columns} FROM {table} {self.where}"
            if self.removed:
                sql = f"DELETE FROM {table} {self.where} RETURNING {columns}"
            if self.locked and connection.features.has_select_for_update:
                # Not the key: rows that refer to this one may be written meanwhile.
                sql += " FOR NO KEY UPDATE"
            names = [field.attname for field in fields]
            ready = self._ready[connection.vendor] = sql, names, _converters(fields)
        return ready

    def _wanted(self, field: Field[Any, Any]) -> bool:
        if self.only:
            return field.primary_key or field.name in self.only or field.attname in self.only
        return field.name not in self.without


def _converters(fields: Sequence[Field[Any, Any]]) -> list[tuple[int, list[Converter]]]:
    """What the ORM would do with each column's value on this database."""
    found = []
    for index, field in enumerate(fields):
        column = field.get_col(field.model._meta.db_table)
        steps = connection.ops.get_db_converters(column) + column.get_db_converters(connection)
        if steps:
            found.append((index, [_bound(step, column) for step in steps]))
    return found


def _bound(step: Callable[..., Any], column: Any) -> Converter:
    return lambda value: step(value, column, connection)


def _quoted(name: str | None) -> str:
    return f'"{name}"'  # `to` is a word of SQL's own


def scalar(sql: str, *params: Any) -> Any:
    """The one value a statement answers."""
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchone()[0]


class Batch:
    """Writes that nobody waits for an answer of, sent together.

    PostgreSQL takes them in one round trip; elsewhere they follow one another. Either way the
    caller's transaction holds them together.
    """

    def __init__(self) -> None:
        self.statements: list[tuple[str, tuple[Any, ...]]] = []

    def insert(self, rows: Iterable[Model]) -> None:
        """New rows of one model; their keys are not fetched."""
        made = list(rows)
        if not made:
            return
        meta = made[0]._meta
        fields = [field for field in meta.concrete_fields if not field.primary_key]
        columns = ", ".join(_quoted(field.column) for field in fields)
        marks = f"({', '.join(['%s'] * len(fields))})"
        values = tuple(
            field.get_db_prep_save(getattr(row, field.attname), connection)
            for row in made
            for field in fields
        )
        sql = f"INSERT INTO {meta.db_table} ({columns}) VALUES {', '.join([marks] * len(made))}"
        self.statements.append((sql, values))

    def update(self, row: Model, **changes: object) -> None:
        """Change some columns of one row, in the database and on the object."""
        meta = row._meta
        values: list[Any] = []
        parts: list[str] = []
        for name, value in changes.items():
            setattr(row, name, value)
            field = meta.get_field(name)
            assert isinstance(field, Field)
            parts.append(f"{_quoted(field.column)} = %s")
            values.append(field.get_db_prep_save(value, connection))
        sql = f"UPDATE {meta.db_table} SET {', '.join(parts)} WHERE id = %s"
        self.statements.append((sql, (*values, row.pk)))

    def add(self, sql: str, *params: Any) -> None:
        self.statements.append((sql, params))

    def send(self) -> None:
        statements, self.statements = self.statements, []
        if not statements:
            return
        with connection.cursor() as cursor:
            if _takes_several():
                together = "; ".join(sql for sql, _ in statements)
                cursor.execute(together, [value for _, values in statements for value in values])
            else:
                for sql, values in statements:
                    cursor.execute(sql, values)


def _takes_several() -> bool:
    """Several statements in one go need parameters bound on our side, which is Django's default."""
    options = connection.settings_dict.get("OPTIONS") or {}
    return connection.vendor == "postgresql" and not options.get("server_side_binding")
