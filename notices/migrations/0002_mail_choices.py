"""What people had switched on or off when there were mails only."""

from django.db import migrations

NOW = {
    "turn": ("turn", "half", "short"),
    "match": ("started", "ended"),
    "friends": ("friends",),
    "invitation": ("invitation",),
}


def carry_over(apps, schema_editor):
    User = apps.get_model("accounts", "User")
    Reader = apps.get_model("notices", "Reader")
    for user in User.objects.exclude(mail_choices={}).iterator():
        switches = {
            kind: {"mail": bool(user.mail_choices[old])}
            for old, kinds in NOW.items()
            if old in user.mail_choices
            for kind in kinds
        }
        if switches:
            Reader.objects.get_or_create(user=user, defaults={"switches": switches})


class Migration(migrations.Migration):
    dependencies = [("notices", "0001_initial")]
    operations = [migrations.RunPython(carry_over, migrations.RunPython.noop)]
