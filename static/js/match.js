// The board: what is lit presses the button of the same value. The page works without this.
(() => {
  "use strict";

  const table = () => document.getElementById("table");
  const form = () => document.getElementById("turn-form");
  let picked = null;

  const buttonFor = (move) => {
    const turn = form();
    return turn && [...turn.querySelectorAll('button[name="move"]')].find((b) => b.value === move);
  };

  // Show the places of one thing and mark where it lies.
  const select = (tile) => {
    const root = table();
    if (!root) return;
    root.querySelectorAll("[data-row]").forEach((row) => row.classList.toggle("sel", row.dataset.row === tile));
    root.querySelectorAll(".lit[data-for]").forEach((lit) => {
      const shown = lit.dataset.for === tile || lit.dataset.for === "-1";
      lit.classList.toggle("off", !shown);
    });
    root.querySelectorAll("[data-pick]").forEach((item) => item.classList.toggle("on", item.dataset.pick === tile));
  };

  // Places become buttons; the server draws them as pictures for readers without script.
  const prepare = () => {
    const root = table();
    if (!root) return;
    root.querySelectorAll("[data-move]").forEach((place) => {
      if (!buttonFor(place.dataset.move)) return;
      place.setAttribute("role", "button");
      place.setAttribute("tabindex", "0");
    });
    const rows = [...root.querySelectorAll("[data-row]")];
    if (!rows.length) { picked = null; return; }
    const open = (tile) => rows.some((row) => row.dataset.row === tile && row.querySelector('button[name="move"]'));
    if (picked === null || !open(picked)) {
      const first = rows.find((row) => row.classList.contains("sel"));
      picked = first ? first.dataset.row : null;
    }
    select(picked);
  };

  document.addEventListener("click", (event) => {
    const root = table();
    if (!root || !root.contains(event.target)) return;
    const place = event.target.closest("[data-move]");
    if (place) {
      const button = buttonFor(place.dataset.move);
      if (button) button.click();
      return;
    }
    const item = event.target.closest("[data-pick], [data-row]");
    if (item && !event.target.closest("button, a")) {
      picked = item.dataset.pick || item.dataset.row;
      select(picked);
    }
  });

  document.addEventListener("focusin", (event) => {
    const row = event.target.closest && event.target.closest("[data-row]");
    if (row) { picked = row.dataset.row; select(picked); }
  });
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    const row = event.target.closest && event.target.closest("[data-row]");
    if (row && row.dataset.row !== picked) { picked = row.dataset.row; select(picked); }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const place = event.target.closest && event.target.closest("[data-move]");
    if (!place || place.tagName === "BUTTON") return;
    const button = buttonFor(place.dataset.move);
    if (button) { event.preventDefault(); button.click(); }
  });

  document.addEventListener("htmx:afterSettle", prepare);
  prepare();
})();
