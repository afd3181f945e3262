// A double click is one click: nothing is played twice by a finger that trembles or a key that is held,
// and what comes to lie under the pointer when the table is drawn anew takes no click for a moment.
(() => {
  "use strict";

  const AFTER = 350; // ms after the table was drawn anew, in which a click was still meant for the old one
  const REST = 500; // ms in which another control at that place isn't pressed by mistake
  const NEAR = 24; // px
  const MOVES = "#turn-form button, #turn-form [type=submit], #table [data-move]";

  const PRESSED = "button, summary, a, [data-move], [data-pick]";

  const under = new Set(); // requests of the turn under way
  let drawn = -Infinity;
  let last = null; // where the last click that counted was

  const ofTurn = (event) => Boolean(event.detail.elt && event.detail.elt.matches("#turn-form, .compose-form"));
  const mark = () => {
    const table = document.getElementById("table");
    if (!table) return;
    if (under.size) table.setAttribute("aria-busy", "true");
    else table.removeAttribute("aria-busy");
  };
  const swallow = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  window.addEventListener("click", (event) => {
    if (!event.detail || !event.target.closest || !event.target.closest(MOVES)) return; // keys have no spot
    const same = last && Math.hypot(event.clientX - last.x, event.clientY - last.y) < NEAR;
    if (under.size || (same && performance.now() - drawn < AFTER)) return swallow(event);
    last = { x: event.clientX, y: event.clientY };
  }, true);

  window.addEventListener("keydown", (event) => {
    if (!event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
    if (event.target.closest && event.target.closest(MOVES)) swallow(event);
  }, true);

  window.addEventListener("submit", (event) => {
    if (event.target.matches("#turn-form, .compose-form") && under.size) swallow(event);
  }, true);

  document.addEventListener("htmx:beforeSend", (event) => {
    if (!ofTurn(event)) return;
    under.add(event.detail.xhr);
    mark();
  });
  // Comes whatever the end: an answer, an error, no answer at all.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (under.delete(event.detail.xhr)) mark();
  });

  // ---------- under the pointer ----------

  let spot = null; // where the pointer is, or the finger was
  let held = ""; // what was there before the table was drawn anew
  let resting = [];

  const named = (control) => [control.tagName, control.id, control.name, control.value, control.dataset.move,
    control.dataset.pick, control.getAttribute("formaction"), control.getAttribute("href")].join(" ");
  const away = (control) => {
    const box = control.getBoundingClientRect();
    return Math.hypot(Math.max(box.left - spot.x, 0, spot.x - box.right), Math.max(box.top - spot.y, 0, spot.y - box.bottom));
  };
  // What can't be used any more keeps its reason to itself until the pointer has gone and come again.
  const wake = (all) => {
    const still = (control) => !all && !spot.touch && control.isConnected &&
      control.getAttribute("aria-disabled") === "true" && away(control) < NEAR;
    resting.filter((control) => !still(control)).forEach((control) => control.classList.remove("resting"));
    resting = resting.filter(still);
  };
  const before = () => {
    const there = spot && document.elementFromPoint(spot.x, spot.y);
    const control = there && there.closest(PRESSED);
    held = control ? named(control) : "";
  };
  let timer = 0;
  const after = () => {
    drawn = performance.now();
    const table = document.getElementById("table");
    if (!spot || !table) return;
    const active = document.activeElement;
    if (active.matches(".why button:not(:focus-visible)")) document.getElementById("turn").focus({ preventScroll: true });
    wake(true);
    resting = [...table.querySelectorAll(PRESSED)].filter((control) =>
      control.getClientRects().length && named(control) !== held && away(control) < NEAR);
    resting.forEach((control) => control.classList.add("resting"));
    clearTimeout(timer);
    timer = setTimeout(() => wake(false), REST);
  };
  ["pointermove", "pointerdown", "click"].forEach((name) => {
    window.addEventListener(name, (event) => {
      if (name === "click" && !event.detail) return; // keys have no spot
      spot = { x: event.clientX, y: event.clientY, touch: event.pointerType === "touch" };
      if (name === "pointermove" && resting.length && performance.now() - drawn > REST) wake(false);
    }, { capture: true, passive: true });
  });
  const ofTable = (event) => event.target.id === "table" || Boolean(event.detail.target && event.detail.target.id === "table");
  document.addEventListener("htmx:beforeSwap", (event) => { if (ofTable(event)) before(); });
  // Twice: between the two the page can be pressed already, and settling sets classes anew.
  ["htmx:afterSwap", "htmx:afterSettle"].forEach((name) => {
    document.addEventListener(name, (event) => { if (ofTable(event)) after(); });
  });
  document.addEventListener("live:before", (event) => { if (event.detail.id === "table") before(); });
  document.addEventListener("live:after", (event) => { if (event.detail.id === "table") after(); });
})();
