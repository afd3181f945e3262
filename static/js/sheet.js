// The turn on a phone is a sheet: its handle can be dragged as well as tapped, and the board comes into view.
(() => {
  "use strict";
  const SLIP = 6; // px: less is a tap
  const FAR = 36; // px: as far as this is meant
  const small = window.matchMedia("(max-width: 900px)");

  const sheet = () => document.getElementById("turn");
  const body = () => document.getElementById("turn-body");
  let drag = null;
  let back = null; // where the page was before the sheet was pulled down

  const drop = () => {
    const turn = sheet();
    if (turn) { turn.style.transform = ""; turn.style.transition = ""; }
    drag = null;
  };

  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest && event.target.closest(".turn-sum");
    if (!handle || !small.matches || event.button) return;
    drag = { y: event.clientY, by: 0, id: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id || !sheet()) return;
    drag.by = event.clientY - drag.y;
    if (Math.abs(drag.by) < SLIP) return;
    // Down it follows the finger; up there is nothing above its full height.
    const shift = body().open ? Math.max(0, drag.by) : Math.min(0, Math.max(drag.by, -48));
    sheet().style.transition = "none";
    sheet().style.transform = `translateY(${shift}px)`;
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.id || !body()) return;
    const { by } = drag;
    drop();
    if (Math.abs(by) < SLIP) return; // the click does it
    swallow = true;
    setTimeout(() => { swallow = false; }, 0);
    if (by > FAR) body().open = false;
    else if (by < -FAR) body().open = true;
  });
  document.addEventListener("pointercancel", drop);

  let swallow = false; // the click that ends a drag
  document.addEventListener("click", (event) => {
    if (!swallow || !event.target.closest(".turn-sum")) return;
    swallow = false;
    event.preventDefault();
  }, true);

  document.addEventListener("toggle", (event) => {
    if (event.target !== body() || !small.matches) return;
    const board = document.getElementById("board") || document.getElementById("text-board");
    if (!body().open && board) {
      back = window.scrollY;
      board.scrollIntoView({ block: "start" });
    } else if (body().open && back !== null) {
      window.scrollTo(0, back);
      back = null;
    }
  }, true);

  // How many messages wait is told at the top of the page, too: the talk itself is far below.
  const mark = document.getElementById("talk-mark");
  const badge = document.getElementById("talk-badge");
  if (mark && badge) {
    const copy = () => {
      const now = document.getElementById("talk-mark");
      const unread = now ? Number(now.dataset.unread) : 0;
      badge.textContent = unread ? String(unread) : "";
      badge.hidden = !unread;
    };
    new MutationObserver(copy).observe(mark.parentNode, { subtree: true, childList: true, attributes: true });
    copy();
  }
})();
