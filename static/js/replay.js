// Arrow keys and the slider of a replay; without them its links and its form do the same.
(() => {
  "use strict";
  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
    if (event.target.closest("input, textarea, select, pre, .log, .spaces")) return;
    const link = document.querySelector(`[data-step="${KEYS[event.key]}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  document.addEventListener("change", (event) => {
    const slider = event.target.closest("#ply");
    if (!slider || !window.htmx) return;
    const address = `${slider.dataset.at}${slider.value}/`;
    window.htmx.ajax("GET", address, { target: "#replay", swap: "morph" });
    history.replaceState(history.state, "", address);
  });
})();
