"""Apart from `apps.py`: there Django would take it for the configuration of `ops`."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class HarbourAdminConfig(AdminConfig):
    """Django's admin with our site object (see `ops.admin_site`)."""

    default_site = "ops.admin_site.HarbourAdmin"
