"""Deliberate leaks in what is sent to players: the comparison of twin worlds must notice each.

As in `test_secrecy_leaks`, every one is a mistake that a hurried change could bring about.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.core.types import State
from games.links import proposals, tokens
from games.links.proposals import Proposal
from games.models import Draft, Entry, Match, Seat, play
from games.names import seat_name
from games.news import checks, lines, turns, words
from games.selectors import since
from games.selectors.log import Line, newest
from games.selectors.positions import game_of, position
from games.selectors.walks import Walk
from games.services import effects
from games.titles import postcards
from games.titles.base import Presenter
from games.titles.postcards import board_alt, board_picture
from mail import rendering
from notices import selectors
from notices.channels import mail, push, webhook
from notices.models import Notice
from notices.news import News
from tests.conftest import make_player
from tests.games.quay_table import LUCKY, deal, until
from tests.games.secrecy.twins import Reader, differences, quiet_site, readers
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
    return readers(deal(), make_player("zoe"))


def hands(match: Match) -> str:
    return str([player.hand for player in position(match).players])  # type: ignore[attr-defined]


def about(news: News | str) -> Match:
    code = (news if isinstance(news, str) else news.about).partition(":")[2]
    return Match.objects.get(code=code)


def next_seat(number: int | None) -> int:
    return ((number or 0) + 1) % 3


def drafts(match: Match) -> str:
    return str(list(Draft.objects.filter(match=match).order_by("seat").values_list("seat")))


# --- the turn mail ------------------------------------------------------------------------


def mail_with_private_entries(patch: Patch) -> None:
    patch.setattr(play, "readable", lambda number, to="": ("TRUE", []))


def mail_with_what_another_seat_read(patch: Patch) -> None:
    def read(match: Match, number: int | None, count: int) -> list[Line]:
        return newest(match, next_seat(number), count)

    patch.setattr(since, "newest", read)


def mail_with_a_log_cut_off_before_it_is_filtered(patch: Patch) -> None:
    def cut(match: Match, number: int | None, count: int) -> list[Line]:
        rows = Entry.objects.filter(match=match).order_by("-number")
        found = [Line(*row) for row in rows.values_list(*Line._fields)[:4]]
        return [line for line in found if line.to is None or number in line.to]

    patch.setattr(since, "newest", cut)


def board_in_words_from_another_seat(patch: Patch) -> None:
    patch.setattr(
        turns,
        "board_alt",
        lambda match, seat, language: board_alt(match, next_seat(seat), language),
    )


def board_in_words_of_the_true_position(patch: Patch) -> None:
    patch.setattr(Presenter, "text_board", lambda self, scene: hands(scene.match))


def picture_from_another_seat(patch: Patch) -> None:
    patch.setattr(
        turns,
        "board_picture",
        lambda match, seat, language: board_picture(match, next_seat(seat), language),
    )


def picture_as_if_nothing_were_hidden(patch: Patch) -> None:
    """One picture for the table, drawn for whoever comes first."""
    patch.setattr(postcards, "_group", lambda match, seat: 0)


def picture_kept_for_the_whole_table(patch: Patch) -> None:
    patch.setattr(
        postcards, "_key", lambda scene, language, presenter: f"{scene.match.pk}:{scene.match.ply}"
    )


def picture_with_the_seed_in_its_bytes(patch: Patch) -> None:
    def signed(match: Match, seat: int, language: str) -> bytes:
        return board_picture(match, seat, language) + match.seed.encode()

    patch.setattr(turns, "board_picture", signed)


class Knowing:
    """A title that deals nobody anew: what is looked at is the true world."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def redeal(self, state: State, seat: int, dice: random.Random) -> Any:
        return self.game.clone(state)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)


def behind_the_barrier(patch: Patch) -> None:
    """Turns are told with what they'd turn up, in whichever world they're looked at."""
    told = proposals.proposal

    def proposal(
        game: Any, presenter: Presenter, turn: Walk, seat: int, names: Sequence[str] = ()
    ) -> Proposal:
        after = game.clone(turn.state)
        gain = str(after.deck[-1:] + [player.hand[:1] for player in after.players])
        return replace(told(game, presenter, turn, seat, names), gain=gain)

    patch.setattr(proposals, "proposal", proposal)


def turns_proposed_in_the_true_world(patch: Patch) -> None:
    behind_the_barrier(patch)
    patch.setattr(proposals, "game_of", lambda match: Knowing(game_of(match)))


