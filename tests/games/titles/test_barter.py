"""A title with composed moves wherever moves are listed, proposed, taught and checked."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from engine.core.types import Move, parse_move
from games.demo.people import play
from games.links.proposals import proposals
from games.links.tokens import turn_link
from games.models import Match
from games.selectors.positions import game_of, position
from games.selectors.walks import walk
from games.titles import checks, lessons
from games.titles.base import Presenter
from games.titles.plain import PlainPresenter
from games.titles.registry import lesson_of, presenter_of
from tests.games.play_helpers import owing, start_dealt
from tests.games.web.test_compose import filled, form, send
from tests.games.web.test_match_page import as_, at_of, get
from tools.soak.pages import Page
from tools.soak.view import MatchView

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(barter: str, alice: User, bob: User, charlie: User) -> Match:
    return start_dealt(alice, bob, charlie, title=barter, options={"rounds": 1})


def test_whole_turns_are_proposed_with_composed_moves_among_them(match: Match) -> None:
    seat = owing(match)
    game = game_of(match)

    found = proposals(match, seat.number)

    composed = [
        one
        for one in found
        if parse_move(one.moves[0]) not in game.moves(position(match), seat.number)
    ]
    assert composed
    assert composed[0].words.startswith("Call (To: ")
    assert "Seat" not in composed[0].words  # players have names
    assert all(str(other.user) in composed[0].words for other in match.seats.filter(owes=False))
    assert len({one.words for one in found}) == len(found)
    for one in found:
        moves = [parse_move(text) for text in one.moves]
        assert walk(game, position(match), seat.number, moves).whole


def test_a_composed_turn_is_taken_by_a_link(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None
    moves = next(one.moves for one in proposals(match, seat.number) if one.moves[0][:5] == "call:")
    link = turn_link(seat.user, seat, match, moves)
    mail = Client()

    page = mail.get(link).content.decode()
    assert "Call (To: " in page
    assert "Seat 1" not in page
    answer = mail.post(link)

    assert answer.status_code in (200, 303)
    match.refresh_from_db()
    assert match.plies.get().move == moves[0]


def test_the_computer_plays_it_to_its_end(match: Match) -> None:
    match = play(match, 400)

    assert match.status == Match.Status.FINISHED


def test_its_log_and_replay_tell_of_offers(match: Match, dora: User) -> None:
    client = as_(owing(match).user)
    send(client, match, filled(match, at_of(get(client, match))))
    client.post(f"/t/{match.code}/confirm/", {"at": at_of(get(client, match))})

    for url in ("log/", "at/1/"):
        html = as_(dora).get(f"/t/{match.code}/{url}")
        assert html.status_code == 200, url
    assert "makes offer 1" in as_(dora).get(f"/t/{match.code}/log/").content.decode()


# -- the guided match -----------------------------------------------------------------------------


def test_a_lesson_may_teach_a_composed_move(barter: str) -> None:
    told = lesson_of(barter)
    assert told is not None

    assert lessons.is_whole(told, barter)
    assert lessons.missing_words(told, barter) == []


def test_a_guided_match_fills_the_form_in(barter: str, as_alice: Client) -> None:
    answer = as_alice.post("/play/guided/", {"title": barter})
    match = Match.objects.get(title=barter)
    assert answer.status_code == 302
    html = get(as_alice, match)

    shown = form(html)
    assert shown.startswith('<details class="compose" id="compose-call-fold" open>')
    assert "recommended" in shown
    assert 'class="btn btn-may" name="move"' in html
    assert 'class="best"' not in html.replace(shown, "")
    assert re.findall(r'name="call\.card" value="(\d+)" form="compose-call" checked', shown) == [
        "13"
    ]
    assert (
        len(re.findall(r'name="call\.want\.0" value="\d" form="compose-call" checked', shown)) == 5
    )
    page = Page(html, f"https://nauticus.example.org/t/{match.code}/")
    ready = page.form(ident="compose-call")
    assert ready is not None

    fields: dict[str, list[str]] = {}
    for name, value in ready.fields:
        fields.setdefault(name, []).append(value)
    send(as_alice, match, fields)

    assert match.drafts.get().moves == ["call:2,2,1,13,1,31"]


# -- checks ---------------------------------------------------------------------------------------


def warned(slug: str) -> list[str]:
    return [m.msg for m in checks.titles(None) if m.id == "titles.W016" and f" {slug} " in m.msg]


def test_forms_without_words_are_named(barter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert warned(barter) == []
    bare = SimpleNamespace(ENGLISH={"form.call": "Call", "field.slip.card": "Cards"})
    monkeypatch.setattr("engine.registry.companion", lambda game, name: bare)

    found = warned(barter)

    assert "The title barter has no word for form.slip." in found
    assert "The title barter has no word for form.call." not in found
    assert found.count("The title barter has no word for field.card.") == 2  # call and counter


def test_a_presenter_may_word_its_forms_itself(
    barter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = SimpleNamespace(ENGLISH={})
    monkeypatch.setattr("engine.registry.companion", lambda game, name: bare)
    monkeypatch.setattr(PlainPresenter, "form_label", lambda self, form: "F", raising=False)
    monkeypatch.setattr(PlainPresenter, "field_label", lambda self, form, f: "f", raising=False)

    assert warned(barter) == []


def test_a_title_is_complete_but_for_its_rules(barter: str, settings: Settings) -> None:
    found = {m.id for m in checks.titles(None) if f" {barter} " in m.msg}

    assert found == {"titles.E006", "titles.I007"}


# -- a presenter of its own -----------------------------------------------------------------------


def test_any_presenter_words_forms_unless_it_says_otherwise(barter: str) -> None:
    class Bare(Presenter):
        def table(self, scene: object) -> None:  # type: ignore[override]
            """Nothing to show."""

    bare = Bare(presenter_of(barter).title)
    call = bare.title.game.forms["call"]
    seat, _pay, card, want = call.fields

    assert bare.form_label(call) == "Call"
    assert bare.field_label(call, card) == "Cards you give"
    assert bare.value_label(call, seat, 1, ["Ann", "Ben"]) == "Ben"
    assert bare.value_label(call, want, 3, []) == "good 3"
    assert bare.named(Move("close"), ["Ann"]) == "close"
    assert bare.composes
    assert not presenter_of("nauticus").composes


# -- whoever reads pages without a browser --------------------------------------------------------


def test_a_reader_of_pages_knows_whose_controls_they_are(match: Match) -> None:
    html = get(as_(owing(match).user), match)
    page = Page(html, f"https://nauticus.example.org/t/{match.code}/")

    turn, call = page.form(ident="turn-form"), page.form(ident="compose-call")
    assert turn is not None
    assert call is not None
    assert "call.pay" not in turn.names
    assert {"at", "compose", "call.seat", "call.pay", "call.card", "call.want.1"} <= call.names
    assert [button.text for button in call.buttons] == ["Call"]
    assert all(button.name == "move" for button in MatchView(page).moves)
