"""Deliberate leaks, one at a time: the comparison of twin worlds must notice each.

A comparison that cannot fail proves nothing. Every leak here is one that a hurried change could
bring about; whoever adds a way to serve a match adds the way it could go wrong.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from accounts.models import User
from engine.core.errors import IllegalMove, WhyNot
from engine.core.types import State
from games import hooks
from games.feeds import calendar as calendar_feed
from games.feeds import match as match_feed
from games.models import Draft, Entry, Match, Note, Ply, Seat, play
from games.picture import card
from games.selectors import positions, records, scenes
from games.selectors.positions import game_of, position
from games.selectors.scenes import Line, Scene
from games.selectors.since import Since
from games.selectors.turns import at_of
from games.services import nudges
from games.services.play import turns
from games.titles.answers import Table
from games.titles.base import Presenter
from games.titles.plain import PlainPresenter
from games.titles.registry import presenter_of
from tests.conftest import make_player
from tests.engine.titles.quay.game import Quay
from tests.games.play_helpers import step
from tests.games.quay_table import LUCKY, deal, prompt, until
from tests.games.secrecy.twins import (
    NOTHING,
    Reader,
    differences,
    quiet_site,
    readers,
    served,
    undone,
)
from tests.strangers import ours

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quay", "_quiet")]

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], None]


@pytest.fixture
def _quiet() -> Iterator[None]:
    with quiet_site():
        yield


@pytest.fixture
def people(db: None) -> list[Reader]:
    stranger = make_player("zoe")
    return readers(deal(), stranger)


# --- the leaks ----------------------------------------------------------------------------


class Gossip:
    """A title that shows everybody the next seat's view."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        found: dict[str, Any] = self.game.view(state, 0 if seat is None else (seat + 1) % 3)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


def hands(match: Match) -> str:
    return str([player.hand for player in position(match).players])  # type: ignore[attr-defined]


def page_with_another_seat_s_view(patch: Patch) -> None:
    patch.setattr(scenes, "game_of", lambda match: Gossip(game_of(match)))


def replay_with_another_seat_s_view(patch: Patch) -> None:
    patch.setattr("games.history.game_of", lambda match: Gossip(game_of(match)))


def log_with_private_entries(patch: Patch) -> None:
    patch.setattr(play, "readable", lambda number, to="": ("TRUE", []))


def whole_log_with_private_entries(patch: Patch) -> None:
    log_with_private_entries(patch)


def replay_with_private_entries(patch: Patch) -> None:
    log_with_private_entries(patch)


def log_cut_off_before_it_is_filtered(patch: Patch) -> None:
    def newest(match: Match, number: int | None, count: int, kinds: Any = ()) -> list[Line]:
        rows = Entry.objects.filter(match=match).order_by("-number")
        found = [Line(*row) for row in rows.values_list(*Line._fields)[:count]]
        return [line for line in found if line.to is None or number in line.to]

    patch.setattr(scenes, "newest", newest)
    patch.setattr(scenes, "LOG_SHOWN", 4)


def since_with_private_entries(patch: Patch) -> None:
    def since(match: Match, seat: Seat | None, log: Any) -> Since:
        rows = Entry.objects.filter(match=match).order_by("number")
        return Since("start", 0, [Line(*row) for row in rows.values_list(*Line._fields)])

    patch.setattr(scenes, "since", since)


def log_with_numbers(patch: Patch) -> None:
    told = Presenter.sentence
    patch.setattr(
        Presenter,
        "sentence",
        lambda self, entry, names: f"{getattr(entry, 'number', '')} {told(self, entry, names)}",
    )


def log_with_numbers_of_all_entries(patch: Patch) -> None:
    patch.setattr(Presenter, "log", lambda self, scene: [{"html": f"of {scene.match.entries}"}])


def record_with_secret_moves(patch: Patch) -> None:
    patch.setattr(records, "is_hidden", lambda ply, number: False)


def record_as_the_first_seat_reads_it(patch: Patch) -> None:
    patch.setattr("games.web.views.history.reader_of", lambda match, user: 0)


def record_with_the_seed(patch: Patch) -> None:
    told = records.text_for
    patch.setattr(records, "text_for", lambda match, number: told(match, number) + match.seed)


def picture_for_the_first_seat(patch: Patch) -> None:
    def picture(self: Presenter, scene: Scene) -> str:
        view = game_of(scene.match).view(position(scene.match), 0)
        return card.plain(card.Heading("Quay"), [], str(view["hand"]))

    patch.setattr(Presenter, "picture", picture)


def drafts_of_anybody(patch: Patch) -> None:
    patch.setattr(scenes, "_draft", lambda match, seat: Draft.objects.filter(match=match).first())


def seats_that_show_who_drafts(patch: Patch) -> None:
    told = Presenter.text_board
    patch.setattr(
        Presenter,
        "text_board",
        lambda self, scene: f"{told(self, scene)} {[seat.drafted for seat in scene.seats]}",
    )