def turns_proposed_with_the_seed_as_dice(patch: Patch) -> None:
    """No turn says so, but the order of those worth the same does."""
    told = proposals.whole_turns

    def thrown(game: Any, world: Any, *more: Any) -> Any:
        found = told(game, world, *more)
        random.Random(ours(Match).get().seed).shuffle(found)
        return found

    patch.setattr(proposals, "whole_turns", thrown)


def links_to_a_print_of_the_position(patch: Patch) -> None:
    patch.setattr(
        tokens,
        "place_of",
        lambda match: bytes.fromhex(game_of(match).digest(position(match)))[: tokens.PLACE],
    )


def links_that_count_all_entries(patch: Patch) -> None:
    told = tokens.turn_link

    def link(user: Any, seat: Seat, match: Match, *more: Any, **how: Any) -> str:
        return f"{told(user, seat, match, *more, **how)}?log={match.entries}"

    patch.setattr(turns, "turn_link", link)


def thread_named_after_the_secret(patch: Patch) -> None:
    told = rendering.compose

    def compose(*args: Any, thread: str = "", **how: Any) -> Any:
        match = about(thread.rpartition(":")[0])
        return told(*args, thread=f"{thread}:{match.secret}", **how)

    patch.setattr(rendering, "compose", compose)


def header_with_the_position(patch: Patch) -> None:
    told = mail.compose

    def compose(*args: Any, thread: str = "", **how: Any) -> Any:
        found = told(*args, thread=thread, **how)
        match = about(thread)
        return replace(found, headers={"X-Position": game_of(match).digest(position(match))})

    patch.setattr(mail, "compose", compose)


def opponents_who_are_composing(patch: Patch) -> None:
    def others(self: turns.Waiting) -> str:
        return ", ".join(f"{seat_name(s)} {s.drafted}" for s in self.match.seats.all())

    patch.setattr(turns.Waiting, "others", property(others))


def mail_held_back_by_anybody_s_plan(patch: Patch) -> None:
    def may_play(user: Any, code: str) -> bool:
        return Draft.objects.filter(match__code=code, standing=True).exists()

    patch.setattr(checks, "_plan_may_play", may_play)


# --- the other letters and channels -------------------------------------------------------


def whoever_leaves_shows_their_cards(patch: Patch) -> None:
    told = words._text

    def text(match: Match, notice: Notice, user: Any) -> str:
        seen = hands(Match.objects.get(pk=match.pk)) if notice.kind == effects.LEFT else ""
        return f"{told(match, notice, user)} {seen}"

    patch.setattr(words, "_text", text)


def news_that_names_hidden_cards(patch: Patch) -> None:
    told = turns.time_left
    patch.setattr(turns, "time_left", lambda deadline: told(deadline) + hands(ours(Match).get()))


def push_with_drafts(patch: Patch) -> None:
    told = push.payload

    def payload(news: News) -> bytes:
        return told(news) + drafts(about(news)).encode()

    patch.setattr(push, "payload", payload)


def push_topic_out_of_the_seed(patch: Patch) -> None:
    told = push.headers
    patch.setattr(push, "headers", lambda news: {**told(news), "Topic": about(news).seed})


def webhook_with_the_position(patch: Patch) -> None:
    told = webhook._own

    def own(title: str, text: str, news: News) -> dict[str, object]:
        return {**told(title, text, news), "state": about(news).state}

    patch.setattr(webhook, "_own", own)


def discord_told_how_long_the_log_is(patch: Patch) -> None:
    told = webhook._discord

    def discord(title: str, text: str, url: str) -> dict[str, object]:
        return told(title, f"{text} {ours(Match).get().entries}", url)

    patch.setattr(webhook, "_discord", discord)


def slack_told_who_has_looked(patch: Patch) -> None:
    told = webhook._slack

    def slack(title: str, text: str, url: str) -> dict[str, object]:
        seen = [seat.seen_ply for seat in Seat.objects.order_by("match", "number")]
        return told(title, f"{text} {seen}", url)

    patch.setattr(webhook, "_slack", slack)


# --- the site's list ----------------------------------------------------------------------


def notices_that_keep_the_seed(patch: Patch) -> None:
    told = effects.facts
    patch.setattr(effects, "facts", lambda match, *_: {**told(match), "seed": match.seed})


def notices_that_keep_the_position(patch: Patch) -> None:
    told = effects.facts
    patch.setattr(
        effects, "facts", lambda match, *_: {**told(match), "state": json.dumps(match.state)}
    )


def notices_of_everybody_at_the_table(patch: Patch) -> None:
    def shown(user: Any, now: Any = None) -> Any:
        mine = Notice.objects.filter(user=user).values("about")
        return Notice.objects.filter(about__in=mine).order_by("-at", "kind", "user")

    patch.setattr(selectors, "shown", shown)


