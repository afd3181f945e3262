// A click the server didn't answer says so at the turn and at the pointer, with what is saved.
(() => {
  "use strict";
  const kit = document.getElementById("trouble");
  if (!kit || !window.htmx) return;

  const BRIEF = 6000;
  const GAP = 14; // px between the pointer and what is said beside it
  const AWAY = [0, 502, 503, 504]; // nobody there, or nobody behind the door
  const said = kit.dataset;

  let spot = null; // where the pointer last pressed; null if a key was used since
  let tried = null; // the button that was pressed
  let timer = 0;

  const ofTurn = (event) => Boolean(event.detail.elt && event.detail.elt.matches("#turn-form, .compose-form"));
  const box = () => document.querySelector("#turn .trouble");
  const known = (button) => ["formaction", "name", "value", "form"].map((name) => button.getAttribute(name)).join(" ");

  // ---------- what is said ----------

  const cause = (name, status) => {
    if (name === "htmx:timeout") return said.slow;
    if (AWAY.includes(status)) return said.away;
    return status >= 500 ? said.fault : said.refused;
  };
  const saved = () => {
    const table = document.getElementById("table");
    if (tried && /\/confirm\/ /.test(known(tried))) return said.confirm;
    return table && table.dataset.saved ? said.draft.replace("%", table.dataset.saved) : said.click;
  };

  // ---------- at the turn ----------

  const clear = () => {
    clearTimeout(timer);
    tip.classList.remove("open");
    if (box()) box().remove();
  };
  const show = (text, tone) => {
    const turn = document.getElementById("turn");
    if (!turn) return;
    if (!box()) turn.prepend(kit.content.firstElementChild.cloneNode(true));
    box().dataset.tone = tone;
    box().querySelector("p").textContent = text;
    box().querySelector("button").hidden = tone !== "loss";
    const head = turn.querySelector(".turn-head");
    if (head) box().firstElementChild.style.minHeight = `${head.offsetHeight}px`;
  };
  const again = () => {
    const same = tried && [...document.querySelectorAll("#turn-form button")].find((one) => known(one) === known(tried));
    clear();
    if (same) same.click();
    else if (window.live) window.live.look("table");
  };
  document.addEventListener("click", (event) => {
    if (event.target.closest && event.target.closest(".trouble button")) again();
  });

  // ---------- at the pointer ----------

  const tip = document.createElement("div");
  tip.className = "tip tip-free";
  tip.setAttribute("aria-hidden", "true"); // the turn has said it aloud
  document.body.append(tip);

  const point = (text) => {
    const used = document.activeElement && document.activeElement.closest("#turn-form button");
    const at = spot || (used && used.getBoundingClientRect());
    if (!at) return;
    tip.textContent = text;
    tip.classList.add("open");
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.max(8, Math.min(at.x + (at.width || 0) / 2 - width / 2, innerWidth - width - 8));
    // Above it, unless that would cover what the turn says.
    const strip = box() ? box().firstElementChild.getBoundingClientRect() : { top: 0, bottom: 0 };
    const above = at.y - height - GAP;
    const covers = above < 8 || (above < strip.bottom && above + height > strip.top);
    const top = covers ? at.y + (at.height || GAP) + GAP : above;
    Object.assign(tip.style, { pointerEvents: "none", left: `${left}px`, top: `${top}px` });
    timer = setTimeout(() => tip.classList.remove("open"), BRIEF);
  };
  const drop = () => tip.classList.remove("open");
  window.addEventListener("pointerdown", (event) => { spot = { x: event.clientX, y: event.clientY }; drop(); }, true);
  window.addEventListener("keydown", () => { spot = null; drop(); }, true);
  window.addEventListener("scroll", drop, { passive: true });

  // ---------- when ----------

  document.addEventListener("htmx:beforeSend", (event) => {
    if (!ofTurn(event)) return;
    const by = event.detail.requestConfig && event.detail.requestConfig.triggeringEvent;
    tried = (by && by.submitter) || null;
    clear();
  });
  ["htmx:responseError", "htmx:sendError", "htmx:timeout"].forEach((name) => {
    document.addEventListener(name, (event) => {
      if (!ofTurn(event)) return;
      const why = cause(name, event.detail.xhr ? event.detail.xhr.status : 0);
      clear();
      show(`${why} ${saved()}`, "loss");
      point(`${why} ${said.click}`);
      if (window.live) window.live.look("table"); // it may have counted all the same
    });
  });
  document.addEventListener("live:back", () => {
    if (!box()) return;
    clear();
    show(said.back, "gain");
    timer = setTimeout(clear, BRIEF);
  });
})();
