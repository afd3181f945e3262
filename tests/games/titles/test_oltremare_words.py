"""The words of Oltre Mare: events, moves, refusals, forms and turns, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils import translation
from django.utils.html import strip_tags

import engine.oltremare
from engine.bots.registry import get as bot
from engine.core.errors import WhyNot
from engine.core.types import Event, Move, parse_move
from engine.oltremare.english import ENGLISH
from engine.oltremare.game import OltreMare
from engine.oltremare.material import GOODS, MARKERS, PAIRS
from engine.oltremare.offers import OFFER
from engine.oltremare.state import OltreMareState
from engine.testing.walks import Picker, able, choose
from engine.text.phrases import Phrases
from engine.text.render import visible
from games.selectors.walks import Walk
from games.selectors.walks import walk as walk_turn
from games.titles.answers import TurnWords
from games.titles.base import ENGINE_REASONS
from games.titles.oltremare import words
from games.titles.oltremare.facts import FACTS, length
from games.titles.oltremare.log import TELLERS
from games.titles.oltremare.moves import FORM_LABEL, WORDED
from games.titles.oltremare.names import any_of, asked, card, given, players
from tests.engine.oltremare.build import slip, table

GAME: Any = OltreMare()
NAMES = ["ann", "<ben>", "cleo", "dirk", "eve"]
LANGUAGES = ("en", "fr")
SEED = f"{11:032x}"
KEY = re.compile(r"[{}]|\b(None|True|False)\b|\w+\.\w+\.|\b(gave|got|via|id|pay)=")
# Signs, limit and load in words: what only the owner of a card may read.
CARD = re.compile(r"\((ducat|pirate|card|carte|ship|navire),")
OPEN = {"start"}  # the first card of a cargo pile lies open


Played = tuple[dict[str, Any], list[Event], Move]  # what a seat sees, what happened


def random_match(seats: int, seed: int, **options: int) -> Iterator[Played]:
    """Everything that can happen; whoever owes nothing rarely does anything."""
    s, events = GAME.setup(seats, options, f"{seed:032x}")
    yield GAME.view(s, 0), events, Move("")
    picker = Picker([], Random(seed))
    while owing := GAME.to_act(s):
        seat = owing[picker.below(len(owing))]
        others = able(GAME, s)
        if not picker.below(12):
            seat = others[picker.below(len(others))]
        move = choose(GAME, s, seat, picker)
        events = GAME.apply(s, seat, move).events
        viewers = [picker.below(seats), *GAME.to_act(s)]
        yield GAME.view(s, viewers[picker.below(len(viewers))]), events, move


def greedy_match(seats: int) -> tuple[list[Event], list[str]]:
    """Events, and the moves as their players would say them."""
    player = bot("greedy")
    s, events = GAME.setup(seats, {"length": 1}, SEED)
    said = []
    while owing := GAME.to_act(s):
        seat = owing[0]
        view = GAME.view(s, seat)
        assert words.head(view, NAMES).head
        move = player.choose(GAME, s, seat, Random(s.ply), 50)
        said.append(words.move(move, NAMES[:seats], view["offers"]))
        events += GAME.apply(s, seat, move).events
    return events, said


def clean(text: str) -> bool:
    return bool(text) and not KEY.search(strip_tags(text)) and "<ben>" not in text


def test_every_event_of_random_matches_has_a_sentence() -> None:
    kinds, verbs = set(), set()
    for seats in GAME.seats:
        for seed in range(12):
            options = {"length": 1 + seed % 2, "calls": 1 + seed % 3, "venice": int(seed < 4)}
            for _view, events, move in random_match(seats, seed, **options):
                verbs.add(move.verb)
                for event in events:
                    kinds.add(event.kind)
                    for language in LANGUAGES:
                        with translation.override(language):
                            text = tell(event, seats)
                        empty = event.kind == "drawn" and not event.data["cards"]
                        assert empty or clean(text), (event, text)
                        private = event.to is not None or event.kind in OPEN
                        assert private or not CARD.search(text), (event, text)
    assert kinds <= set(TELLERS)
    assert set(TELLERS) - kinds <= {"settle"}
    assert set(GAME.forms) - {"stay"} <= verbs  # which is one choice of thirty, and rare
    assert set(GAME.forms) == set(WORDED) == set(FORM_LABEL)


def tell(event: Event, seats: int) -> str:
    return words.sentence(event.kind, event.data, NAMES[:seats], event.seat)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_greedy_match_can_be_told(seats: int, language: str) -> None:
    with translation.override(language):
        events, said = greedy_match(seats)
        told = [tell(event, seats) for event in events]

    assert all(map(clean, told))
    assert all(text and "{" not in text for text in said)
    assert not any(re.match(r"\w+:\d", text) for text in said)  # none as it's written


def test_what_is_told_in_french_is_french() -> None:
    kinds: dict[str, Event] = {}
    for seed in range(6):
        for _view, events, _move in random_match(3, seed, length=1):
            kinds.update((event.kind, event) for event in events)
    english = {kind: tell(event, 3) for kind, event in kinds.items()}
    with translation.override("fr"):
        french = {kind: tell(event, 3) for kind, event in kinds.items()}

    assert [kind for kind in kinds if english[kind] == french[kind]] == []


def test_a_settled_seat_is_told() -> None:
    data = {"cargo": 4, "pirates": -1, "cards": 3}

    text = words.sentence("settle", data, NAMES, 0)

    assert strip_tags(text) == "ann’s cards are counted now and shuffled: cargo 4, pirates −1."


def test_an_unknown_event_has_no_words() -> None:
    assert words.sentence("monsoon", {}, NAMES, 0) == ""


def test_an_offer_shows_goods_and_never_a_card() -> None:
    """Two cards of one good read alike for all but their owner."""
    s = table(4, hands={0: [46, 47], 1: [1], 2: [2]})
    texts = []
    for number in (46, 47):
        trial = GAME.clone(s)
        events = GAME.apply(trial, 0, parse_move(f"offer:6,1,1,{number},1,12")).events
        events += GAME.apply(trial, 0, Move("call")).events
        texts.append([tell(event, 4) for event in events])
        assert f"{number}" not in strip_tags("".join(texts[-1]))
        view = GAME.view(trial, 1)
        assert "46" not in words.bargain(view["offers"][0])

    assert texts[0] == texts[1]
    assert strip_tags(texts[0][0]) == (
        "ann called &lt;ben&gt; and cleo (offer 1): pottery and 1 ducat for silk or salt."
    )


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("offer:6,1,1,46,1,12", "offer pottery and 1 ducat to bob and chloe for silk or salt"),
        ("offer:14,0,2,46,47,1,1", "offer 2 × pottery to everyone for gems"),
        ("offer:2,-2,1,46,0", "offer pottery to bob for 2 ducats"),
        ("offer:2,0,1,46,0", "offer pottery to bob as a gift"),
        ("offer:2,0,0,1,127", "ask bob for any good as a gift"),
        ("offer:2,0,0,2,3,8", "ask bob for (gems or parchment) and salt as a gift"),
        ("offer:2,3,0,2,8,8", "offer 3 ducats to bob for 2 × salt"),
        ("offer:2,0,1,46,1,111,0", "offer pottery (said to show ducat and card) to bob for any "
         "good except pottery"),
        ("accept:9", "accept offer 9"),
        ("accept:9,46", "accept offer 9, giving pottery (pirate, card, limit 4, load 3)"),
        ("withdraw:3", "withdraw offer 3"),
        ("wish:9", "post a wish for gems or salt"),
        ("wish:0", "take your wish down"),
        ("sail:0", "sail to Venezia"),
        ("monsoon:1", "monsoon:1"),
        ("lay:99", "lay unknown card"),
    ],
)  # fmt: skip
def test_a_move_is_said_as_a_person_would(move: str, text: str) -> None:
    assert words.move(parse_move(move), ["alice", "bob", "chloe", "dmitri"]) == text


def test_an_accept_says_both_sides() -> None:
    s = table(3, hands={0: [46], 1: [31]}, pirates={0: [5, 6, 7, 8]})
    slip(s, 1, "offer:1,2,1,31,1,16")
    offers = GAME.view(s, 0)["offers"]
    pay = [offers[0] | {"pay": -2}]
    gift = [offers[0] | {"wants": [], "pay": 0}]

    assert words.move(parse_move("accept:1,46"), ["alice", "bob"], offers) == (
        "accept bob’s offer: give pottery (pirate, card, limit 4, load 3), get salt and 2 ducats"
    )
    assert words.move(parse_move("accept:1,46"), ["alice", "bob"], pay).endswith(
        "load 3) and 2 ducats, get salt"
    )
    assert words.move(parse_move("accept:1"), ["alice", "bob"], gift).endswith("offer: get salt")
    assert words.move(parse_move("withdraw:1"), ["alice", "bob"], offers) == (
        "withdraw your offer: salt and 2 ducats for pottery"
    )


def test_a_deal_that_is_a_gift_is_called_one() -> None:
    data = {"id": 1, "by": 0, "with": 1, "gave": [4], "got": [], "ducats": 0, "prestige": 0}

    given_away = strip_tags(words.sentence("deal", data, ["alice", "bob"], 1))
    taken = strip_tags(words.sentence("deal", data | {"gave": [], "got": [4]}, ["alice", "bob"], 1))

    assert given_away == "Deal: alice gave pottery to bob as a gift."
    assert taken == "Deal: bob gave pottery to alice as a gift."


def test_everyone_is_everyone_else() -> None:
    assert players([1], ["alice", "bob"]) == "bob"
    assert players([0, 2], ["alice", "bob", "chloe"]) == "everyone"
    assert players([0, 2], []) == "player 1 and player 3"


def test_goods_are_named_as_shortly_as_they_can() -> None:
    assert any_of(0) == "nothing"
    assert any_of(127) == "any good"
    assert any_of(1 + 2 + 4) == "gems, parchment or silk"
    assert any_of(127 - 1 - 64) == "any good except gems and grain"
    assert asked([127, 127], 0) == "2 × any good"
    assert given(["salt", "salt"], [-1, 4], 0) == "salt and salt (said to show ducat and ship)"
    assert card(0) == "unknown card"


# --- refusals -----------------------------------------------------------------------------

SOURCES = sorted(Path(engine.oltremare.__file__).parent.rglob("*.py"))
CODE = re.compile(r'(?:WhyNot|Cited)\("[R.\d]*", "([a-z-]+)"')
SAMPLES: dict[str, Any] = {
    "card": 46, "port": 3, "ships": 2, "offer": 4, "id": 4, "want": 128, "got": 2, "least": 1,
    "most": 3, "calls": 1, "load": 3, "need": 3, "have": 2, "seat": 1, "active": 0, "good": 9,
    "claim": 8, "pile": 2, "pay": 21,
}  # fmt: skip


def codes() -> set[str]:
    found = set()
    for path in SOURCES:
        found |= set(CODE.findall(path.read_text()))
    found |= {"same-port", "compass-there", "quiet", "owing"}  # chosen where they're given
    found |= {f"no-such-{field.key}" for form in GAME.forms.values() for field in form.fields}
    return found | {key[4:] for key in ENGLISH if key.startswith("why.")} | set(GAME.cites)


def test_every_refusal_has_a_sentence() -> None:
    assert len(codes()) > 40
    assert codes() <= set(words.REASONS)
    assert set(words.REASONS) <= codes() | set(ENGINE_REASONS)


@pytest.mark.parametrize("code", sorted(words.REASONS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_words_a_refusal_with_its_numbers(code: str, language: str) -> None:
    with translation.override(language):
        text = words.reason(WhyNot("R5.6", code, SAMPLES))

    assert "{" not in text
    assert text.endswith(".")
    assert "46" not in text


def test_a_refusal_of_strange_numbers_is_worded_too() -> None:
    strange = SAMPLES | {"card": 500, "port": 77}
    for code in words.REASONS:
        assert "{" not in words.reason(WhyNot("R5.6", code, strange))
    assert words.reason(WhyNot("", "monsoon")) == ""


# --- forms, names, the text board ---------------------------------------------------------


def test_every_form_field_and_value_is_worded() -> None:
    for language in LANGUAGES:
        with translation.override(language):
            for form in GAME.forms.values():
                assert words.form_label(form)
                for field in form.fields:
                    assert words.field_label(form, field)
                    values = (field.low, min(field.high, 6))
                    assert all(words.value_label(form, field, n, NAMES) for n in values)
    assert words.form_label(OFFER, "desk") == "Leave a slip"
    assert words.form_label(OFFER, "trade") == "Prepare a call"
    assert words.form_label(OFFER, "reply") == "Make a counter-offer"
    seat, pay, _card, want, claim = OFFER.fields
    assert words.value_label(OFFER, seat, 2, NAMES) == "cleo"
    assert words.value_label(OFFER, pay, -2, NAMES) == "−2"
    assert words.value_label(OFFER, want, 3, NAMES) == "Salt"
    assert words.value_label(OFFER, claim, -1, NAMES) == "nothing"


def test_there_is_a_name_for_everything_printed() -> None:
    assert [str(good) for good in words.GOODS] == list(GOODS)
    assert len(words.GOODS_LABEL) == len(GOODS)
    assert len(words.MARKERS) == len(words.MARKERS_LOW) == len(words.MARKER_HELP) == len(MARKERS)
    assert len(words.PAIRS) == len(PAIRS)
    assert (len(words.SIGNS), len(words.PORTS), len(words.KINDS)) == (4, 30, 4)


def test_the_text_board_is_worded_like_the_engines() -> None:
    """Whatever phrase the engine adds to its board must be translatable here."""
    assert set(words.PHRASES) <= set(ENGLISH)
    for key, text in words.PHRASES.items():
        assert str(text).count("{") == ENGLISH[key].count("{"), key
    source = (Path(engine.oltremare.__file__).parent / "text.py").read_text()
    board = source[: source.index("def word_move")]
    used = set(re.findall(r'phrases\(\s*f?"([a-z_.-]+)"', board))
    assert used - {"title", "and"} <= set(words.PHRASES)


def test_the_text_board_can_be_read_in_french() -> None:
    from engine.oltremare.text import render

    s = table(3, hands={0: [46, 31], 1: [1]}, pirates={0: [5]})
    with translation.override("fr"):
        board = render(GAME.view(s, 0), Phrases(ENGLISH, words.phrases()))

    assert "votre main" in board
    assert "poterie PC 4/3" in board
    assert not re.search(r"\b(hand|pottery|ducats \d+, cards)\b", board)


# --- heads --------------------------------------------------------------------------------


def test_every_step_has_a_head_and_something_to_wait_for() -> None:
    prompts = {key for key, step in GAME.steps.items() if key != "turn"}
    seen = set()
    for seed in range(16):
        for view, _events, _move in random_match(3, seed, length=1):
            found = words.head(view, NAMES)
            assert "{" not in found.head + found.help
            assert bool(found.help) == (view["seat"] in view["to_act"])
            seen.add((view["prompt"], bool(found.help)))
    assert seen >= {(prompt, owes) for prompt in prompts for owes in (True, False)}
    assert ("", False) in seen


def test_a_short_hand_is_pointed_out() -> None:
    s = table(3, hands={0: [46]}, cargo={0: [46 - 6]})

    found = words.head(GAME.view(s, 0), NAMES)

    assert found.help.startswith("You’re 3 cards short of your load.")


def test_who_cannot_call_any_more_is_not_told_to() -> None:
    s = table(3, hands={0: [46, 47, 48]}, calls=0)

    assert "call" not in words.head(GAME.view(s, 0), NAMES).help


# --- whole turns --------------------------------------------------------------------------


def told(s: OltreMareState, moves: str, seat: int = 0) -> TurnWords:
    turn = walk_turn(GAME, s, seat, [parse_move(text) for text in moves.split()])
    before, after = GAME.view(s, seat), GAME.view(turn.state, seat)
    return words.turn_words(turn.moves, turn.events, before, after, ["alice", "bob", "chloe"])


def test_a_turn_tells_what_is_laid_and_what_its_signs_bring() -> None:
    s = table(3, hands={0: [1, 4, 46]}, cargo={0: [8]})  # DC and PC: a load of 2

    assert told(s, "close lay:1 lay:4") == TurnWords(
        "Lay 2 × gems", "1 pirate card", "1 ducat and 3 cards"
    )


def test_signs_that_reveal_nothing_are_counted_from_what_happened() -> None:
    s = table(3, hands={0: [5, 11, 46]}, cargo={0: [8]}, marker=0)  # DS twice, calm

    assert told(s, "close lay:5 lay:11") == TurnWords("Lay gems and parchment", "", "5 ducats")


def test_a_purchase_is_told_with_its_price() -> None:
    s = table(3, hands={0: [46, 47]}, pirates={0: [5]}, marker=5)

    assert told(s, "buy:0") == TurnWords("Buy 1 card from the deck", "1 ducat", "")
    s.players[0].active, s.players[0].ducats = -1, 0
    assert told(s, "buy:1") == TurnWords("Buy back 1 card from your pirate pile", "4 ducats", "")


def test_a_deal_is_told_with_its_ducats() -> None:
    s = table(3, hands={0: [46, 47], 1: [31]})
    slip(s, 1, "offer:1,2,1,31,1,16")

    found = told(s, "accept:1,46")

    assert found.text.startswith("Accept bob’s offer: give pottery (")
    assert (found.cost, found.gain) == ("", "2 ducats")


def test_discards_cost_pirates() -> None:
    s = table(3, hands={0: [31, 32, 46, 47, 48]}, cargo={0: [40]})  # a limit of 3

    found = told(s, "discard:46 discard:47")

    assert found == TurnWords("Discard 2 × pottery", "2 pirate cards", "")


def test_calls_and_slips_are_told_as_what_they_are() -> None:
    s = table(3, hands={0: [31, 46, 47], 1: [5]}, cargo={0: [8]})
    assert told(s, "offer:6,0,1,46,1,1 call").text == "Call everyone: pottery for gems"
    GAME.apply(s, 0, parse_move("offer:2,0,1,46,1,1"))
    GAME.apply(s, 0, Move("call"))
    assert told(s, "offer:1,-2,1,5,0", 1).text == "Make a counter-offer to alice: gems for 2 ducats"


def test_the_end_of_a_turn_is_told_with_the_slips_left() -> None:
    s, _ = GAME.setup(3, {}, SEED)
    player = bot("greedy")
    while GAME.prompt(s) != "desk" or not GAME.view(s, 0)["hand"]:
        (seat, *_others) = GAME.to_act(s)
        GAME.apply(s, seat, player.choose(GAME, s, seat, Random(s.ply), 50))
    assert list(GAME.to_act(s)) == [0]
    number = GAME.view(s, 0)["hand"][0]

    found = told(s, f"offer:6,-2,1,{number},0 wish:1 end")

    assert re.fullmatch(
        r"Leave a slip for everyone: \w+ for 2 ducats, then post a wish for gems", found.text
    )
    assert told(s, "end") == TurnWords("End your turn")


def as_far(s: OltreMareState, seat: int, plan: Sequence[Move]) -> Walk:
    """What can be known of a plan: up to the move that reveals something or isn't possible."""
    turn = walk_turn(GAME, s, seat, plan[:1])
    for end in range(2, len(plan) + 1):
        if turn.whole or GAME.explain(turn.state, seat, plan[end - 1]) is not None:
            break
        turn = walk_turn(GAME, s, seat, plan[:end])
    return turn