def lines_that_name_who_drafts(patch: Patch) -> None:
    told = lines.match_name
    patch.setattr(lines, "match_name", lambda notice: told(notice) + drafts(about(notice.about)))


# Where each is noticed: the decision that waits, who reads, and by which way.
LEAKS: dict[Leak, tuple[str, str, str]] = {
    mail_with_private_entries: ("haul", "owes", "turn_mail"),
    mail_with_what_another_seat_read: ("haul", "owes", "turn_mail"),
    mail_with_a_log_cut_off_before_it_is_filtered: ("haul", "owes", "turn_mail"),
    board_in_words_from_another_seat: ("haul", "owes", "turn_mail"),
    board_in_words_of_the_true_position: ("bid", "owes", "turn_mail"),
    picture_from_another_seat: ("haul", "owes", "turn_mail"),
    picture_as_if_nothing_were_hidden: ("haul", "owes", "turn_mail"),
    picture_kept_for_the_whole_table: ("haul", "owes", "turn_mail"),
    picture_with_the_seed_in_its_bytes: ("bid", "owes", "turn_mail"),
    turns_proposed_in_the_true_world: ("haul", "owes", "turn_mail"),
    turns_proposed_with_the_seed_as_dice: ("haul", "owes", "turn_mail"),
    links_to_a_print_of_the_position: ("bid", "owes", "turn_mail"),
    links_that_count_all_entries: ("haul", "owes", "turn_mail"),
    thread_named_after_the_secret: ("bid", "owes", "turn_mail"),
    header_with_the_position: ("bid", "owes", "turn_mail"),
    opponents_who_are_composing: ("bid", "owes", "turn_mail"),
    mail_held_back_by_anybody_s_plan: ("bid", "owes", "turn_mail"),
    whoever_leaves_shows_their_cards: ("haul", "waits", "letters"),
    news_that_names_hidden_cards: ("haul", "owes", "pushes"),
    push_with_drafts: ("haul", "waits", "pushes"),
    push_topic_out_of_the_seed: ("haul", "waits", "pushes"),
    webhook_with_the_position: ("haul", "waits", "webhooks"),
    discord_told_how_long_the_log_is: ("haul", "waits", "webhooks"),
    slack_told_who_has_looked: ("haul", "waits", "webhooks"),
    notices_that_keep_the_seed: ("haul", "waits", "bell"),
    notices_that_keep_the_position: ("haul", "waits", "bell"),
    notices_of_everybody_at_the_table: ("haul", "waits", "bell"),
    lines_that_name_who_drafts: ("haul", "waits", "bell"),
}


def whispered(match: Match, to: int) -> None:
    """Something only this seat has learnt, just now."""
    match.entries += 1
    Entry.objects.create(
        match=match, number=match.entries, ply=match.ply, seat=to, kind="draws", to=[to],
        data={"cards": [3]},
    )  # fmt: skip
    match.save(update_fields=["entries"])


def noticed(match: Match, reader: Reader, place: Sequence[str]) -> bool:
    return differences(match, reader, random.Random(5), place) == list(place)


def test_every_leak_into_what_is_sent_is_noticed(people: list[Reader]) -> None:
    match = ours(Match).get()
    dice = random.Random(LUCKY)
    unnoticed = []
    sound = set()  # where the comparison was seen to find nothing
    for wanted in ("bid", "haul"):
        until(match, wanted, dice)
        first = game_of(match).to_act(position(match))[0]
        who = {"owes": people[1 + first], "waits": people[1 + next_seat(first)]}
        whispered(match, next_seat(first))
        for leak, (moment, reader, place) in LEAKS.items():
            if moment != wanted:
                continue
            if (wanted, reader, place) not in sound:
                assert not noticed(match, who[reader], (place,)), place
                sound.add((wanted, reader, place))
            with pytest.MonkeyPatch.context() as patch:
                leak(patch)
                if not noticed(match, who[reader], (place,)):
                    unnoticed.append(leak.__name__)
    assert unnoticed == []
    assert {moment for moment, *_ in LEAKS.values()} == {"bid", "haul"}


def test_a_new_deal_leads_back_to_no_true_one(people: list[Reader]) -> None:
    """Even turns told with all that lies in the world they were tried in give nothing away."""
    match = ours(Match).get()
    with pytest.MonkeyPatch.context() as patch:
        behind_the_barrier(patch)

        assert not noticed(match, people[1], ("turn_mail",))
