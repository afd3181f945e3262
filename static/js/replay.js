// Steps of a replay by button, arrow key, slider, or by itself; without this its links and form do.
// One request at a time: whatever is asked for meanwhile, only the last wish is fetched next.
(() => {
  "use strict";
  const bar = document.querySelector("[data-replay]");
  if (!bar || !window.Idiomorph) return;

  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  const slider = bar.querySelector("input[type=range]");
  const said = bar.querySelector("output");
  const play = bar.querySelector("[data-play]");
  const rest = document.querySelector(".replay-ways");
  const last = Number(bar.dataset.last);
  let shown = Number(bar.dataset.ply);
  let want = shown;
  let busy = false;
  let timer = 0;

  const address = (ply, query = bar.dataset.query) => `${bar.dataset.base}${ply}/${query}`;
  const target = (step) => ({ first: 0, previous: Math.max(want - 1, 0), next: Math.min(want + 1, last), last })[step];

  const paint = () => {
    slider.value = want;
    said.textContent = said.dataset.text.replace("%n", want).replace("%all", last);
    bar.querySelectorAll("[data-step]").forEach((link) => { link.href = address(target(link.dataset.step)); });
    const other = rest.querySelector("[data-other]");
    if (other) other.href = address(want, other.dataset.other); // a title without a drawing has none
    const rounds = [...rest.querySelectorAll("[data-ply]")];
    const now = rounds.filter((link) => Number(link.dataset.ply) <= want).pop();
    rounds.forEach((link) => {
      if (link === now) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    });
  };

  // What a reader has opened or closed stays so from step to step.
  const callbacks = {
    beforeAttributeUpdated: (attribute, node) => !(attribute === "open" && node.tagName === "DETAILS"),
  };
  const fetched = async (ply) => {
    const headers = { "HX-Request": "true", "HX-Target": "replay" };
    const answer = await fetch(address(ply), { headers, credentials: "same-origin" });
    if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  };
  const load = async () => {
    if (busy) return;
    busy = true;
    while (shown !== want) {
      const ply = want;
      try {
        const parts = await fetched(ply);
        ["replay", "step"].forEach((id) => {
          window.Idiomorph.morph(document.getElementById(id), parts.getElementById(id), { callbacks });
        });
      } catch {
        location.assign(address(ply)); // the page itself says best what is wrong
        return;
      }
      shown = ply;
      history.replaceState(history.state, "", address(ply));
      document.title = document.title.replace(/^(\(\d+\) )?.*(?= · )/, (_all, turns) => (turns || "") + document.getElementById("replay").dataset.title);
    }
    busy = false;
  };
  const go = (ply) => { want = ply; paint(); return load(); };

  // By itself: a step, a rest, a step. Anything done by hand ends it.
  const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 4000 : 1400);
  const name = play.getAttribute("aria-label");
  const halt = () => {
    clearTimeout(timer);
    timer = 0;
    play.classList.remove("playing");
    play.setAttribute("aria-label", name);
  };
  const tick = async () => {
    if (!timer || want >= last) { halt(); return; }
    await go(want + 1);
    if (timer) timer = setTimeout(tick, pace());
  };
  play.hidden = false;
  play.addEventListener("click", () => {
    if (timer) { halt(); return; }
    play.classList.add("playing");
    play.setAttribute("aria-label", play.dataset.pause);
    if (want >= last) go(0);
    timer = setTimeout(tick, 300);
  });

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest(".steps-bar [data-step], .replay-ways [data-ply]");
    if (!link) return;
    event.preventDefault();
    halt();
    go(link.dataset.step ? target(link.dataset.step) : Number(link.dataset.ply));
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
    if (event.target.closest("input, textarea, select, pre, .log, .spaces")) return;
    event.preventDefault();
    halt();
    go(target(KEYS[event.key]));
  });
  slider.addEventListener("input", () => { halt(); go(Number(slider.value)); });
})();
