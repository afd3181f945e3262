"""A secret move may be read by some seats besides its own, and others may read a part of it; so far
there was none of either.

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
        migrations.AddField(
            model_name="ply",
            name="outline",
            field=models.CharField(blank=True, db_default="", default="", max_length=120),
        ),
    ]
