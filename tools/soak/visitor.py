"""Coming to the site: signing up, opening a table, finding one and sitting down."""

from __future__ import annotations

import random
import re
import threading
import time

from tools.soak.client import Answer, Browser, Door, Tally
from tools.soak.post import Post
from tools.soak.tables import Harbour, Table

PASSWORD = "three ropes and a kettle"


class Visitor(threading.Thread):
    """Somebody with a browser, a letter-box and dice of their own."""

    def __init__(
        self,
        number: int,
        door: Door,
        harbour: Harbour,
        tally: Tally,
        post: Post,
        *,
        registered: bool,
        seed: int,
        stop: threading.Event,
    ) -> None:
        super().__init__(name=f"person-{number}", daemon=True)
        self.number, self.harbour, self.tally, self.post = number, harbour, tally, post
        self.registered, self.stopped = registered, stop
        self.dice = random.Random(f"person {seed} {number}")
        source = f"127.0.{1 + number // 200}.{1 + number % 200}"
        self.browser = Browser(door, source, tally)
        self.ready = not registered

    def _pause(self, low: float, high: float) -> None:
        self.stopped.wait(self.dice.uniform(low, high))

    def _chance(self, likely: float) -> bool:
        return self.dice.random() < likely

    def _sign_up(self) -> None:
        """The form without scripts: a sum instead of the browser's work, then the mail's link."""
        name, address = f"soak{self.number}sailor", f"soak{self.number}@example.org"
        page = self.browser.get("/account/signup/").page
        form = page.form("/account/signup/")
        if form is None:  # confirmed before an answer was lost
            self.ready = True
            return
        question = next(n.text for n in page.all("label", **{"for": "id_toll_answer"}))
        answer = sum(int(n) for n in re.findall(r"\d+", question))
        time.sleep(2.2)  # faster than that is taken for a machine
        self.browser.press(
            form, username=name, email=address, password1=PASSWORD, toll_answer=str(answer)
        )
        text = self.post.wait_for(address, 60)
        link = re.search(r"https?://\S+/account/confirm-email/\S+", text)
        if link is None:
            self.tally.count("sign_up_again")
            return
        page = self.browser.get(link[0]).page
        if (form := page.form("/")) is not None:
            form = next(f for f in page.forms if "/confirm-email/" in f.action)
            self.browser.press(form)
        self._log_in(name)

    def _log_in(self, name: str) -> None:
        form = self.browser.get("/account/login/").page.form("/account/login/")
        if form is not None:
            self.browser.press(form, login=name, password=PASSWORD)
        page = self.browser.get("/").page
        self.ready = page.form("/account/logout/") is not None
        self.tally.count("signed_up" if self.ready else "sign_up_again")

    def _open(self, table: Table) -> None:
        if not table.opened:
            table.opened = time.monotonic()
        elif (url := self._find("/", table) or self._find("/matches/", table)) is not None:
            table.url = url  # the answer was lost; the table is there
            return
        form = self.browser.get("/play/new/").page.form("/play/new/")
        assert form is not None
        answer = self.browser.press(
            form, size=str(table.size), option_rounds=table.rounds, name=table.name,
            visibility=table.visibility, pace="3",
            spectators="on" if table.visibility == "public" else "",  # else the link is enough
        )  # fmt: skip
        if "/t/" in answer.url:
            table.url = answer.url

    def _find(self, where: str, table: Table) -> str | None:
        links = self.browser.get(where).page.links()
        return next((u for u, words in links.items() if words == table.name and "/t/" in u), None)

    def _join(self, table: Table) -> Answer:
        """By the lobby if it shows the table, else by the link the opener sent around."""
        found = self._find("/play/", table) if table.visibility == "public" else None
        answer = self.browser.get(found or table.url)
        form = answer.page.form("/join/")
        if form is None:
            return answer
        word = f"w{self.dice.randrange(10**6)}" if self._chance(0.5) else ""
        return self.browser.press(form, nonce=word)