def seats_that_show_who_looked(patch: Patch) -> None:
    told = Presenter.text_board
    patch.setattr(
        Presenter,
        "text_board",
        lambda self, scene: f"{told(self, scene)} {[seat.seen_ply for seat in scene.seats]}",
    )


def preview_behind_a_barrier(patch: Patch) -> None:
    def add(game: Any, found: Any, seat: int, move: Any) -> None:
        applied = game.apply(found.state, seat, move)
        found.moves.append(move)
        found.events += applied.events

    patch.setattr(positions, "add", add)
    patch.setattr(turns, "add", add)


def preview_with_events_for_others(patch: Patch) -> None:
    patch.setattr(scenes, "visible", lambda events, number: events)


def text_board_of_the_true_position(patch: Patch) -> None:
    patch.setattr(Presenter, "text_board", lambda self, scene: hands(scene.match))


def buttons_in_an_order_the_seed_decides(patch: Patch) -> None:
    told = PlainPresenter.table

    def table(self: PlainPresenter, scene: Scene) -> Table:
        random.Random(scene.match.seed).shuffle(scene.moves)
        return told(self, scene)

    patch.setattr(PlainPresenter, "table", table)


def plans_on_the_true_position(patch: Patch) -> None:
    patch.setattr(Quay, "open_information", True)


def reasons_out_of_another_hand(patch: Patch) -> None:
    def require(self: Any, s: Any, seat: int, move: Any) -> Any:
        if move not in self.moves(s, seat):
            raise IllegalMove(move, WhyNot(f"R{s.players[seat - 1].hand}", "not-offered"))
        return move

    patch.setattr(Quay, "require", require)


def answers_with_the_seed(patch: Patch) -> None:
    from games.web.views import match as views

    told = views._standing
    patch.setattr(views, "_standing", lambda turn: told(turn) | {"seed": turn.match.seed})


def answers_with_a_print_of_the_position(patch: Patch) -> None:
    from games.web.views import match as views

    told = views.answer

    def answer(request: Any, match: Match, **how: Any) -> Any:
        found = told(request, match, **how)
        found["ETag"] = f'"{game_of(match).digest(position(match))[:8]}"'
        return found

    patch.setattr(views, "answer", answer)


def stamps_that_count_all_entries(patch: Patch) -> None:
    def stamp(seat: Any, found: Any) -> str:
        return f"{at_of(seat, found)}.{Match.objects.get(pk=seat.match_id).entries}"

    for module in (turns, scenes):
        patch.setattr(module, "at_of", stamp)


def export_with_everybody_s_moves(patch: Patch) -> None:
    def matches(user: User) -> list[str]:
        return list(Ply.objects.filter(match__seats__user=user).values_list("move", flat=True))

    patch.setattr(hooks, "matches", matches)


def notes_of_anybody(patch: Patch) -> None:
    def note_of(match: Match, user: User) -> str:
        return str(list(Note.objects.filter(match=match).values_list("text", flat=True)))

    patch.setattr("games.web.views.company.note_of", note_of)


def nudges_with_the_position(patch: Patch) -> None:
    told = nudges.send
    patch.setattr(
        nudges, "send", lambda code, *more: told(code + hands(Match.objects.get(code=code)), *more)
    )


def feed_with_private_entries(patch: Patch) -> None:
    log_with_private_entries(patch)


def feed_that_numbers_all_entries(patch: Patch) -> None:
    told = match_feed.dated

    def dated(match: Match, count: int) -> list[Entry]:
        found = told(match, count)
        for entry in found:  # the item's id is made of its time
            entry.at += timedelta(microseconds=entry.number)
        return found

    patch.setattr(match_feed, "dated", dated)


def feed_that_counts_what_it_hides(patch: Patch) -> None:
    def dated(match: Match, count: int) -> list[Entry]:
        rows = list(Entry.objects.filter(match=match).order_by("-number")[:4])
        return [entry for entry in rows if entry.to is None]

    patch.setattr(match_feed, "dated", dated)


def calendar_with_everybody_s_marks(patch: Patch) -> None:
    told = calendar_feed._event

    def event(seat: Seat) -> Any:
        found = told(seat)
        found.add("comment", str([other.revision for other in seat.match.seats.all()]))
        return found

    patch.setattr(calendar_feed, "_event", event)


def calendar_with_the_seed(patch: Patch) -> None:
    told = calendar_feed._event

    def event(seat: Seat) -> Any:
        found = told(seat)
        found["uid"] += seat.match.seed
        return found

    patch.setattr(calendar_feed, "_event", event)


def sockets_with_the_position(patch: Patch) -> None:
    from games.live.consumers import MatchConsumer

    told = MatchConsumer.greeting

    def greeting(self: MatchConsumer, user: User | None, first: bool) -> dict[str, Any] | int:
        found = told(self, user, first)
        if isinstance(found, dict):
            match = Match.objects.get(code=found["match"])
            found["ply"] = int(game_of(match).digest(position(match))[:6], 16)
        return found

    patch.setattr(MatchConsumer, "greeting", greeting)


