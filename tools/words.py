"""Part of `make check`: the words we no longer use, in everything people read. See docs/voice.md.

Looked at: every string of the catalogues with its translation, the text of templates outside their
tags, the rules the site shows, and the README. A rule names what it forbids, what to write instead,
and where the word is right after all.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tools.messages import PLACEHOLDER, ROOT, catalogues, load

NAUTICUS = ("games/titles/", "templates/titles/")
RULES = "docs/rules/"
SAMPLES = ("templates/pages/parts/", "templates/emails/soak")  # nobody plays there


@dataclass(frozen=True)
class Rule:
    pattern: str
    instead: str
    right_in: tuple[str, ...] = ()  # files, by the beginning of their path
    but: tuple[str, ...] = ()  # whole strings that are fine

    def hits(self, text: str, places: Iterable[str]) -> Iterator[re.Match[str]]:
        """What's wrong with a text that is used in these files; nothing if one of them may."""
        if text not in self.but and not any(place.startswith(self.right_in) for place in places):
            yield from re.finditer(self.pattern, text)


@dataclass(frozen=True)
class Text:
    language: str
    places: tuple[str, ...]
    words: str


ENGLISH = (
    # One word per thing.
    Rule(r"(?i)\btitles?\b", "game: Title is what the code calls it"),
    Rule(
        r"(?i)(?<!own )\bharbour", "home, server, site: only Nauticus has one", (*NAUTICUS, RULES)
    ),
    Rule(r"(?i)\bcompany\b", "players"),
    Rule(r"(?i)(?<!e-)\bmails?\b(?!\s(server|app|program))", "e-mail"),
    Rule(r"(?i)\b(some|every|any)bod(y|ies)\b", "someone, everyone, anyone"),
    Rule(r"(?i)\bcommitted turn", "confirmed turn"),
    Rule(r"(?i)\bopened the table", "host"),
    Rule(r"(?i)\bcomputer (plays on|finishes)\b", "takes over"),
    Rule(r"(?i)\bdrawn by lot\b", "random"),
    # Nauticus.
    Rule(r"(?i)\b(one|1)-ships?\b", "single hull"),
    Rule(r"(?i)\b(a|the|one|two) middles?\b(?! (hull|of|outwards))", "middle hull"),
    Rule(r"(?i)\btile of the bonus\b", "bonus tile"),
    Rule(
        r"(?i)\bturned over\b|\btiles? (is |are )?(not turned|turned back)\b", "flipped, unflipped"
    ),
    Rule(r"(?i)\bin build\b", "being built"),
    Rule(r"(?i)\bnext use\b", "next purchase"),
    # Pairs that drifted.
    Rule(r"(?i)\b(days?|hours?|weeks?|phases?|rounds?) a (turn|round|match)\b", "per"),
    # Syntax that isn't English.
    Rule(r"\bWho\b[^.?!]*\.", "you, players, anyone who", (RULES,)),
    Rule(r"\bWhoever\b|\bfor whoever\b", "the player who, anyone who, or you", (RULES,)),
    Rule(r"(?i)\bis to (move|act|play)\b", "waiting for"),
    Rule(r"(?i)\bwill stand\b|\bstands? (here|there|below|above|in)\b", "appears, is shown, is in"),
    Rule(r"(?i)\blies? (here|there|below|in|on|beside)\b", "is"),
    Rule(r"(?i)\bwhile the match runs\b", "during the match"),
    Rule(r"(?i)\bby itself\b", "automatically", (RULES,)),
    Rule(r"(?i)\bwith commas between\b", "separated by commas"),
    # Labels.
    Rule(r"^To the [\w ]+$", "the name of the place, or Go to"),
    Rule(r"(?i)\bgets? up\b", "leave the table"),
    Rule(r"(?i)\bset the table\b", "start the match"),
    Rule(r"(?i)\bplayed lately\b", "recently finished"),
    Rule(r"(?i)\bslip of the pen\b", "mistyped"),
    # Contractions, as people speak; rules are written out.
    Rule(
        r"(?i)\b(can|do|does|did|is|are|was|were|has|have|will|would|could|should|need) ?not\b",
        "can’t, isn’t, doesn’t …",
        (RULES,),
    ),
    Rule(r"\b(It|That|There) is\b", "It’s, That’s, There’s", (RULES,)),
    Rule(r"\b(You|We|They) are\b", "You’re, We’re, They’re", (RULES,), ("You are here",)),
    Rule(r"(?i)\b(you|we|they) will\b", "you’ll, we’ll, they’ll", (RULES,)),
)

