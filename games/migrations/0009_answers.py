"""A seat knows whether it owes a turn or an answer; no game had questions so far.

The database fills it in, so that the release before can still open tables while this one is rolled
out.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_draft_plan")]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="answers",
            field=models.BooleanField(default=False, db_default=False),
        ),
    ]
