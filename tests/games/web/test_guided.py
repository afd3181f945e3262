"""The guided match on the page: an explanation and one marked choice, whatever the learner does."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.services.play import bots
from games.services.tables import seating
from games.titles.lessons import Step
from games.titles.registry import lesson_of
from tests.games.helpers import finished
from tests.games.services.play.test_drafts import at_in
from tests.strangers import ours

pytestmark = pytest.mark.django_db

CARD = re.compile(r'<details class="lesson( lesson-hint)?" id="lesson".*?</details>', re.S)
BUTTON = re.compile(r"<button (?P<attributes>[^>]*)>(?P<inner>(?:(?!</button>).)*)</button>", re.S)
MOVE = re.compile(r'name="move" value="([^"]+)"')


def marked(html: str) -> list[tuple[bool, str]]:
    """The buttons with a lighthouse: is it Confirm, and which move does it send?"""
    found = []
    for button in BUTTON.finditer(html):
        if 'class="best"' in button["inner"]:
            move = MOVE.search(button["attributes"])
            found.append(('id="go"' in button["attributes"], move[1] if move else ""))
    return found


def follow(client: Client, page: str, html: str, choice: tuple[bool, str]) -> None:
    go, move = choice
    fields = {"at": at_in(html)} | ({"move": move} if move else {})
    client.post(f"{page}{'confirm' if go else 'move'}/", fields)


def let_the_computer_play(match: Match) -> Match:
    match.refresh_from_db()
    while match.is_running and match.seats.filter(owes=True).exclude(bot="").exists():
        assert bots.take_turn(code=match.code, ply=match.ply)
        match.refresh_from_db()
    return match


def test_the_marked_choices_alone_lead_through_the_whole_lesson(
    alice: User, as_alice: Client
) -> None:
    lesson = lesson_of("nauticus")
    assert lesson is not None
    texts = [str(step.why) for step in lesson.line if isinstance(step, Step)]
    match = seating.guide(user=alice, title="nauticus")
    page = match.get_absolute_url()
    shown = ""
    for _ in range(100):
        match = let_the_computer_play(match)
        if not match.is_running:
            break
        html = as_alice.get(page).content.decode()
        (choice,) = marked(html)
        card = CARD.search(html)
        assert card is not None
        shown += card[0]
        follow(as_alice, page, html, choice)

    assert [text for text in texts if text not in shown] == []
    assert (match.status, match.seats.get(user=alice).score) == ("finished", 74)
    over = as_alice.get(page).content.decode()
    assert "You know the game: play!" in over
    assert "You scored 74 points" in over
    assert "Goods delivered" in over
    assert 'action="/play/now/"' in over
    assert not CARD.search(over)


@pytest.mark.parametrize("seed", [1, 2])
def test_whoever_does_something_else_is_never_left_alone(
    alice: User, as_alice: Client, seed: int
) -> None:
    match, dice = seating.guide(user=alice, title="nauticus"), random.Random(seed)
    page, first_round = match.get_absolute_url(), 0
    for _ in range(300):
        match = let_the_computer_play(match)
        assert match.state is not None
        if not match.is_running or match.state["round"] > 1:
            break
        html = as_alice.get(page).content.decode()
        card = CARD.search(html)
        assert card is not None, html
        assert not card[1]  # explained, not only hinted at
        assert "Good now:" in card[0]
        (best,) = marked(html)
        first_round += 1
        offered = re.findall(r'<button[^>]*name="move" value="([^"]+)"', html)
        other = [move for move in offered if move != "end"]
        rare = dice.random() < 0.6 and other
        follow(as_alice, page, html, (False, dice.choice(other)) if rare else best)

    assert first_round > 15


def test_results_are_told(alice: User, as_alice: Client) -> None:
    match = seating.guide(user=alice, title="nauticus")
    page = match.get_absolute_url()
    for _ in range(4):
        html = as_alice.get(page).content.decode()
        follow(as_alice, page, html, marked(html)[0])
    drafted = CARD.search(as_alice.get(page).content.decode())
    assert drafted is not None
    assert re.search(r"So far:\s+it cost 4 coins\.", drafted[0])

    html = as_alice.get(page).content.decode()
    follow(as_alice, page, html, marked(html)[0])
    let_the_computer_play(match)

    after = CARD.search(as_alice.get(page).content.decode())
    assert after is not None
    assert re.search(r"Your last turn:\s+it cost 4 coins\.", after[0])


def test_the_mark_is_seen_and_heard_on_the_button_and_on_the_board(
    alice: User, as_alice: Client
) -> None:
    match = seating.guide(user=alice, title="nauticus")

    html = as_alice.get(match.get_absolute_url()).content.decode()

    assert re.search(r'value="choose:1"[^>]* aria-label="Take buy hulls;[^"]*, recommended"', html)
    assert re.search(r'<g class="space[^"]*" id="space1"[^>]*Recommended\.', html)
    assert html.count('class="best-plate"') == 1


def test_others_are_not_lectured(alice: User, client: Client) -> None:
    match = seating.guide(user=alice, title="nauticus")
    type(match).objects.filter(pk=match.pk).update(visibility="public")

    html = client.get(match.get_absolute_url()).content.decode()

    assert not CARD.search(html)
    assert not marked(html)


def test_the_aim_comes_before_the_first_move_and_can_be_opened_again(client: Client) -> None:
    answer = client.post("/play/guided/", {"title": "nauticus"})
    match = ours(Match).get()

    assert answer["Location"] == f"/games/nauticus/aim/?match={match.code}"
    first = client.get(answer["Location"]).content.decode()
    assert "Got it, start" in first
    assert f'href="{match.get_absolute_url()}"' in first
    again = f"/games/nauticus/aim/?match={match.code}&amp;back=1"
    assert again in client.get(match.get_absolute_url()).content.decode()
    assert "Back to the match" in client.get(again.replace("&amp;", "&")).content.decode()


def test_the_aim_leads_nowhere_strange(client: Client) -> None:
    html = client.get("/games/nauticus/aim/?match=//evil.example").content.decode()

    assert 'href="//evil' not in html
    assert 'action="/play/guided/"' in html
    assert client.get("/games/atlantis/aim/").status_code == 404


def test_the_title_page_offers_the_lesson_first_to_whoever_has_not_played(
    alice: User, bob: User, as_alice: Client, client: Client
) -> None:
    new = client.get("/games/nauticus/").content.decode().partition("<main")[2]
    assert new.index("/play/guided/") < new.index("/play/now/")
    assert "Learn it in a guided match" in new
    assert "What scores" in new

    finished(alice, bob)

    known = as_alice.get("/games/nauticus/").content.decode().partition("<main")[2]
    assert known.index("/play/now/") < known.index("/play/guided/")
    assert "Learn it in a guided match" not in known


def test_a_guided_deal_is_not_called_fair(alice: User, as_alice: Client) -> None:
    match = seating.guide(user=alice, title="nauticus")

    assert "! deal lesson" in as_alice.get(f"/t/{match.code}/record.txt").content.decode()
    charter = as_alice.get(f"/t/{match.code}/charter/").content.decode()
    assert "Every guided match has the same deal" in charter