FRENCH = (
    Rule(r"(?i)\bcompagnie\b", "joueurs"),
    Rule(r"(?i)\b(un|le|du|au|deux) milieux?\b(?! d)", "section centrale"),
    Rule(r"(?i)\bmarqu\w+ (\S+ )?couronne", "valoriser"),
    Rule(r"(?i)\bdresser la table\b", "commencer"),
    Rule(r"(?i)\bprochain usage\b", "prochain achat"),
    Rule(r"(?i)\bprix\s:\srien\b", "gratuit"),
    Rule(r"(?i)\bdemander en ami\b", "ajouter en ami"),
    Rule(r"^[Qq]ui (a|s’assoit|part|laisse)\b", "toute personne qui, ou vous"),
    Rule(r"(?i)\b(le|au|du) port\b(?! HTTPS)", "accueil, serveur, site", (*NAUTICUS, RULES)),
    Rule(r"(?i)\bpas encore de visite\b", "pas encore venu"),
    Rule(r"(?i)\bguest\b", "invité"),
    Rule(r"\b[Tt](u|oi)\b", "vous"),
    # Typography.
    Rule(r" [:;?!»]|« ", "une espace insécable devant : ; ? ! et dans « »"),
    Rule(r"\w'\w", "l’apostrophe courbe"),
)

FORBIDDEN = {"en": ENGLISH, "fr": FRENCH}

# What a template shows without a tag: text between elements, and attributes people read or hear.
LABEL = re.compile(r"(?<![\w-])(?:alt|title|aria-label|placeholder)=\"([^\"]*)\"")
NOT_SHOWN = re.compile(
    r"\{% comment.*?endcomment %\}|\{% blocktranslate.*?endblocktranslate %\}|<!--.*?-->"
    r"|<(script|style)\b.*?</\1>|\{[%{#].*?[%}#]\}",
    re.S,
)
ELEMENT = re.compile(r"<[^<>]*>")
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|\S+\.md\b", re.S)  # and names of files


def strings(root: Path) -> Iterator[Text]:
    """Everything people read, with the files it's in."""
    for path in catalogues(root):
        for message in load(path):
            places = tuple(location[0] for location in message.locations)
            yield from (Text("en", places, text) for text in _forms(message.id))
            yield from (Text(path.parts[-3], places, text) for text in _forms(message.string))
    for path in sorted((root / "templates").rglob("*")):
        place = str(path.relative_to(root))
        if path.suffix in {".html", ".txt"} and not place.startswith(SAMPLES):
            yield Text("en", (place,), shown_by(path.read_text()))
    for path in [*sorted((root / RULES).glob("*.md")), root / "README.md"]:
        language = "fr" if path.name.endswith(".fr.md") else "en"
        yield Text(language, (str(path.relative_to(root)),), CODE.sub(" ", path.read_text()))


def _forms(found: object) -> Iterator[str]:
    """The forms of a message, without the names of what is filled in."""
    for text in found if isinstance(found, tuple | list) else [found]:
        if text:
            yield PLACEHOLDER.sub("…", str(text))


def shown_by(template: str) -> str:
    text = NOT_SHOWN.sub("\n", template)
    return "\n".join([ELEMENT.sub("\n", text), *LABEL.findall(text)])


def faults(texts: Iterable[Text]) -> Iterator[str]:
    for text in texts:
        for rule in FORBIDDEN.get(text.language, ()):
            for found in rule.hits(text.words, text.places):
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
