from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts import toll
from accounts.errors import BadToken, TooEarly
from accounts.models import User
from tests.accounts.conftest import Mails, paid, signup_data
from tests.strangers import ours

SIGNUP = "account_signup"


def check(fields: dict[str, str], purpose: str = "signup") -> bool:
    return toll.check(
        purpose=purpose, word=fields["toll"], work=fields.get("toll_work", ""),
        answer=fields.get("toll_answer", ""),
    )  # fmt: skip


def test_it_accepts_honest_work() -> None:
    assert check(paid()) is True


@pytest.mark.parametrize(
    ("field", "value"),
    [("toll", ""), ("toll", "x"), ("toll", "x" * 9000), ("toll", "ü:ä"), ("toll_work", "1,2,3"),
     ("toll_work", ",".join(["9" * 30] * 16)), ("toll_work", "-1," * 16), ("toll_work", "x"),
     ("toll_work", "1" * 100_000)],
)  # fmt: skip
def test_it_refuses_forgeries(field: str, value: str, settings: Any) -> None:
    settings.POW_BITS = 12

    with pytest.raises(BadToken):
        check(paid() | {field: value})


def test_it_belongs_to_one_form() -> None:
    with pytest.raises(BadToken):
        check(paid("upgrade"))


def test_it_grows_stale() -> None:
    fields = paid()
    import time

    with time_machine.travel(time.time() + 3 * 3600), pytest.raises(BadToken):
        check(fields)


def test_it_notices_a_form_sent_faster_than_a_person_can(settings: Any) -> None:
    settings.SIGNUP_MIN_SECONDS = 5

    with pytest.raises(TooEarly):
        check(paid())


def test_a_word_is_good_once(db: None, client: Client) -> None:
    data = signup_data()
    assert client.post(reverse(SIGNUP), data).status_code == 302

    again = Client().post(reverse(SIGNUP), data | {"username": "Other", "email": "o@example.org"})

    assert again.status_code == 200
    assert again.context["form"].non_field_errors()
    assert ours(User).count() == 1


def test_a_typing_mistake_does_not_use_it_up(db: None, client: Client) -> None:
    data = signup_data()
    client.post(reverse(SIGNUP), data | {"username": "x"})

    assert client.post(reverse(SIGNUP), data).status_code == 302


@pytest.mark.parametrize("missing", ["toll", "toll_work"])
def test_without_the_toll_there_is_no_account(missing: str, db: None, client: Client) -> None:
    response = client.post(reverse(SIGNUP), signup_data(**{missing: ""}))

    assert response.status_code == 200
    assert not ours(User).exists()


def test_a_robot_that_fills_the_trap_hears_nothing(db: None, client: Client, mails: Mails) -> None:
    response = client.post(reverse(SIGNUP), signup_data(website="https://spam.example"))

    assert response["Location"] == reverse("account_email_verification_sent")
    assert not ours(User).exists()
    assert not mails()


def question(client: Client) -> dict[str, str]:
    import re

    page = client.get(reverse(SIGNUP)).content.decode()
    word = re.search(r'name="toll" value="([^"]+)"', page)
    sum_ = re.search(r"has (\d+) crates on board and loads (\d+) more", page)
    assert word
    assert sum_
    return {"toll": word[1], "toll_work": "", "toll_answer": str(int(sum_[1]) + int(sum_[2]))}


def test_without_scripts_a_question_does(db: None, client: Client) -> None:
    assert client.post(reverse(SIGNUP), signup_data(**question(client))).status_code == 302


def test_a_wrong_answer_does_not(db: None, client: Client) -> None:
    data = signup_data(**question(client)) | {"toll_answer": "99"}

    assert client.post(reverse(SIGNUP), data).status_code == 200
    assert not ours(User).exists()


def test_the_question_is_asked_a_few_times_only(db: None, client: Client, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"pow_question": "1/h/ip"}
    client.post(reverse(SIGNUP), signup_data(**question(client)))

    other = Client()
    data = signup_data(**question(other)) | {"username": "Other", "email": "o@example.org"}

    assert other.post(reverse(SIGNUP), data).status_code == 200
    assert ours(User).count() == 1
