"""A draft says whether it was made ahead of a turn. Until now only the seat told: those of seats
that owe nothing are plans.

The database fills it in, so that the release before can still write drafts while this one is rolled
out.
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Exists, OuterRef


def mark(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    seats = apps.get_model("games", "Seat").objects
    waiting = seats.filter(match=OuterRef("match"), number=OuterRef("seat"), owes=False)
    apps.get_model("games", "Draft").objects.filter(Exists(waiting)).update(plan=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0007_spectators_by_link")]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="plan",
            field=models.BooleanField(default=False, db_default=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
