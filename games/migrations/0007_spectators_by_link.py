"""A match by link can be watched by whoever has the link, if spectators are welcome.

Until now only public ones could, whatever the table said; those already there stay closed, as their
charter has promised.
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def close(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    matches = apps.get_model("games", "Match").objects
    matches.exclude(visibility="public").filter(spectators=True).update(spectators=False)


class Migration(migrations.Migration):
    dependencies = [("games", "0006_pace")]
    operations = [migrations.RunPython(close, migrations.RunPython.noop)]
