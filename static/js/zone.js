// The browser knows the time zone: fill it in for a newcomer, suggest it in the preferences.
(() => {
  "use strict";

  let zone = "";
  try {
    zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  } catch {
    return;
  }
  if (!zone) return;

  const fill = (root) => {
    root.querySelectorAll("[data-browser-zone]").forEach((field) => {
      if (!field.value) field.value = zone;
    });
  };
  fill(document);
  // Forms that came later, with a part of the page that was drawn anew.
  document.addEventListener("submit", (event) => fill(event.target), true);

  document.querySelectorAll("[data-zone-suggest]").forEach((box) => {
    const select = box.querySelector("select");
    const known = select && [...select.options].find((option) => option.value === zone);
    if (!known || select.value === zone) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "btn btn-s";
    button.textContent = `${box.dataset.text} ${known.textContent.trim()}`;
    button.addEventListener("click", () => {
      select.value = zone;
      button.remove();
      select.focus();
    });
    box.append(button);
  });
})();
