"""Each ply knows the turn it belongs to: the first ply that the same Confirm committed."""

from django.db import migrations, models

# One commit wrote all its plies with the same moment.
FILL = """
UPDATE games_ply SET turn = one.first
FROM (SELECT id, MIN(number) OVER (PARTITION BY match_id, seat, at) AS first FROM games_ply) AS one
WHERE one.id = games_ply.id
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0002_names_plans_removals")]

    operations = [
        migrations.AddField(
            model_name="ply", name="turn", field=models.PositiveIntegerField(default=0)
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