# Where each is noticed: the decision that waits, who reads ("owes", "waits" or "watches"), where.
LEAKS: dict[Leak, tuple[str, str, str]] = {
    page_with_another_seat_s_view: ("bid", "waits", "match"),
    replay_with_another_seat_s_view: ("haul", "watches", "match_at"),
    log_with_private_entries: ("haul", "waits", "match"),
    whole_log_with_private_entries: ("haul", "waits", "match_log"),
    replay_with_private_entries: ("haul", "waits", "match_at"),
    log_cut_off_before_it_is_filtered: ("haul", "watches", "match"),
    since_with_private_entries: ("haul", "waits", "match"),
    log_with_numbers: ("haul", "watches", "match"),
    log_with_numbers_of_all_entries: ("haul", "waits", "match"),
    record_with_secret_moves: ("haul", "waits", "match_record"),
    record_as_the_first_seat_reads_it: ("haul", "watches", "match_record"),
    record_with_the_seed: ("bid", "watches", "match_record"),
    picture_for_the_first_seat: ("haul", "watches", "match_picture"),
    drafts_of_anybody: ("bid", "waits", "match"),
    seats_that_show_who_drafts: ("haul", "watches", "match"),
    seats_that_show_who_looked: ("haul", "waits", "match_at"),
    preview_behind_a_barrier: ("haul", "owes", "match_undo"),
    preview_with_events_for_others: ("storm", "owes", "match_undo"),
    text_board_of_the_true_position: ("bid", "owes", "match"),
    buttons_in_an_order_the_seed_decides: ("bid", "owes", "match"),
    plans_on_the_true_position: ("haul", "waits", "looks"),
    reasons_out_of_another_hand: ("haul", "owes", "match_move"),
    answers_with_the_seed: ("haul", "owes", "match_move"),
    answers_with_a_print_of_the_position: ("haul", "watches", "match"),
    stamps_that_count_all_entries: ("haul", "owes", "match"),
    export_with_everybody_s_moves: ("haul", "waits", "export"),
    notes_of_anybody: ("haul", "waits", "match_notes"),
    nudges_with_the_position: ("bid", "owes", "match_confirm"),
    feed_with_private_entries: ("haul", "watches", "match_feed"),
    feed_that_numbers_all_entries: ("haul", "watches", "match_feed"),
    feed_that_counts_what_it_hides: ("haul", "watches", "match_feed"),
    calendar_with_everybody_s_marks: ("bid", "owes", "calendar"),
    calendar_with_the_seed: ("haul", "owes", "calendar"),
    sockets_with_the_position: ("haul", "watches", "socket"),
}


def test_every_deliberate_leak_is_noticed(people: list[Reader]) -> None:
    match = ours(Match).get()
    dice = random.Random(LUCKY)
    unnoticed = []
    sound = set()  # where the comparison was seen to find nothing
    for wanted in ("bid", "haul", "storm"):
        until(match, wanted, dice)
        first = game_of(match).to_act(position(match))[0]
        who = {"owes": people[1 + first], "watches": people[0]}
        for leak, (moment, reader, place) in LEAKS.items():
            if moment != wanted:
                continue
            # While everybody owes a bid, the next seat stands for those who wait.
            seat = who.get(reader) or people[1 + (first + 1) % 3]
            if (wanted, reader, place) not in sound:
                assert differences(match, seat, random.Random(5), (place,)) == [], place
                sound.add((wanted, reader, place))
            with pytest.MonkeyPatch.context() as patch:
                leak(patch)
                # Some leaks tell two worlds apart only if a certain card lies elsewhere.
                if not any(
                    differences(match, seat, random.Random(n), (place,)) for n in range(5, 15)
                ):
                    unnoticed.append(leak.__name__)
    assert unnoticed == []
    assert {moment for moment, *_ in LEAKS.values()} == {"bid", "haul", "storm"}


def test_a_secret_move_that_is_told_is_noticed(people: list[Reader], monkeypatch: Patch) -> None:
    """A leak of the title's own: the public event names the card."""
    match = ours(Match).get()
    assert prompt(match) == "bid"
    bid = game_of(match).steps["bid"]
    told = type(bid).play

    def play_aloud(self: Any, s: Any, f: Any, seat: int, move: Any, log: Any) -> None:
        told(self, s, f, seat, move, log)
        log.add("bids-aloud", seat, card=move.args[0])

    monkeypatch.setattr(type(bid), "play", play_aloud)
    shown = []
    for choice in (0, 1):
        with undone():
            step(match, Choice(choice))
            step(match, Choice(choice))  # Confirm
            match.refresh_from_db()
            shown.append(served(match, people[0], ("match",), NOTHING))
        match.refresh_from_db()

    assert shown[0] != shown[1]


class Choice(random.Random):
    """Dice that always fall on the same side."""

    def __init__(self, index: int) -> None:
        super().__init__(0)
        self.index = index

    def choice(self, seq: Any) -> Any:
        return seq[self.index]


def test_the_presenter_of_the_test_title_is_the_plain_one() -> None:
    """The leaks above are put into it."""
    assert type(presenter_of("quay")) is PlainPresenter
