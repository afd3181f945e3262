from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts import selectors
from accounts.models import User
from accounts.names import is_reserved, look_alike_key, validate_username
from tests.accounts.conftest import signup_data
from tests.strangers import ours


@pytest.mark.parametrize("name", ["Marlow", "ann", "a-b_c", "X23456789012345678yZ"])
def test_it_takes_plain_names(name: str) -> None:
    validate_username(name)


ODD = {
    "empty": "",
    "short": "ab",
    "long": "a" * 21,
    "very long": "a" * 500_000,
    "digit first": "1abc",
    "dash first": "-abc",
    "space": "two words",
    "newline": "marlow\n",
    "control": "mar\x01low",
    "emoji": "sailor⛵",
    "accent": "Zoé-12",
    "cyrillic a": "m\u0430rlow",
    "right to left": "mar\u202elow",
    "zero width": "mar\u200blow",
    "full width": "ｍａｒｌｏｗ",
    "path": "../etc",
    "html": "<b>bob</b>",
    "at": "me@here",
}


@pytest.mark.parametrize("name", ODD.values(), ids=ODD)
def test_it_refuses_odd_names(name: str, db: None, client: Client) -> None:
    with pytest.raises(ValidationError):
        validate_username(name)

    response = client.post(reverse("account_signup"), signup_data(username=name))

    stripped = name.strip()  # a form forgives what surrounds a name
    if stripped == "marlow":
        return
    assert response.status_code == 200
    assert "username" in response.context["form"].errors
    assert not ours(User).exists()


@pytest.mark.parametrize(
    "name",
    ["admin", "Admin", "ADM1N", "admin-bob", "a_dmin", "staff", "moderator1", "nauticus",
     "nautlcus", "system", "guest", "Guest-1234", "former-77", "play",
     "Rotterdam", "0ltremare", "shipyard", "support", "bot-1", "players"],
)  # fmt: skip
def test_it_keeps_names_that_speak_for_the_site(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", ["Bodmin", "stafford-x", "Gustav", "botany", "systematic"])
def test_it_leaves_harmless_neighbours_alone(name: str) -> None:
    if name == "stafford-x":  # begins like staff: the price of the rule
        assert is_reserved(name)
    else:
        assert not is_reserved(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("alice", "ALICE"), ("alice", "a1ice"), ("alice", "allce"), ("alice", "al-ice"),
     ("Marlow", "rnarlow"), ("viv", "v1v"), ("wave", "vvave"), ("Bosun5", "BosunS")],
)  # fmt: skip
def test_it_sees_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike_key(one) == look_alike_key(other)


@pytest.mark.parametrize("name", ["ALICE", "a1ice", "al_ice", "allce"])
def test_it_lets_nobody_pass_for_another(name: str, alice: User, client: Client) -> None:
    response = client.post(reverse("account_signup"), signup_data(username=name))

    assert "username" in response.context["form"].errors
    assert ours(User).count() == 1


def test_it_keeps_the_name_of_a_deleted_account_closed(former: User) -> None:
    assert selectors.is_name_closed("gone")
    assert selectors.is_name_closed("G0NE")
    assert not selectors.is_name_closed("present")


@pytest.mark.parametrize("name", ["a%01b", "x" * 3000, "two%20words", "ab", "%F0%9F%9A%A2", "a.b"])
def test_an_impossible_profile_is_not_found(name: str, db: None, client: Client) -> None:
    assert client.get(f"/players/{name}/").status_code == 404
