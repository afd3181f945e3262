// What stays as it is when a part of the page is drawn anew: what was opened, typed and focused.
(() => {
  "use strict";

  if (window.Idiomorph) {
    const callbacks = window.Idiomorph.defaults.callbacks;
    // What a reader has opened or closed.
    callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");
    // What somebody types, or has typed and not sent: drawn anew it would be what the server knows.
    // (Idiomorph's own `ignoreActiveValue` leaves out whatever stands inside the focused element, too:
    // with the focus on the turn, the turn would keep the buttons of the move before.)
    const written = (node) => node.matches && node.matches("input, textarea") &&
      !["hidden", "submit", "checkbox", "radio"].includes(node.type);
    // The form of a move is filled in over many clicks, while others play on and the table is drawn anew.
    const ticked = (node) => node.matches && node.matches(".compose :is([type=checkbox], [type=radio])") &&
      node.checked !== node.defaultChecked;
    const picked = (node) => node.matches && node.matches(".compose select") &&
      [...node.options].some((option) => option.selected !== option.defaultSelected && option.value);
    // What a script put there to be read.
    callbacks.beforeNodeRemoved = (node) => !(node.matches && node.matches("[data-stay]"));
    callbacks.beforeNodeMorphed = (node) =>
      !(written(node) && (node === document.activeElement || node.value !== node.defaultValue)) &&
      !ticked(node) && !picked(node);
  }

  // The control just used may be gone; the focus then goes to the turn, not to the top.
  let within = false;
  const remember = () => {
    const table = document.getElementById("table");
    within = Boolean(table && table.contains(document.activeElement));
  };
  const refocus = () => {
    if (!within || (document.activeElement && document.activeElement !== document.body)) return;
    within = false;
    const turn = document.getElementById("turn");
    if (turn) turn.focus({ preventScroll: true });
  };

  // The tab says how many turns wait, whether one is here, and how many messages nobody has seen.
  const title = () => {
    const table = document.getElementById("table");
    const mark = document.getElementById("talk-mark");
    const mine = Boolean(table && table.hasAttribute("data-mine"));
    const unread = document.hidden && mark ? Number(mark.dataset.unread) : 0;
    const plain = document.title.replace(/^(\(\d+\) )?(● )?(✉\d+ )?/, "");
    const waiting = document.getElementById("waiting");
    const turns = waiting ? Number(waiting.dataset.count) : 0;
    const ahead = mine && /[?&]plan=/.test(table.dataset.part); // a plan is no turn, nor is what can be done in others'
    document.title = `${turns ? `(${turns}) ` : ""}${mine && !ahead ? "● " : ""}${unread ? `✉${unread} ` : ""}${plain}`;
    const icon = document.getElementById("favicon");
    if (icon && waiting && icon.getAttribute("href") !== waiting.dataset.icon) icon.href = waiting.dataset.icon;
    if (table) document.body.classList.toggle("p-turn", mine);
    if (waiting) count(turns);
  };

  // Wherever else the page speaks of waiting turns. `data-turns`: shown from this many on.
  const count = (turns) => {
    document.querySelectorAll("[data-turns]").forEach((one) => { one.hidden = turns < Number(one.dataset.turns); });
    document.querySelectorAll("[data-turns-count]").forEach((one) => {
      one.textContent = String(turns);
      one.classList.toggle("count-act", turns > 0 && one.classList.contains("count"));
    });
  };

  document.addEventListener("htmx:beforeSend", remember);
  document.addEventListener("live:before", remember);
  document.addEventListener("htmx:afterSettle", () => { title(); refocus(); });
  document.addEventListener("visibilitychange", title);
})();
