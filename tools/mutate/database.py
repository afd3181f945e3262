"""`python -m tools.mutate.database`: make the database the tests expect, and leave it there."""

from __future__ import annotations

import os


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nauticus_site.settings")
    import django
    from django.test.utils import setup_databases

    django.setup()
    setup_databases(verbosity=0, interactive=False)


if __name__ == "__main__":
    main()
