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

  document.querySelectorAll("[data-browser-zone]").forEach((field) => {
    if (!field.value) field.value = zone;
  });

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
