// Tips of the turn panel open by a click, too, and stay inside the window like those of the board.
(() => {
  "use strict";
  const EDGE = 8;

  const place = (tip, rect) => {
    tip.style.position = "fixed";
    tip.style.inset = "auto";
    tip.style.transform = "none";
    tip.style.left = "0";
    tip.style.top = "0";
    const own = tip.getBoundingClientRect();
    const middle = (rect.left + rect.right - own.width) / 2;
    const left = Math.max(EDGE, Math.min(middle, window.innerWidth - own.width - EDGE));
    const above = rect.top - own.height - EDGE;
    const below = Math.min(rect.bottom + EDGE, window.innerHeight - own.height - EDGE);
    tip.style.left = `${left}px`;
    tip.style.top = `${above >= EDGE ? above : Math.max(EDGE, below)}px`;
  };
  window.placeTip = place;

  const steady = (event) => {
    const why = event.target.closest && event.target.closest(".why");
    const tip = why && why.querySelector(".tip");
    if (tip) place(tip, why.getBoundingClientRect());
    return why;
  };

  document.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") steady(event); });
  document.addEventListener("focusin", steady);
  document.addEventListener("pointerdown", (event) => {
    document.querySelectorAll(".why.open").forEach((why) => {
      if (!why.contains(event.target)) why.classList.remove("open");
    });
  });
  document.addEventListener("click", (event) => {
    const why = event.target.closest(".why");
    if (!why || !event.target.closest("button")) return;
    why.classList.add("open");
    steady(event);
  }, { capture: true });
})();
