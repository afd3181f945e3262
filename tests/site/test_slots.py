"""Places on pages that apps above fill."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import DatabaseError, connection
from django.template import Context, Template, TemplateDoesNotExist
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.safestring import SafeString
from pytest_django import Settings
from structlog.testing import capture_logs

from accounts.models import User
from games.models import Match
from games.terms.lines import Line
from ops.slots import NAMES
from ops.snapshots import WroteWhileReading
from tests.games.helpers import finished, open_table

pytestmark = pytest.mark.django_db

HERE = "tests.site.test_slots"
EMPTY: dict[str, list[str]] = {name: [] for name in NAMES}


# --- what fills them ----------------------------------------------------------------------


def told(thing: object, viewer: User | None) -> SafeString:
    return SafeString(f"<p>[{thing.__class__.__name__} {thing} for {viewer}]</p>")


def more(thing: object, viewer: User | None) -> str:
    return "<i>more</i>"


def drawn(thing: User, viewer: User | None) -> tuple[str, dict[str, object]]:
    return "components/notice.html", {"tone": "info", "head": f"{thing} gained"}


def silent(thing: object, viewer: User | None) -> None:
    return None


def raises(thing: object, viewer: User | None) -> str:
    raise LookupError("a fault of the app above")


def breaks_a_statement(thing: object, viewer: User | None) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM no_such_table")
    return "never"


def writes(thing: object, viewer: User | None) -> str:
    User.objects.update(is_staff=True)
    return "written"


def without_template(thing: object, viewer: User | None) -> tuple[str, dict[str, object]]:
    return "no/such/template.html", {}


def terms(match: Match, viewer: User | None) -> list[Line]:
    return [Line("ladder", "Stakes", f"high for {viewer}"), Line("shield", "Crew", "small")]


def terms_cut_short(match: Match, viewer: User | None) -> Iterator[Line]:
    yield Line("ladder", "Half", "a list")
    raise LookupError("a fault of the app above")


def fill(settings: Settings, name: str, *functions: str) -> None:
    settings.PAGE_SLOTS = EMPTY | {name: [f"{HERE}.{function}" for function in functions]}


# --- the five -----------------------------------------------------------------------------


def test_the_charter_ends_with_terms_of_other_apps(
    alice: User, as_bob: Client, client: Client, settings: Settings
) -> None:
    match = open_table(alice)
    fill(settings, "charter", "terms")
    for page in (match.get_absolute_url(), f"{match.get_absolute_url()}charter/"):
        shown = as_bob.get(page).content.decode()
        listed = shown[shown.index('<dl class="charter">') : shown.index("</dl>")]
        assert listed.index("Start") < listed.index("Stakes") < listed.index("Crew")
        assert "high for bob" in listed
        assert "high for None" in client.get(page).content.decode()


def test_the_result_has_room_below_the_score_sheet(
    alice: User, bob: User, as_bob: Client, client: Client, settings: Settings
) -> None:
    match = finished(alice, bob)
    page = f"{match.get_absolute_url()}result/"
    fill(settings, "result", "told")
    shown = as_bob.get(page).content.decode()
    assert shown.index('id="sheet-h"') < shown.index(f"<p>[Match {match} for bob]</p>")
    assert shown.index(" for bob]</p>") < shown.index("<aside")
    assert " for None]</p>" in client.get(page).content.decode()


def test_a_profile_has_room_beside_the_matches(
    alice: User, as_bob: Client, settings: Settings
) -> None:
    fill(settings, "profile", "silent")
    assert "<aside" not in as_bob.get("/players/alice/").content.decode()

    fill(settings, "profile", "told")
    shown = as_bob.get("/players/alice/").content.decode()
    aside = shown[shown.index("<aside") : shown.index("</aside>")]
    assert "<p>[User alice for bob]</p>" in aside


def test_a_profile_has_room_for_matches(alice: User, as_bob: Client, settings: Settings) -> None:
    fill(settings, "profile_matches", "silent")
    assert "No public matches yet" in as_bob.get("/players/alice/").content.decode()

    fill(settings, "profile_matches", "told")
    shown = as_bob.get("/players/alice/").content.decode()
    assert "<p>[User alice for bob]</p>" in shown
    assert "No public matches yet" not in shown


@pytest.mark.parametrize("part", [False, True])
def test_the_harbour_has_room_beside_the_matches(
    as_alice: Client, settings: Settings, part: bool
) -> None:
    fill(settings, "home", "told")
    found = as_alice.get("/?part=harbour", headers={"HX-Request": "true"} if part else {})
    shown = found.content.decode()
    assert ("<html" in shown) is not part
    assert shown.index('id="tables-h"') < shown.index("<p>[User alice for alice]</p>")
    assert shown.index("for alice]</p>") < shown.index('id="you-h"')


# --- how they are filled ------------------------------------------------------------------


def test_several_stand_in_the_order_of_the_settings(as_alice: Client, settings: Settings) -> None:
    fill(settings, "home", "more", "silent", "drawn", "told")
    shown = as_alice.get("/").content.decode()
    # Text is escaped unless it says that it is safe.
    places = [shown.index(words) for words in ("&lt;i&gt;more", "alice gained", "<p>[User")]
    assert places == sorted(places)


@pytest.mark.parametrize(
    "fault", ["raises", "breaks_a_statement", "writes", "without_template", "gone"]
)
def test_a_function_that_fails_leaves_its_place_empty(
    alice: User, bob: User, as_alice: Client, settings: Settings, fault: str
) -> None:
    page = f"{finished(alice, bob).get_absolute_url()}result/"
    fill(settings, "result", fault, "told")
    with capture_logs() as logs:
        found = as_alice.get(page)

    shown = found.content.decode()
    assert found.status_code == 200
    assert shown.index("for alice]</p>") < shown.index('id="fair-h"')  # the page goes on
    (line,) = [line for line in logs if line["event"] == "page_slot_failed"]
    assert (line["slot"], line["path"]) == ("result", f"{HERE}.{fault}")


def test_terms_that_fail_half_way_are_left_out_whole(
    alice: User, client: Client, settings: Settings
) -> None:
    match = open_table(alice)
    fill(settings, "charter", "terms_cut_short", "terms")
    shown = client.get(match.get_absolute_url()).content.decode()
    assert "Half" not in shown
    assert "Stakes" in shown


@pytest.mark.parametrize(
    ("function", "error"),
    [
        ("raises", LookupError),
        ("breaks_a_statement", DatabaseError),
        ("writes", WroteWhileReading),
        ("without_template", TemplateDoesNotExist),
    ],
)
def test_whoever_develops_sees_the_error(
    as_alice: Client, settings: Settings, function: str, error: type[Exception]
) -> None:
    fill(settings, "home", function)
    settings.DEBUG = True
    with pytest.raises(error):
        as_alice.get("/")


def test_an_empty_slot_costs_nothing_and_knows_nobody(settings: Settings) -> None:
    settings.PAGE_SLOTS = {}
    tag = Template('{% load page_slots %}{% page_slot "home" user %}')
    with CaptureQueriesContext(connection) as found:
        assert tag.render(Context()) == ""
    assert len(found) == 0


def test_a_filling_knows_only_what_it_brought(settings: Settings) -> None:
    fill(settings, "home", "drawn")
    page = Template('{% load page_slots %}{% page_slot "home" "Who" %}')
    shown = page.render(Context({"user": AnonymousUser(), "text": "of the page around it"}))
    assert "Who gained" in shown
    assert "of the page" not in shown
