"""Reading a match page: whose turn it is, and what can be pressed."""

from __future__ import annotations

import re

from tools.soak.pages import Button, Form, Page


class MatchView:
    """What a person sees on `/t/CODE/`. Only words, forms and buttons of the page count."""

    def __init__(self, page: Page) -> None:
        self.page = page
        turn = page.by_id("turn")
        classes = turn.attrs.get("class", "").split() if turn else []
        self.state = next((word[3:] for word in classes if word.startswith("is-")), "")
        head = page.by_id("turn-h")
        self.head = head.text if head else ""
        self.form: Form | None = page.form(ident="turn-form")
        table = page.by_id("table")
        self.ply = table.attrs.get("data-ply", "") if table else ""

    @property
    def is_open(self) -> bool:
        """Still a table with free seats."""
        return self.page.by_id("seats") is not None

    @property
    def over(self) -> bool:
        return self.state == "over"

    @property
    def planning(self) -> bool:
        return self.head.startswith("Your plan")

    @property
    def mine(self) -> bool:
        """Does the page say that it is one's own turn?"""
        return self.head.startswith(("Your turn", "Ready to confirm"))

    @property
    def moves(self) -> list[Button]:
        return self._leading_to("/move/")

    @property
    def confirm(self) -> Button | None:
        return next(iter(self._leading_to("/confirm/")), None)

    @property
    def undo(self) -> list[Button]:
        return self._leading_to("/undo/")

    @property
    def stand(self) -> Button | None:
        return next((b for b in self._leading_to("/plan/") if b.value == "1"), None)

    @property
    def torn(self) -> bool:
        """It is one's turn, and there is nothing to press but Undo."""
        return self.mine and not self.moves and self.confirm is None

    @property
    def thinking(self) -> bool:
        """A computer player is to move."""
        return any("is thinking" in node.text for node in self.page.all("p", class_="waits"))

    @property
    def notice(self) -> bool:
        """The site says that something of the draft no longer holds."""
        return self.page.first(class_="turn-notice") is not None

    @property
    def seat(self) -> int | None:
        """One's own, by the flag over one's harbour."""
        mine = self.page.by_id("mine-h")
        return None if mine is None else flag_of(mine)

    def _leading_to(self, ending: str) -> list[Button]:
        return [b for b in self.form.buttons if b.action.endswith(ending)] if self.form else []


def flag_of(node: object) -> int | None:
    """The seat whose flag stands here."""
    for use in node.all("use"):  # type: ignore[attr-defined]
        if found := re.search(r"#f-(\d)$", use.attrs.get("href", "")):
            return int(found[1]) - 1
    return None


def points(page: Page) -> dict[int, int]:
    """Seat → points, from the score sheet of a result page."""
    sheet = page.first("table", class_="score-sheet")
    if sheet is None:
        return {}
    flags = [flag_of(cell) for cell in sheet.all("th", class_="num")]
    foot = sheet.first("tfoot")
    totals = [cell.text for cell in foot.all("td")] if foot else []
    return {
        seat: int(total)
        for seat, total in zip(flags, totals, strict=False)
        if seat is not None and re.fullmatch(r"-?\d+", total)
    }
