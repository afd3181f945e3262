// Copies a link on request, prints a page; both are possible by hand.
(() => {
  "use strict";
  document.querySelectorAll("[data-print]").forEach((button) => {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  });
  document.querySelectorAll("[data-copy]").forEach((field) => {
    field.addEventListener("focus", () => field.select());
  });
  document.querySelectorAll("[data-copy-from]").forEach((button) => {
    if (!navigator.clipboard) return;
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(document.getElementById(button.dataset.copyFrom).value);
      button.textContent = button.dataset.done;
    });
  });
})();
