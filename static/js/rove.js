// One stop for the Tab key per part of the board; arrow keys walk inside it.
(() => {
  "use strict";
  const ITEM = "[data-move], [data-pick], [data-why]";
  const KEYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

  const items = (part) => {
    const found = [...part.querySelectorAll(ITEM)].filter((item) => item.getClientRects().length);
    return part.matches("[data-why]") ? [part, ...found] : found;
  };

  const stop = (part) => {
    const found = items(part);
    if (!found.length) return;
    const lit = found.find((item) => item.matches("[data-move]"));
    const now = found.find((item) => item === document.activeElement) || lit || found[0];
    found.forEach((item) => item.setAttribute("tabindex", item === now ? "0" : "-1"));
  };
  const all = () => document.querySelectorAll("#table [data-rove]").forEach(stop);

  document.addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.altKey || event.ctrlKey || event.metaKey) return;
    const part = event.target.closest && event.target.closest("#table [data-rove]");
    if (!part || !event.target.matches(ITEM)) return;
    const found = items(part);
    const next = found[(found.indexOf(event.target) + KEYS[event.key] + found.length) % found.length];
    event.preventDefault();
    found.forEach((item) => item.setAttribute("tabindex", item === next ? "0" : "-1"));
    next.focus();
  });

  document.addEventListener("htmx:afterSettle", all);
  document.addEventListener("board:picked", all);
  all();
})();
