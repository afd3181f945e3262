// What a thing on the board is, and why it cannot be done now: by pointer, focus or long press.
(() => {
  "use strict";
  const box = document.getElementById("tip");
  const page = document.getElementById("match");
  if (!box || !page) return;

  const HOVER = 350;
  const PRESS = 600;
  const LEAVE = 300;
  const SLIP = 10; // a finger that moves farther is scrolling
  const answers = new Map();
  let shown = null; // the thing the tip is about
  let point = null; // where the pointer is; null for the keyboard
  let timer = 0;
  let press = null;
  let swallow = false;

  const table = () => document.getElementById("table");
  const pressable = (move) =>
    [...document.querySelectorAll('#turn-form button[name="move"]')].some((b) => b.value === move);
  const litFor = (pick) =>
    [...table().querySelectorAll(".lit[data-for]")].some((lit) => lit.dataset.for === pick);

  // The browser's own tooltips would lie over ours.
  const adopt = () => {
    table().querySelectorAll("[title]").forEach((thing) => {
      thing.dataset.title = thing.title;
      thing.removeAttribute("title");
    });
    table().querySelectorAll(".wheel title").forEach((title) => title.remove());
  };

  const subject = (node) => {
    const thing = node.closest && node.closest("[data-why], [data-move], [data-pick], [data-title]");
    return thing && table().contains(thing) ? thing : null;
  };

  // What to ask the server about this thing; null if it may be done.
  const question = (thing) => {
    if (thing.dataset.move && pressable(thing.dataset.move)) return null;
    if (thing.dataset.pick && litFor(thing.dataset.pick)) return null;
    const asking = thing.closest("[data-why]");
    if (!asking) return null;
    const why = asking.dataset.why;
    if (why.startsWith("@")) return `seat=${why.slice(1)}`;
    if (why.includes("*") && !page.dataset.picked) return null;
    const move = why.replace("*", page.dataset.picked);
    return pressable(move) ? null : `move=${encodeURIComponent(move)}`;
  };

  const name = (thing) => {
    const named = thing.dataset.title ? thing : thing.querySelector(":scope > svg[aria-label]") || thing;
    return named.dataset.title || named.getAttribute("aria-label") || "";
  };

  // Beside a whole part of the board, so that what the tip explains can be read with it.
  const spot = (thing) => {
    const part = thing.closest("[data-whole]");
    if (part) return part.getBoundingClientRect();
    return point
      ? { left: point.x, right: point.x, top: point.y - 12, bottom: point.y + 16 }
      : thing.getBoundingClientRect();
  };

  const hide = () => {
    clearTimeout(timer);
    if (!shown) return;
    shown.removeAttribute("aria-describedby");
    shown = null;
    box.classList.remove("open");
    box.textContent = "";
  };

  const fill = (thing, told) => {
    const label = name(thing);
    box.textContent = "";
    if (label) {
      // Already read out with the thing itself.
      const head = document.createElement("b");
      head.textContent = label;
      head.setAttribute("aria-hidden", "true");
      box.append(head);
    }
    if (told) {
      box.append(told.text);
      if (told.url) {
        const link = document.createElement("a");
        link.href = told.url;
        link.textContent = told.link;
        box.append(" ", link);
      }
      thing.setAttribute("aria-describedby", "tip");
    }
    box.classList.toggle("open", box.hasChildNodes());
    if (box.hasChildNodes()) window.placeTip(box, spot(thing));
  };

  const fetched = async (query) => {
    if (!answers.has(query)) {
      const asked = new URLSearchParams(location.search).get("plan");
      const plan = asked === null ? "" : `&plan=${encodeURIComponent(asked)}`;
      const response = await fetch(`${box.dataset.ask}?${query}${plan}`, { headers: { Accept: "application/json" } });
      if (!response.ok) return null;
      answers.set(query, await response.json());
    }
    return answers.get(query);
  };

  const show = async (thing) => {
    hide();
    shown = thing;
    const query = question(thing);
    if (!query) { fill(thing, null); return; }
    let told = null;
    try { told = await fetched(query); } catch { /* offline: the name alone */ }
    if (shown === thing) fill(thing, told);
  };

  // -- pointer --
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "mouse") return;
    if (box.contains(event.target)) { clearTimeout(timer); return; }
    const thing = subject(event.target);
    if (thing === shown && thing) { clearTimeout(timer); return; }
    clearTimeout(timer);
    if (thing) {
      timer = setTimeout(() => { show(thing); }, HOVER);
    } else if (shown) timer = setTimeout(hide, LEAVE);
  });
  document.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") point = { x: event.clientX, y: event.clientY };
    if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLIP) lift();
  });

  // -- fingers --
  const lift = () => {
    if (press) clearTimeout(press.timer);
    press = null;
  };
  document.addEventListener("pointerdown", (event) => {
    swallow = false;
    if (!box.contains(event.target)) hide();
    if (event.pointerType === "mouse") return;
    const thing = subject(event.target);
    if (!thing) return;
    const at = { x: event.clientX, y: event.clientY };
    press = { ...at, timer: setTimeout(() => { swallow = true; press = null; point = at; show(thing); }, PRESS) };
  });
  ["pointerup", "pointercancel"].forEach((kind) => document.addEventListener(kind, lift));
  document.addEventListener("scroll", () => {
    lift();
    if (shown && !point) window.placeTip(box, spot(shown)); // the focus brought it into view
    else hide();
  }, { capture: true, passive: true });
  document.addEventListener("contextmenu", (event) => {
    if (swallow || (press && subject(event.target))) event.preventDefault();
  });

  // A long press is a question, not a move; a click on what cannot be done is a question too.
  document.addEventListener("click", (event) => {
    if (swallow) {
      swallow = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const thing = subject(event.target);
    if (!thing || event.target.closest(".why button") || !question(thing)) return;
    point = event.detail ? { x: event.clientX, y: event.clientY } : null;
    show(thing);
  }, { capture: true });

  // -- keyboard --
  document.addEventListener("focusin", (event) => {
    if (box.contains(event.target) || !event.target.matches(":focus-visible")) return;
    const thing = subject(event.target);
    if (thing !== event.target) { hide(); return; }
    point = null;
    show(thing);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown) {
      const back = box.contains(document.activeElement) ? shown : null;
      if (back) back.focus({ preventScroll: true }); // which would show it again
      hide();
    } else if (event.key === "Enter" && shown && shown === document.activeElement) {
      const link = box.querySelector("a");
      if (link) { event.preventDefault(); link.focus(); }
    }
  });

  document.addEventListener("htmx:afterSettle", () => {
    answers.clear();
    adopt();
    if (shown && !shown.isConnected) hide();
  });
  adopt();
})();
