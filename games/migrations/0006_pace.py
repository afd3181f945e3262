from django.db import migrations, models


class Migration(migrations.Migration):
    """The column stays what it was: only the code has another name for it."""

    dependencies = [
        ('games', '0005_seed_source'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField(
                    model_name='match',
                    old_name='days_per_turn',
                    new_name='pace',
                ),
                migrations.AlterField(
                    model_name='match',
                    name='pace',
                    field=models.PositiveSmallIntegerField(
                        db_column='days_per_turn', default=3, verbose_name='pace'
                    ),
                ),
            ],
        ),
    ]
