"""A person at several tables: plays what the buttons offer, reads, talks."""

from __future__ import annotations

import threading
import time
import traceback
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from tools.soak.client import Answer, Away, Broken, Browser, TooFast
from tools.soak.pages import Button, Form, Page
from tools.soak.tables import Table, Turn
from tools.soak.view import MatchView, points
from tools.soak.visitor import Visitor

WORDS = ("Ahoy!", "Good luck.", "Nicely done.", "Zut alors, the wind has turned ⚓", "One moment.")


class Person(Visitor):
    def __init__(self, *args: Any, **given: Any) -> None:
        super().__init__(*args, **given)
        self.drafts: dict[int, list[str] | None] = {}  # None: not known for sure
        self.old: dict[int, Page] = {}  # a page left open in another tab
        self.thinking: dict[int, tuple[str, float]] = {}
        self.seated: set[int] = set()  # matches that have begun
        self.refused = False  # by the site, the last time something was pressed

    def run(self) -> None:
        while not self.stopped.is_set():
            try:
                if not self.ready:
                    self._sign_up()
                self._round()
            except (Away, Broken):
                self._pause(0.6, 2.0)  # as a person does: wait a moment and look again
            except TooFast:
                self._pause(3, 8)
            except Exception:
                self.tally.trouble("client", traceback.format_exc(), person=self.number)
                self._pause(1, 2)

    # --- playing ------------------------------------------------------------------------------

    def _round(self) -> None:
        tables = self.harbour.open_for(self.number)
        self.dice.shuffle(tables)
        due = self._due() if any(t.number in self.seated for t in tables) else set()
        for table in tables:
            if self.stopped.is_set():
                return
            if not table.url:
                if table.people[0] == self.number:
                    self._open(table)
            elif self._cares(table, due) or self._chance(0.15):
                self._visit(table)
        if self._chance(0.06):
            self.browser.get(self.dice.choice(("/play/", "/matches/", "/rules/nauticus/")))
        self._pause(0.1, 0.5) if due else self._pause(0.5, 1.5)

    def _cares(self, table: Table, due: set[str]) -> bool:
        """One's turn, not begun when last seen, or a computer was thinking."""
        began = table.number in self.seated
        return table.url in due or not began or table.number in self.thinking

    def _due(self) -> set[str]:
        """Where the home page says that one is to move."""
        page = self.browser.get("/").page
        return {
            urljoin(page.url, node.attrs.get("href", ""))
            for node in page.all("a")
            if node.text == "Your turn"
        }

    def _visit(self, table: Table) -> None:
        answer = self.browser.get(table.url)
        view = MatchView(answer.page)
        if answer.status != 200:
            self.tally.trouble("no_page", answer.body, status=answer.status, path=table.url)
        elif view.is_open:
            self._take_seat(table, answer.page)
        elif view.over:
            self._look_back(table)
        else:
            self._play(table, view)

    def _take_seat(self, table: Table, page: Page) -> None:
        if page.form("/join/") is not None:
            self._join(table)
        robots = sum("computer" in n.text.lower() for n in page.all("li", class_="place-on"))
        form = page.form("/bot/")
        if form is not None and robots < table.robots:
            self.browser.press(form)

    def _play(self, table: Table, view: MatchView) -> None:
        self.seated.add(table.number)
        if view.seat is not None:
            table.seats[self.number] = view.seat
        self._watch_robot(table, view)
        if self._answer_take_back(view):
            return
        for _ in range(12):  # one's turn, to its end or until something comes between
            if not view.mine:
                break
            if view.torn:
                self._torn(table, view)
                return
            after = self._press_something(table, view)
            if after is None or not after.form:
                break
            view = after
        else:
            return
        if not view.mine and view.state == "waiting":
            self._while_waiting(table, view)

    def _torn(self, table: Table, view: MatchView) -> None:
        again = MatchView(self.browser.get(table.url).page)
        self.tally.trouble(
            "torn", view.page.html, match=table.code, ply=view.ply, head=view.head,
            gone_on_reload=not again.torn,
        )  # fmt: skip

    def _press_something(self, table: Table, view: MatchView) -> MatchView | None:
        form = view.form
        assert form is not None
        draft = self._known_draft(table, view)
        if draft is None:
            return self._start_over(table, form, view)
        if self._chance(0.02) and (old := self.old.get(table.number)) is not None:
            self._stale(table, MatchView(old))
            return None
        if self._chance(0.1):
            self.old[table.number] = view.page
        if view.confirm is not None and self._chance(0.7 if draft else 0.5):
            return self._confirm(table, form, view.confirm, draft)
        if view.undo and self._chance(0.06):
            return self._undo(table, form, self.dice.choice(view.undo), draft)
        if not view.moves:
            if view.confirm is None:
                return None
            return self._confirm(table, form, view.confirm, draft)
        passing = [b for b in view.moves if b.value == "pass"]
        choice = passing[0] if passing and self._chance(0.35) else self.dice.choice(view.moves)
        return self._move(table, form, choice, draft)

    def _known_draft(self, table: Table, view: MatchView) -> list[str] | None:
        """What stands in one's draft, if the page and one's memory agree."""
        draft = self.drafts.get(table.number, [])
        if not view.undo:
            draft = []
        elif not draft or view.notice:
            draft = None
        self.drafts[table.number] = draft
        return draft

    def _send(self, table: Table, form: Form, button: Button) -> MatchView | None:
        """Press; None if the site refused. No answer: what stands is not known for sure."""
        self.drafts[table.number], self.refused = None, False
        if self._chance(0.03):
            self._twice(form, button)
            return None
        answer = self.browser.press(form, button)
        if answer.status != 200 or answer.page.warnings():
            self.tally.count("refused")
            self.refused = True
            return None
        return MatchView(answer.page)

    def _twice(self, form: Form, button: Button) -> None:
        """A double click: two at once."""
        self.tally.count("double_submits")
        second = Browser(self.browser.door, self.browser.source, self.tally)
        second.cookies = dict(self.browser.cookies)
        order = self.browser.order(form, button, {})

        def other() -> None:
            try:
                second.send(*order)
            except (Away, Broken, TooFast):
                pass
            finally:
                second.close()

        thread = threading.Thread(target=other)
        thread.start()
        try:
            self.browser.send(*order)
        finally:
            thread.join()

    def _move(self, table: Table, form: Form, button: Button, draft: list[str]) -> MatchView | None:
        view = self._send(table, form, button)
        if view is not None:
            self.drafts[table.number] = [*draft, button.value]
        return view

    def _undo(self, table: Table, form: Form, button: Button, draft: list[str]) -> MatchView | None:
        view = self._send(table, form, button)
        if view is not None:
            self.drafts[table.number] = [] if button.value else draft[:-1]
        return view

    def _start_over(self, table: Table, form: Form, view: MatchView) -> MatchView | None:
        everything = next((b for b in view.undo if b.value), None)
        return None if everything is None else self._undo(table, form, everything, [])

    def _confirm(
        self, table: Table, form: Form, button: Button, draft: list[str]
    ) -> MatchView | None:
        """What the site says yes to must be in the record; without an answer it may be."""
        turns = table.turns.setdefault(self.number, [])
        turn = Turn(list(draft), sure=False)
        turns.append(turn)
        view = self._send(table, form, button)
        if view is not None:
            turn.sure = True
            self.drafts[table.number] = []
            self.tally.count("turns")
        elif self.refused:
            turns.remove(turn)
        return view

    def _stale(self, table: Table, old: MatchView) -> None:
        """A button of a page that was left open: refused, or still good."""
        self.tally.count("stale_pages")
        del self.old[table.number]
        if old.form is None or not old.moves:
            return
        self.drafts[table.number] = None
        self.browser.press(old.form, self.dice.choice(old.moves))

    # --- while others move --------------------------------------------------------------------

    def _while_waiting(self, table: Table, view: MatchView) -> None:
        url = table.url
        if self._chance(0.03):
            self._say(url)
        elif self._chance(0.02) and f"{url}take-back/" in view.page.links():
            self._ask_to_take_back(url)
        elif self._chance(0.06) and f"{url}?plan=1" in view.page.links():
            self._plan(table)
        elif self._chance(0.05):
            ply = self.dice.randint(0, int(view.ply or 0))
            kinds = ("log/", "record.txt", "charter/", "board.png", "notes/", f"at/{ply}/")
            self.browser.get(url + self.dice.choice(kinds))

    def _ask_to_take_back(self, url: str) -> None:
        form = self.browser.get(f"{url}take-back/").page.form("/take-back/")
        if form is not None and "seen" in form.names:
            self.tally.count("take_backs_asked")
            self.browser.press(form)

    def _say(self, url: str) -> None:
        form = self.browser.get(f"{url}talk/").page.form("/talk/")
        if form is not None and "text" in form.names:
            self.browser.press(form, text=self.dice.choice(WORDS))
            self.tally.count("messages")

    def _plan(self, table: Table) -> None:
        view = MatchView(self.browser.get(f"{table.url}?plan=1").page)
        for _ in range(8):
            if not view.planning or view.form is None:
                return
            draft = self._known_draft(table, view)
            if draft is None:
                again = self._start_over(table, view.form, view)
            elif view.stand is not None and self._chance(0.8):
                again = self._send(table, view.form, view.stand)
                self.drafts[table.number] = draft if again is not None else None
                self.tally.count("plans")
                return
            elif view.moves:
                again = self._move(table, view.form, self.dice.choice(view.moves), draft)
            else:
                return
            if again is None:
                return
            view = again

    def _answer_take_back(self, view: MatchView) -> bool:
        for form in view.page.forms:
            if form.action.endswith("/take-back/") and (yes := _yes(form)) is not None:
                button = yes if self._chance(0.8) else form.buttons[-1]
                self.browser.press(form, button)
                self.tally.count("take_backs_answered")
                return True
        return False

    def _watch_robot(self, table: Table, view: MatchView) -> None:
        """How long the same decision of a computer was waited for, from first to last look."""
        now = time.monotonic()
        if not view.thinking:
            self.thinking.pop(table.number, None)
            return
        ply, since = self.thinking.get(table.number, ("", now))
        if ply != view.ply:
            self.thinking[table.number] = (view.ply, now)
        else:
            self.tally.stretch("robot", now - since)

    # --- afterwards ---------------------------------------------------------------------------

    def _look_back(self, table: Table) -> None:
        """The result, the raw record, the picture. Whoever has them is done with the match."""
        url = table.url
        shown = points(self.browser.get(f"{url}result/").page)
        if table.points not in ({}, shown):
            self.tally.trouble("other_points", f"{table.points} {shown}", match=table.code)
        table.points = shown
        answer = self.browser.get(f"{url}record.txt")
        keep(self.tally.folder.parent / "records", table.code, str(self.number), answer)
        picture = self.browser.get(f"{url}board.png")
        if not picture.body.startswith(b"\x89PNG"):
            self.tally.trouble("no_picture", picture.body, match=table.code, status=picture.status)
        table.over.add(self.number)
        self.old.pop(table.number, None)


def _yes(form: Form) -> Button | None:
    return next((b for b in form.buttons if b.value == "yes"), None)


def keep(folder: Path, code: str, who: str, answer: Answer) -> None:
    """A record as it came over the line, byte by byte."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{code}-{who}.txt").write_bytes(answer.body)
