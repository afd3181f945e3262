"""Words of players in messages to chats: nobody is called, nothing becomes a link or a command.

Names, table names and table talk are chosen by strangers. In a chat they could call everybody
(`@everyone`, `<!channel>`), name a person or a room, or dress a foreign link up as ours.
"""

from __future__ import annotations

import re

GAP = "\u200b"  # of no width: the reader sees no difference, the chat does

# Other than a line's end; and those that turn the direction of writing round.
UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
CALL = re.compile(r"[@＠﹫](?=\S)")
TOKEN = re.compile(r"<(?=[@#!&:/a-zA-Z])")
LINK = re.compile(r"(?<=\w):(?=//)")
MARKS = re.compile(r"([\\*_~`|>\[\]()#])")


def harmless(text: str) -> str:
    """Without mention syntax of any chat we know; else as it was."""
    text = UNSEEN.sub(" ", text.replace("\r\n", "\n"))
    text = CALL.sub(lambda found: found[0] + GAP, text)
    text = TOKEN.sub("<" + GAP, text)
    return LINK.sub(":" + GAP, text)


def for_discord(text: str) -> str:
    """Markdown written out: no masked links, headings, quotes or spoilers."""
    return MARKS.sub(r"\\\1", harmless(text))


def for_slack(text: str) -> str:
    """The three characters Slack reads as its own, as it wants them written."""
    plain = harmless(text)
    return plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def short(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