def test_whole_turns_of_the_greedy_player_read_well() -> None:
    from engine.oltremare.advice import turns

    for language in LANGUAGES:
        s, _ = GAME.setup(3, {"length": 1}, SEED)
        player, tried = bot("greedy"), 0
        while owing := GAME.to_act(s):
            seat = owing[0]
            with translation.override(language):
                for plan in turns(s, seat, GAME.moves(s, seat))[:2]:
                    turn = as_far(s, seat, plan)
                    views = GAME.view(s, seat), GAME.view(turn.state, seat)
                    found = words.turn_words(turn.moves, turn.events, *views, NAMES)
                    assert found.text[0].isupper()
                    assert not re.search(r"[{}]|\w:\d", found.text + found.cost + found.gain)
                    tried += 1
            GAME.apply(s, seat, player.choose(GAME, s, seat, Random(s.ply), 50))
        assert tried > 40


# --- what the log does not say ------------------------------------------------------------


def test_moves_without_an_event_are_told_too() -> None:
    told = {verb: words.did(Move(verb, (46,)), "alice") for verb in ("lay", "stow", "discard")}

    assert strip_tags(told["lay"]) == "alice laid pottery."
    assert strip_tags(words.did(Move("end"), "alice")) == "alice ended the turn."
    assert all(told.values())
    assert words.did(Move("decline"), "alice") == ""


def test_nobody_else_reads_a_private_event() -> None:
    for _view, events, _move in random_match(3, 2, length=1):
        for event in visible(events, None):
            assert event.kind in OPEN or not CARD.search(tell(event, 3))


# --- facts --------------------------------------------------------------------------------


def test_the_facts_name_every_option_and_score_line() -> None:
    s, _ = GAME.setup(2, {}, SEED)

    assert list(FACTS.options) == [option.key for option in GAME.options]
    assert list(FACTS.lines) == list(GAME.score(s)[0].lines)
    assert len(FACTS.tiebreaks) == len(GAME.score(s)[0].tiebreaks)
    assert set(FACTS.minutes) == set(FACTS.turns) == set(GAME.seats) == set(FACTS.planned)
    assert [length(n) for n in (4, 2, 1)] == [
        "the whole deck", "half the deck", "a quarter of the deck",
    ]  # fmt: skip
    assert FACTS.short == {"length": 1}
