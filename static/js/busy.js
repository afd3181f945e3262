// A double click is one click: nothing is played twice by a finger that trembles or a key that is held.
(() => {
  "use strict";

  const AFTER = 350; // ms after the table was drawn anew, in which a click was still meant for the old one
  const NEAR = 24; // px
  const MOVES = "#turn-form button, #turn-form [type=submit], #table [data-move]";

  const under = new Set(); // requests of the turn under way
  let drawn = -Infinity;
  let last = null; // where the last click that counted was

  const ofTurn = (event) => Boolean(event.detail.elt && event.detail.elt.id === "turn-form");
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
    if (event.target.id === "turn-form" && under.size) swallow(event);
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
  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "table" || (event.detail.target && event.detail.target.id === "table")) drawn = performance.now();
  });
  document.addEventListener("live:after", (event) => {
    if (event.detail.id === "table") drawn = performance.now();
  });
})();
