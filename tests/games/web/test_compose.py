"""Moves that are composed: filled in on the page, refused with a reason, drafted in words."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match, Seat
from games.selectors.positions import position
from tests.games.play_helpers import start_dealt
from tests.games.web.test_match_page import HTMX, as_, at_of, buttons, get

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}


@pytest.fixture
def match(barter: str, alice: User, bob: User, charlie: User) -> Match:
    return start_dealt(alice, bob, charlie, title=barter, options={"rounds": 1})


def turn(match: Match) -> Seat:
    return match.seats.select_related("user").get(owes=True)


def others(match: Match) -> list[str]:
    return [str(n) for n in range(match.size) if n != turn(match).number]


def hand(match: Match) -> list[str]:
    return [str(card) for card in sorted(position(match).players[turn(match).number].hand)]


def filled(match: Match, at: str, **more: Any) -> dict[str, Any]:
    """A call to everybody: the first card for one of two goods."""
    fields = {"call.seat": others(match), "call.pay": "1", "call.card": hand(match)[:1]}
    changed = {f"call.{key}": value for key, value in more.items()}
    return {"at": at, "compose": "call", "call.want.0": ["0", "2"], **fields, **changed}


def form(html: str) -> str:
    found = re.search(r'<details class="compose".*?</details>', html, re.DOTALL)
    return found[0] if found else ""


def send(client: Client, match: Match, fields: dict[str, Any], **headers: Any) -> Any:
    return client.post(f"/t/{match.code}/move/", fields, **headers)


def test_the_plain_table_shows_the_form_below_its_buttons(match: Match) -> None:
    html = get(as_(turn(match).user), match)

    shown = form(html)
    assert html.index("</button></div>") < html.index(shown)
    assert "<summary>Call…</summary>" in shown
    assert '<legend class="vh">Call</legend>' in shown
    names = [str(seat.user) for seat in match.seats.all() if not seat.owes]
    for name in names:
        assert f"<span>{name}</span>" in shown
    assert 'type="number" id="f-call-pay" name="call.pay"' in shown
    for card in hand(match):
        assert f'name="call.card" value="{card}" form="compose-call"' in shown
    assert "For a card of (2 of 2)" in shown
    assert 'form="compose-call">Call</button>' in shown
    # Its controls belong to a form outside the turn's: Enter presses no other button.
    assert html.index("</form>", html.index('id="turn-form"')) < html.index('id="compose-call"')
    assert "css/compose.css" in html


def test_ids_are_used_once(match: Match) -> None:
    ids = re.findall(r'\bid="([^"]*)"', get(as_(turn(match).user), match))

    assert len(ids) == len(set(ids))


def test_a_filled_form_becomes_a_draft_in_words(match: Match) -> None:
    client = as_(turn(match).user)

    response = send(client, match, filled(match, at_of(get(client, match))))

    assert response.status_code == 303
    card, to = hand(match)[0], sum(1 << int(other) for other in others(match))
    assert match.drafts.get().moves == [f"call:{to},1,1,{card},1,5"]
    html = get(client, match)
    assert "Ready to confirm" in html
    names = ", ".join(str(seat.user) for seat in match.seats.all() if not seat.owes)
    assert f"<li>Call (To: {names}; Coins you pay (below 0: you ask for): 1; " in html
    assert f"Cards you give: {card}; For a card of: good 0/good 2)</li>" in html
    assert form(html) == ""  # nothing can follow


def test_a_composed_move_is_undone_and_confirmed_like_any_other(match: Match) -> None:
    seat = turn(match)
    client = as_(seat.user)
    send(client, match, filled(match, at_of(get(client, match))))

    client.post(f"/t/{match.code}/undo/", {"at": at_of(get(client, match))})
    html = get(client, match)
    assert match.drafts.get().moves == []
    assert " open" not in form(html).partition(">")[0]

    send(client, match, filled(match, at_of(html)))
    client.post(f"/t/{match.code}/confirm/", {"at": at_of(get(client, match))})

    match.refresh_from_db()
    assert match.ply == 1
    assert match.plies.get().move.startswith("call:")
    assert sorted(match.seats.filter(owes=True).values_list("number", flat=True)) == [
        int(other) for other in range(3) if other != seat.number
    ]


def test_a_refusal_keeps_what_was_typed_and_says_why_at_the_form(match: Match) -> None:
    client = as_(turn(match).user)
    missing = next(str(card) for card in range(40) if str(card) not in hand(match))
    fields = filled(match, at_of(get(client, match)), card=[*hand(match)[:1], missing], pay="3")

    for headers, whole in (({}, True), (HTMX, False)):
        response = send(client, match, fields, **headers)
        html = response.content.decode()
        shown = form(html)

        assert response.status_code == 422
        assert ("<html" in html) == whole
        assert '<details class="compose" id="compose-call-fold" open>' in shown
        assert f"Card {missing} isn&#x27;t in your hand." in shown
        assert "/rules/barter/#R3" in shown
        assert 'aria-describedby="compose-call-why"' in shown
        assert 'value="3"' in shown
        assert shown.count(" checked") == len(others(match)) + 1 + 2
        assert 'class="turn-notice"' not in html  # said once
    assert match.drafts.count() == 0


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"pay": "a lot"}, "“Coins you pay (below 0: you ask for)” must be a whole number."),
        ({"pay": ""}, "Fill in “Coins you pay (below 0: you ask for)”."),
        ({"pay": ["1", "2"]}, "“Coins you pay (below 0: you ask for)”: choose no more than 1."),
        ({"pay": "10"}, "That doesn’t exist in this game."),
        ({"pay": "9"}, "You have only 6 coins."),
        ({"seat": []}, "Fill in “To”."),
        ({"seat": ["4"]}, "You can't offer that to yourself."),
        ({"card": [str(card) for card in range(40)]}, "“Cards you give”: choose no more than 2."),
        ({"card": [], "want.0": []}, "A deal moves at least one card."),
    ],
)
def test_each_fault_has_its_sentence(match: Match, more: dict[str, Any], sentence: str) -> None:
    client = as_(turn(match).user)
    fields = filled(match, at_of(get(client, match)), **more)

    response = send(client, match, fields, headers=JSON)

    assert response.status_code == 422
    told = response.json()
    assert told["sentence"] == sentence
    assert told["state"] == "committed"


def test_an_unknown_form_is_refused_in_the_turn(match: Match) -> None:
    client = as_(turn(match).user)

    response = send(client, match, {"at": at_of(get(client, match)), "compose": "sing"})

    assert response.status_code == 422
    html = response.content.decode()
    assert "There’s no such move in this game." in html
    assert 'class="turn-notice" role="alert"' in html


def test_a_stale_page_plays_nothing_and_keeps_what_was_typed(match: Match) -> None:
    client = as_(turn(match).user)
    old = at_of(get(client, match))
    send(client, match, filled(match, old))
    client.post(f"/t/{match.code}/undo/", {"at": at_of(get(client, match))})

    for headers in ({}, HTMX):
        response = send(client, match, filled(match, old, pay="4"), **headers)
        assert response.status_code == 409
        shown = form(response.content.decode())
        assert "The match has moved on" in shown
        assert 'value="4"' in shown
    assert send(client, match, filled(match, old), headers=JSON).status_code == 409
    assert match.drafts.get().moves == []


def test_json_answers_as_for_any_move(match: Match) -> None:
    client = as_(turn(match).user)

    told = send(client, match, filled(match, at_of(get(client, match))), headers=JSON)

    assert told.status_code == 200
    assert told.json()["state"] == "draft"


def test_buttons_and_forms_do_not_mix(match: Match) -> None:
    """What is typed into the form is no part of another move."""
    client = as_(turn(match).user)
    fields = filled(match, at_of(get(client, match)))
    del fields["compose"]

    send(client, match, {**fields, "move": "close"})

    assert match.drafts.get().moves == ["close"]


def test_whoever_answers_gets_a_form_of_their_own(match: Match) -> None:
    caller = turn(match)
    client = as_(caller.user)
    send(client, match, filled(match, at_of(get(client, match))))
    client.post(f"/t/{match.code}/confirm/", {"at": at_of(get(client, match))})
    seat = match.seats.select_related("user").filter(owes=True)[0]
    client = as_(seat.user)
    html = get(client, match)
    assert "<summary>Counter…</summary>" in html
    assert "decline" in buttons(html)

    fields = {"compose": "counter", "counter.pay": "2", "counter.want.1": "1"}
    send(client, match, {"at": at_of(html), **fields})

    assert match.drafts.get(seat=seat.number).moves == ["counter:2,0,1,2"]


def test_strangers_compose_nothing(match: Match, dora: User) -> None:
    at = at_of(get(as_(turn(match).user), match))

    assert "compose" not in form(get(as_(dora), match))
    assert send(as_(dora), match, filled(match, at)).status_code == 403
    assert send(Client(), match, filled(match, at)).status_code == 403
    gone = as_(dora).post("/t/nosuch22/move/", filled(match, at))
    assert gone.status_code == 404
    Match.objects.filter(pk=match.pk).update(spectators=False)
    assert send(as_(dora), match, {"compose": "sing"}).status_code == 404


def test_nothing_is_composed_when_all_is_over(match: Match) -> None:
    client = as_(turn(match).user)
    fields = filled(match, at_of(get(client, match)))
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)

    assert send(client, match, fields).status_code == 303
    assert send(client, match, fields, headers=JSON).status_code == 409


def test_why_answers_for_composed_moves(match: Match) -> None:
    client = as_(turn(match).user)
    card, to = hand(match)[0], sum(1 << int(other) for other in others(match))

    def why(**query: Any) -> dict[str, str]:
        response = client.get(f"/t/{match.code}/why/", query)
        assert response.status_code == 200
        return dict(response.json())

    assert why(move=f"call:{to},1,1,{card},0")["text"] == "This is possible now."
    assert why(move=f"call:{to},7,1,{card},0")["text"] == "You have only 6 coins."
    assert (
        why(move=f"call:{to},7")["text"] == "This move is incomplete or contains something extra."
    )
    assert why(move=f"call:{to},1,2,{card},{card},0")["text"].startswith("List each item only once")
    told = why(**filled(match, "", pay="7"))
    assert (told["text"], told["rule"]) == ("You have only 6 coins.", "3")
    assert why(**filled(match, ""))["text"] == "This is possible now."
    assert "whole number" in why(**filled(match, "", pay="x"))["text"]
    assert why(compose="sing")["text"] == "There’s no such move in this game."


def test_the_site_says_its_part_in_french(match: Match) -> None:
    user = turn(match).user
    assert user is not None
    User.objects.filter(pk=user.pk).update(language="fr")
    client = as_(user)
    html = get(client, match)

    assert "(2 sur 2)" in form(html)
    assert ">Facultatif<" in form(html)
    told = send(client, match, filled(match, at_of(html), pay="x"), headers=JSON).json()
    assert told["sentence"].endswith("doit être un nombre entier.")
    told = send(client, match, filled(match, at_of(html), pay="99"), headers=JSON).json()
    assert told["sentence"] == "Cela n’existe pas dans ce jeu."
