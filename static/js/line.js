// Whether the page still hears its server: a small mark while it doesn't, a word when it does again.
(() => {
  "use strict";
  const words = document.currentScript.dataset;
  const BRIEF = 5000;
  let timer = 0;

  const mark = document.createElement("p");
  mark.className = "wire no-print";
  mark.setAttribute("role", "status");
  document.body.append(mark);

  const say = (text, state) => {
    clearTimeout(timer);
    mark.textContent = text;
    mark.dataset.line = state;
  };
  document.addEventListener("live:lost", () => say(words.lost, "lost"));
  document.addEventListener("live:back", () => {
    say(words.back, "back");
    timer = setTimeout(say, BRIEF, "", "");
  });
})();
