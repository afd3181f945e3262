// The latest notices are fetched when the bell is opened: pages that nobody asks don't pay for them.
(() => {
  "use strict";
  const box = document.getElementById("bell-box");
  if (!box || !window.htmx) return;

  const load = () => window.htmx.ajax("GET", box.dataset.bell, { target: "#bell-in", swap: "outerHTML" });
  box.addEventListener("toggle", (event) => { if (event.newState === "open") load(); });

  // New ones while it's open: the mark has just been drawn with another number.
  let unread = "";
  document.addEventListener("live:after", (event) => {
    const mark = document.getElementById("bell-mark");
    if (event.detail.id !== "bell-mark" || !mark) return;
    if (mark.dataset.unread !== unread && box.matches(":popover-open")) load();
    unread = mark.dataset.unread;
  });
})();
