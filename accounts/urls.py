"""Addresses of accounts. Those of django-allauth follow under `account/`; a path that
stands here too is found here first, under the same name."""

from __future__ import annotations

from django.urls import path, re_path, register_converter

from accounts.converters import UsernameConverter
from accounts.views import data, demo, entrance, guests, people, sessions, settings

register_converter(UsernameConverter, "username")

urlpatterns = [
    # people
    path("players/<username:username>/", people.profile, name="profile"),
    path("players/<username:username>/flag.svg", people.flag, name="player_flag"),
    path("players/<username:username>/ask/", people.ask, name="friend_ask"),
    path("players/<username:username>/accept/", people.accept, name="friend_accept"),
    path("players/<username:username>/decline/", people.decline, name="friend_decline"),
    path("players/<username:username>/remove/", people.remove, name="friend_remove"),
    path("players/<username:username>/block/", people.block, name="player_block"),
    path("players/<username:username>/unblock/", people.unblock, name="player_unblock"),
    # the account area
    path("account/preferences/", settings.preferences, name="preferences"),
    path("account/friends/", people.friends, name="friends"),
    path("account/data/", data.data_export, name="data_export"),
    path("account/data/<uuid:code>.json", data.data_export_file, name="data_export_file"),
    path("account/delete/", data.delete_account, name="delete_account"),
    path("account/delete/keep/", data.keep_account, name="keep_account"),
    path("account/delete/cancel/<str:token>/", data.cancel_deletion, name="cancel_deletion"),
    path("account/sessions/", sessions.sessions, name="usersessions_list"),
    path("account/sessions/<int:pk>/end/", sessions.session_end, name="session_end"),
    path("unsubscribe/address/<str:token>/", settings.never_again, name="never_again"),
    # guests and the demonstration site
    path("guest/", guests.guest, name="guest"),
    path("account/keep/", guests.upgrade, name="guest_upgrade"),
    path("demo/become/", demo.become, name="demo_become"),
    # django-allauth's, with our additions
    path("account/signup/", entrance.signup, name="account_signup"),
    path("account/email/", entrance.email, name="account_email"),
    re_path(
        r"^account/confirm-email/(?P<key>[-:\w]+)/$",
        entrance.confirm_email,
        name="account_confirm_email",
    ),
    path("account/password/change/", entrance.change_password, name="account_change_password"),
    path("account/password/set/", entrance.set_password, name="account_set_password"),
    path("account/password/reset/", entrance.reset_password, name="account_reset_password"),
    re_path(
        r"^account/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        entrance.reset_password_from_key,
        name="account_reset_password_from_key",
    ),
    path("account/2fa/", entrance.mfa_index, name="mfa_index"),
    path("account/2fa/totp/activate/", entrance.activate_totp, name="mfa_activate_totp"),
    path("account/2fa/totp/deactivate/", entrance.deactivate_totp, name="mfa_deactivate_totp"),
    path("account/2fa/webauthn/add/", entrance.add_key, name="mfa_add_webauthn"),
    path(
        "account/2fa/webauthn/keys/<int:pk>/remove/",
        entrance.remove_key,
        name="mfa_remove_webauthn",
    ),
    path(
        "account/2fa/recovery-codes/generate/",
        entrance.generate_codes,
        name="mfa_generate_recovery_codes",
    ),
]
