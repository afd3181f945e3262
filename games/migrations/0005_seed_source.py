"""A match remembers who deals when it starts; "" is its own secret.

The database fills it in, so that the release before can still open tables while this one is rolled
out.
"""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_invited_by_mail")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="seed_source",
            field=models.CharField(blank=True, max_length=40, default="", db_default=""),
        ),
    ]
