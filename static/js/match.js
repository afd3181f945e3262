// The board: what is lit presses the button of the same value. The page works without this.
(() => {
  "use strict";

  const table = () => document.getElementById("table");
  const form = () => document.getElementById("turn-form");
  let picked = null;
  let pinned = false; // picked by a click: the pointer may then pass over other rows

  const buttonFor = (move) => {
    const turn = form();
    return turn && [...turn.querySelectorAll('button[name="move"]')].find((b) => b.value === move);
  };

  // Show the places of one thing and mark where it lies.
  const select = (tile) => {
    const root = table();
    if (!root) return;
    root.querySelectorAll("[data-row]").forEach((row) =>
      row.classList.toggle("sel", row.dataset.row === tile && Boolean(row.querySelector('button[name="move"]'))));
    root.querySelectorAll(".lit[data-for]").forEach((lit) => {
      const shown = lit.dataset.for === tile || lit.dataset.for === "-1";
      lit.classList.toggle("off", !shown);
    });
    root.querySelectorAll("[data-pick]").forEach((item) => item.classList.toggle("on", item.dataset.pick === tile));
    // Other scripts read what is picked where a new drawing does not wipe it out.
    document.getElementById("match").dataset.picked = tile === null ? "" : tile;
    document.dispatchEvent(new Event("board:picked"));
  };

  // Places become buttons; the server draws them as pictures for readers without script.
  const prepare = () => {
    const root = table();
    if (!root) return;
    root.querySelectorAll("[data-move]").forEach((place) => {
      if (buttonFor(place.dataset.move)) place.setAttribute("role", "button");
    });
    const lights = (tile) => [...root.querySelectorAll(".lit[data-for]")].some((lit) => lit.dataset.for === tile);
    if (picked === null || !lights(picked)) {
      const first = root.querySelector("[data-row].sel") || root.querySelector("[data-row]");
      picked = first ? first.dataset.row : null;
      pinned = false;
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
      pinned = true;
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
    if (row && !pinned && row.dataset.row !== picked) { picked = row.dataset.row; select(picked); }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    const place = event.target.closest && event.target.closest("#table [data-move], #table [data-pick]");
    if (!place || place !== event.target) return;
    event.preventDefault();
    place.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });

  // From the first new drawing on, what is new may slide in.
  const stir = () => document.documentElement.classList.add("stirs");
  document.addEventListener("htmx:beforeSwap", stir, { once: true });
  document.addEventListener("live:before", stir, { once: true });

  document.addEventListener("htmx:afterSettle", prepare);
  prepare();
})();
