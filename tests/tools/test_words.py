"""Words the site no longer uses are found wherever people would read them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import check
from tools.words import FORBIDDEN, Text, faults, main, shown_by, strings

HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: fr\\n"\n'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A site that has said nothing yet."""
    for folder in ("templates/games", "docs/rules", "locale/fr/LC_MESSAGES"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "README.md").write_text("# Games about ships\n")
    speak(tmp_path, "")
    return tmp_path


def speak(root: Path, messages: str) -> None:
    (root / "locale/fr/LC_MESSAGES/django.po").write_text(f"{HEAD}\n{messages}")


def message(english: str, french: str, place: str = "games/web/forms.py") -> str:
    return f'#: {place}\nmsgid "{english}"\nmsgstr "{french}"\n\n'


def found(language: str, words: str, *places: str) -> list[str]:
    return list(faults([Text(language, places or ("games/refusals.py",), words)]))


def test_plain_words_pass(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    speak(root, message("Waiting for players.", "En attente de joueurs."))

    assert main(root) == 0
    assert capsys.readouterr().out == ""


def test_a_planted_word_is_named_with_its_place_and_the_better_one(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    speak(root, message("Waiting for company.", "En attente de joueurs."))

    assert main(root) == 1
    said = capsys.readouterr().out
    assert "games/web/forms.py: “company” in “Waiting for company.”: players" in said


def test_translations_are_read_as_well(root: Path) -> None:
    speak(root, message("Waiting for players.", "En attente de compagnie."))

    assert [line.split(":")[0] for line in faults(strings(root))] == ["games/web/forms.py"]


def test_every_plural_is_read(root: Path) -> None:
    plural = 'msgid "%(n)d day per turn"\nmsgid_plural "%(n)d days a turn"\n'
    speak(root, f'{plural}msgstr[0] "%(n)d jour"\nmsgstr[1] "%(n)d jours"\n')

    assert len(list(faults(strings(root)))) == 1


@pytest.mark.parametrize(("path", "text"), [
    ("templates/games/table.html", "<p>Who sits down agrees to these terms.</p>"),
    ("templates/games/table.html", '<a href="/" title="The harbour"></a>'),
    ("templates/games/mail.txt", "This mail is for you."),
    ("docs/rules/nauticus.md", "A 1-ship is closed."),
    ("docs/rules/nauticus.fr.md", "On peut marquer deux couronnes."),
    ("README.md", "Four titles to play."),
])  # fmt: skip
def test_it_looks_wherever_people_read(root: Path, path: str, text: str) -> None:
    (root / path).write_text(text)

    lines = list(faults(strings(root)))

    assert len(lines) == 1
    assert lines[0].startswith(f"{path}: “")


def test_it_reads_only_what_a_template_shows() -> None:
    template = (
        "{% comment %}the title{% endcomment %}<!-- mail -->{# somebody #}\n"
        '<b class="company" data-title="x">{{ title }}</b>{% translate "Whoever" %}\n'
        "{% blocktranslate %}mail{% endblocktranslate %}<script>mail()</script>Sit down"
    )

    assert shown_by(template).split() == ["Sit", "down"]


@pytest.mark.parametrize(("language", "words"), [
    ("en", "bob is to move: choose a tile"),
    ("en", "Whoever leaves comes last."),
    ("en", "one-ship"),
    ("en", "bought a middle for 2 coins"),
    ("en", "a pass tile turned over is a crown"),
    ("en", "You cannot join this table."),
    ("en", "It is not your turn."),
    ("en", "Your matches will stand here"),
    ("en", "To the harbour"),
    ("fr", "Qui a le lien peut rejoindre."),
    ("fr", "un milieu"),
    ("fr", "Le port n’a pas répondu."),
    ("fr", "Prêt ?"),
    ("fr", "l'ordinateur"),
])  # fmt: skip
def test_what_was_rewritten_stays_rewritten(language: str, words: str) -> None:
    assert found(language, words)


@pytest.mark.parametrize(("language", "words"), [
    ("en", "You are here"),
    ("en", "Who goes first"),
    ("en", "Who can join?"),
    ("en", "In the middle of the wheel"),
    ("en", "bought a middle hull for 2 coins"),
    ("en", "E-mails your mail app can read"),
    ("en", "The turn stands."),
    ("en", "It’s a turn nobody sees"),
    ("fr", "au milieu de l’action"),
    ("fr", "Qui commence"),
    ("fr", "Prêt\u00a0?"),
])  # fmt: skip
def test_what_sounds_alike_is_left_alone(language: str, words: str) -> None:
    assert found(language, words) == []


def test_names_of_what_is_filled_in_are_no_words(root: Path) -> None:
    speak(root, message("A match of %(title)s with {somebody}", "Partie de %(title)s : {somebody}"))

    assert [line.split("”")[0] for line in faults(strings(root))] == ["games/web/forms.py: “ :"]


def test_a_word_may_be_right_in_one_place_alone() -> None:
    assert found("en", "Your harbour", "games/titles/nauticus/head.py") == []
    assert found("en", "Your harbour", "templates/pages/home.html") != []
    assert found("en", "The hull need not be closed.", "docs/rules/nauticus.md") == []
    assert found("en", "The hull need not be closed.") != []


def test_each_word_comes_with_a_better_one() -> None:
    rules = [rule for rules in FORBIDDEN.values() for rule in rules]

    assert all(rule.instead for rule in rules)
    assert len({rule.pattern for rule in rules}) == len(rules)


def test_the_site_keeps_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main() == 0, capsys.readouterr().out


def test_make_check_runs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(check, "run", lambda name, command, env=None: not commands.append(command))

    assert check.main() == 0

    assert [check.sys.executable, "-m", "tools.words"] in commands
