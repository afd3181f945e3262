"""Part of `make check`: the words we no longer use, in everything people read. See docs/voice.md.

Looked at: every string of the catalogues with its translation, the text of templates outside their
tags, the rules the site shows, and the README. A rule names what it forbids, what to write instead,
and where the word is right after all.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.messages import ROOT, catalogues, load

NAUTICUS = ("games/titles/", "templates/titles/")
RULES = "docs/rules/"


@dataclass(frozen=True)
class Rule:
    pattern: str
    instead: str
    right_in: tuple[str, ...] = ()  # files, by the beginning of their path
    but: tuple[str, ...] = ()  # whole strings that are fine
    _found: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_found", re.compile(self.pattern))

    def hits(self, text: str, places: Iterable[str]) -> re.Match[str] | None:
        """What is wrong with a text that is used in these files; None if one of them may."""
        if text in self.but or any(place.startswith(self.right_in) for place in places):
            return None
        return self._found.search(text)


@dataclass(frozen=True)
class Text:
    language: str
    places: tuple[str, ...]
    words: str


ENGLISH = (
    # One word per thing.
    Rule(r"(?i)\btitles?\b", "game: a title is what the code calls it"),
    Rule(r"(?i)\bharbour", "home, server or site: only Nauticus has harbours", (*NAUTICUS, RULES)),
    Rule(r"(?i)\bcompany\b", "players"),
    Rule(r"(?i)(?<!e-)\bmails?\b(?! server)", "e-mail"),
    Rule(r"(?i)\bsomebod", "someone"),
    Rule(r"(?i)\beverybod", "everyone"),
    Rule(r"(?i)\banybod", "anyone"),
    Rule(r"(?i)\bcommitted turn", "confirmed turn"),
    Rule(r"(?i)\bopened the table", "host"),
    Rule(r"(?i)\bplays on\b", "takes over"),
    Rule(r"(?i)\bdrawn by lot\b", "random"),
    # Nauticus.
    Rule(r"(?i)\b(one|1)-ships?\b", "single hull"),
    Rule(r"(?i)\bmiddles?\b(?! (hull|of)\b)(?=[ ,.]|$)", "middle hull", but=("From the middle outwards:",)),
    Rule(r"(?i)\btile of the bonus\b", "bonus tile"),
    Rule(r"(?i)\bturned over\b|\b(tiles? not|not) turned\b", "flipped, unflipped"),
    Rule(r"(?i)\bin build\b", "being built"),
    Rule(r"(?i)\bnext use\b", "next purchase"),
    # Pairs that drifted.
    Rule(r"(?i)\b(days?|hours?|minutes?|phases?|rounds?) a (turn|round|match|day)\b", "per"),
    # Germanic syntax.
    Rule(r"\bWho\b[^.?!]*\.", "say who: you, players, anyone who", (RULES,)),
    Rule(r"(?i)\bwhoever\b", "the player who, anyone who, or you", (RULES,)),
    Rule(r"(?i)\bis to (move|act|play)\b", "waiting for"),
    Rule(r"(?i)\bwill stand\b|\bstands? (here|there|below|above|in)\b", "appears, is shown, is in"),
    Rule(r"(?i)\blies? (here|there|below|in|on|beside)\b", "is"),
    Rule(r"(?i)\bwhile the match runs\b", "during the match"),
    Rule(r"(?i)\bjust now\b", "right now"),
    Rule(r"(?i)\bby itself\b", "automatically"),
    Rule(r"(?i)\bwith commas between\b", "separated by commas"),
    # Labels.
    Rule(r"^To the [\w ]+$", "name the place, or Go to"),
    Rule(r"(?i)\bget(s)? up\b", "leave the table"),
    Rule(r"(?i)\bset the table\b", "start the match"),
    Rule(r"(?i)\bplayed lately\b", "recently finished"),
    Rule(r"(?i)\bslip of the pen\b", "mistyped"),
    # Contractions, as people speak; rules are written out.
    Rule(
        r"(?i)\b(can|do|does|did|is|are|was|were|has|have|will|would|could|should|need|must) ?not\b",
        "can’t, isn’t, doesn’t …",
        (RULES,),
        ("You need not",),
    ),
    Rule(r"\b(It|That|There) is\b", "It’s, That’s, There’s", (RULES,)),
    Rule(r"\b(You|We|They) are\b", "You’re, We’re, They’re", (RULES,), ("You are here",)),
    Rule(r"(?i)\b(you|we|they|it) will\b", "you’ll, we’ll …", (RULES,)),
)

FRENCH = (
    Rule(r"(?i)\bcompagnie\b", "joueurs"),
    Rule(r"(?i)\bmilieux?\b(?! d)", "section centrale"),
    Rule(r"(?i)\bmarqu\w+ (\S+ )?couronne", "valoriser"),
    Rule(r"(?i)\bdresser la table\b", "commencer"),
    Rule(r"(?i)\bprochain usage\b", "prochain achat"),
    Rule(r"(?i)\bprix\s:\srien\b", "gratuit"),
    Rule(r"(?i)\bdemander en ami\b", "ajouter en ami"),
    Rule(r"^[Qq]ui (a|s’assoit|part|laisse)\b", "toute personne qui, ou vous"),
    Rule(r"(?i)\bcapitainerie\b", "accueil"),
    Rule(r"(?i)\bport\b(?! animé)", "accueil, serveur ou site", (*NAUTICUS, RULES)),
    Rule(r"(?i)\bpas encore de visite\b", "pas encore venu"),
    Rule(r"(?i)\bde nouveau possible\b", "possible"),
    Rule(r"(?i)\bguest\b", "invité"),
    Rule(r"\b(tu|ton|tes|toi)\b", "vous"),
    # Typography.
    Rule(r" [:;?!»]|« ", "un espace insécable devant : ; ? ! et dans « »"),
    Rule(r"\w'\w", "l’apostrophe courbe"),
)

FORBIDDEN = {"en": ENGLISH, "fr": FRENCH}

# What a template shows that isn't translated: text between tags, and attributes people read.
READ_ALOUD = re.compile(r"\b(?:alt|title|aria-label|placeholder)=\"([^\"]*)\"")
NOT_TEXT = re.compile(
    r"\{% comment.*?endcomment %\}|\{% (?:block)?translate.*?endblocktranslate %\}|<!--.*?-->"
    r"|<(script|style)\b.*?</\1>|\{[%{#].*?[%}#]\}",
    re.S,
)
TAG = re.compile(r"<[^<>]*>")
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)", re.S)


def strings(root: Path) -> Iterator[Text]:
    """Everything people read, with the files it's in."""
    for path in catalogues(root):
        language = path.parts[-3]
        for message in load(path):
            places = tuple(location[0] for location in message.locations)
            for text in _all(message.id):
                yield Text("en", places, text)
            for text in _all(message.string):
                yield Text(language, places, text)
    for path in sorted((root / "templates").rglob("*")):
        if path.suffix in {".html", ".txt"}:
            yield Text("en", (str(path.relative_to(root)),), shown_by(path.read_text()))
    for path in sorted((root / RULES).glob("*.md")):
        language = "fr" if path.stem.endswith(".fr") else "en"
        yield Text(language, (str(path.relative_to(root)),), CODE.sub(" ", path.read_text()))
    yield Text("en", ("README.md",), CODE.sub(" ", (root / "README.md").read_text()))


def shown_by(template: str) -> str:
    """The text of a template that no tag brings, with its labels for those who hear the page."""
    text = NOT_TEXT.sub("\n", template)
    return TAG.sub("\n", text) + "\n" + "\n".join(READ_ALOUD.findall(text))


def _all(found: object) -> Iterator[str]:
    for text in found if isinstance(found, tuple | list) else [found]:
        if text:
            yield str(text)


def faults(texts: Iterable[Text]) -> Iterator[str]:
    for text in texts:
        for rule in FORBIDDEN.get(text.language, ()):
            if found := rule.hits(text.words, text.places):
                place = text.places[0] if text.places else "?"
                line = _line(text.words, found.start())
                yield f"{place}: “{found.group()}” in “{line}”: {rule.instead}"


def _line(text: str, at: int) -> str:
    """The line of a long text that has the word."""
    begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    return text[begin : end if end >= 0 else None].strip()


def main(root: Path = ROOT) -> int:
    found = sorted(set(faults(strings(root))))
    if found:
        print(*found, f"{len(found)} words we no longer use; docs/voice.md says why.", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
