"""A secret move may be read by some seats besides its own; so far none was.

The database fills it in, so that the release before can still write plies while this one is rolled
out.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_answers")]

    operations = [
        migrations.AddField(
            model_name="ply",
            name="readers",
            field=models.JSONField(default=list, db_default=models.Value([], models.JSONField())),
        ),
    ]
