"""Names and texts of strangers in a chat: nobody is called, nothing becomes a link."""

from __future__ import annotations

import re

import pytest

from notices.channels.wording import for_discord, for_slack, harmless, short
from ops.lines import one_line

CALLS = [
    "@everyone", "@here", "@channel", "<@123456>", "<@!123456>", "<@&1>", "<!channel>", "<!here>",
    "<!subteam^S1>", "<#C123>", "<#123>", "</ban:1>", "<:wave:1>", "<a:wave:1>", "<t:1>",
    "<id:guide>", "<https://evil.net|harbour>", "＠everyone", "x@everyone", "@@here", "<<@1>>",
]  # fmt: skip
# What Discord and Slack look for; a gap in between and they find nothing.
READ = re.compile(
    r"@(everyone|here|channel)|<@[!&]?\d+>|<[!#][\w^]+>|</\w+:\d+>|<a?:\w+:\d+>|<(t|id):\w+>|<https?:"
)


@pytest.mark.parametrize("text", CALLS)
@pytest.mark.parametrize("write", [harmless, for_discord, for_slack])
def test_no_mention_survives(text: str, write: object) -> None:
    written = write(f"Ahoy {text}, your turn")  # type: ignore[operator]

    assert not READ.search(written)
    assert "Ahoy" in written
    assert "your turn" in written


def test_a_gap_that_was_there_before_doesnt_help() -> None:
    """Two steps must not make of `@ everyone` what one step made harmless."""
    assert not READ.search(harmless(harmless("@\u200beveryone <\u200b@1> @\u2060here")))


def test_plain_words_stay_as_they_are() -> None:
    text = "alice moved in “Cape Horn” (2 h left): 3 < 4 & more"

    assert harmless(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("[harbour](https://evil.net)", "\\[harbour\\]\\(https:\u200b//evil.net\\)"),
        ("**loud** _x_ ~~y~~ `z` ||s||",
         "\\*\\*loud\\*\\* \\_x\\_ \\~\\~y\\~\\~ \\`z\\` \\|\\|s\\|\\|"),
        ("# Heading", "\\# Heading"),
        ("> quote", "\\> quote"),
        ("\\[x](y)", "\\\\\\[x\\]\\(y\\)"),
    ],
)  # fmt: skip
def test_discords_markdown_is_written_out(text: str, written: str) -> None:
    assert for_discord(text) == written


def test_slacks_own_characters_are_escaped() -> None:
    assert for_slack("a & b <c> &lt;") == "a &amp; b &lt;\u200bc&gt; &amp;lt;"


def test_unseen_characters_are_dropped() -> None:
    assert harmless("a\x00b\x1b[31mc\u202ed\u2066e") == "a b [31mc d e"
    assert one_line(" two\nlines\t here ") == "two lines here"
    assert one_line("deux\u00a0:  points") == "deux\u00a0: points"


def test_long_texts_are_cut_with_a_sign() -> None:
    assert short("abcdef", 6) == "abcdef"
    assert short("abcdefg", 6) == "abcde…"
