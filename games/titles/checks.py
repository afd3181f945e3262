"""Does every title have its parts where the site looks? `manage.py check` names what is missing.

Errors are what a page would fall over; warnings what it would do without, which `make check` does
not let pass. A title may stay undrawn for as long as it likes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.checks import CheckMessage, Error, Info, Warning
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from engine.bots.registry import BOTS
from engine.core.errors import RulesError
from engine.registry import TITLES, get
from engine.text.render import english
from games.titles import lessons
from games.titles.base import Presenter
from games.titles.registry import (
    PLANNED,
    lesson_of,
    package_of,
    part,
    presenter_of,
    title_of,
)


def titles(app_configs: Any, **given: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    for slug in TITLES:
        found += [*_words(slug), *_rules(slug), *_drawing(slug), *_forms(slug), *_lesson(slug)]
    for slug in PLANNED:
        if part(slug, "facts") is None:
            found.append(_error(slug, 1, "has no facts", f"Write {_folder(slug)}/facts.py."))
    return found


def _words(slug: str) -> list[CheckMessage]:
    """What lists, forms and the final page say of it."""
    where = f"{_folder(slug)}/facts.py"
    if part(slug, "facts") is None:
        return [_error(slug, 1, "has no facts", f"Write {where}.")]
    title, game = title_of(slug), get(slug)
    found = []
    if title.slug != slug:
        found.append(_error(slug, 2, f"calls itself {title.slug}", f"Mend `slug` in {where}."))
    for seats in game.seats:
        if seats not in title.minutes or seats not in title.turns:
            hint = f"Name `minutes` and `turns` for {seats} in {where}."
            found.append(_warning(slug, 3, f"does not say how long {seats} play", hint))
    for option in game.options:
        odd = [n for n in game.seats if option.default_for(n) not in option.choices_for(n)]
        if odd or not set(option.by_seats) <= set(game.seats):
            hint = f"Mend `options` of engine/{slug}/: seats {odd or sorted(option.by_seats)}."
            what = f"has an option {option.key} that cannot be its own default"
            found.append(_error(slug, 16, what, hint))
        if option.key not in title.options:
            hint = f"Name `options[{option.key!r}]` in {where}."
            found.append(_warning(slug, 4, f"has no word for its option {option.key}", hint))
    begun = game.setup(game.seats[0], {}, "00" * 16)[0]
    for key in game.score(begun)[0].lines | game.outlook(begun, 0)[0].lines:
        if key not in title.lines:
            hint = f"Name `lines[{key!r}]` in {where}."
            found.append(_warning(slug, 5, f"has no word for the score line {key}", hint))
    return found


def _rules(slug: str) -> list[CheckMessage]:
    name = f"docs/rules/{slug}.md"
    if not (Path(settings.BASE_DIR) / name).exists():
        return [_error(slug, 6, "has no rules to show", f"Write {name}.")]
    found = []
    for language, _name in settings.LANGUAGES:
        name = f"docs/rules/{slug}.{language}.md"
        if language != "en" and not (Path(settings.BASE_DIR) / name).exists():
            what = f"has no rules for readers of {language}"
            found.append(_warning(slug, 10, what, f"Write {name}."))
    return found


def _drawing(slug: str) -> list[CheckMessage]:
    if part(slug, "presenter") is None:
        hint = f"Write {_folder(slug)}/presenter.py; until then its table is text and buttons."
        return [Info(f"The title {slug} is not drawn.", hint=hint, id="titles.I007")]
    presenter = presenter_of(slug)
    found = []
    for what, name in (("table", presenter.template), ("replay", presenter.replay_template)):
        try:
            get_template(name or presenter.template)
        except TemplateDoesNotExist:
            found.append(
                _error(slug, 8, f"has no template for its {what}", f"Write templates/{name}.")
            )
    for sheet in presenter.styles:
        if finders.find(sheet) is None:
            found.append(_error(slug, 9, f"lacks the sheet {sheet}", f"Write static/{sheet}."))
    return found


def _forms(slug: str) -> list[CheckMessage]:
    """What people fill in has names; a presenter may word them itself."""
    game, kind = get(slug), type(presenter_of(slug))
    phrases, found = english(game), []
    for form in game.forms.values():
        wanted = []
        if form.composed and kind.form_label is Presenter.form_label:
            wanted.append([f"form.{form.verb}"])
        if form.composed and kind.field_label is Presenter.field_label:
            wanted += [[f"field.{form.verb}.{f.key}", f"field.{f.key}"] for f in form.fields]
        for keys in wanted:
            if not any(key in phrases for key in keys):
                hint = f"Name {keys[-1]!r} in its engine's text.py, or in its presenter."
                found.append(_warning(slug, 16, f"has no word for {keys[-1]}", hint))
    return found


def _lesson(slug: str) -> list[CheckMessage]:
    """Can what the guided match teaches be played, said and shown?"""
    lesson = lesson_of(slug)
    if lesson is None:
        return []
    where = f"{_folder(slug)}/lessons.py"
    found = []
    try:
        for key in lessons.missing_words(lesson, slug):
            hint = f"Name `words[{key!r}]` in {where}."
            found.append(_error(slug, 11, f"has no words for {key} in its lesson", hint))
        if not lessons.is_whole(lesson, slug):
            hint = f"Go on with `line` in {where}, to the end of round {lesson.explained}."
            found.append(_error(slug, 12, "has decisions its lesson doesn't explain", hint))
    except RulesError as error:
        found.append(_error(slug, 13, f"has a lesson that can't be played: {error}", where))
    if lesson.bot not in BOTS:
        found.append(_error(slug, 14, f"has a lesson against nobody: {lesson.bot}", where))
    try:
        get_template(lesson.aim or "games/aim.html")
    except TemplateDoesNotExist:
        hint = f"Write templates/{lesson.aim}."
        found.append(_error(slug, 15, "has no picture of its aim", hint))
    return found


def _folder(slug: str) -> str:
    return package_of(slug).replace(".", "/")


def _error(slug: str, number: int, what: str, hint: str) -> CheckMessage:
    return Error(f"The title {slug} {what}.", hint=hint, id=f"titles.E{number:03}")


def _warning(slug: str, number: int, what: str, hint: str) -> CheckMessage:
    return Warning(f"The title {slug} {what}.", hint=hint, id=f"titles.W{number:03}")
