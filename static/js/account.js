// On a narrow screen the account's navigation is a row that scrolls: show where we are.
(() => {
  "use strict";

  const current = document.querySelector(".side-nav > nav [aria-current]");
  const row = current && current.closest("ul");
  if (!row || row.scrollWidth <= row.clientWidth) return;
  row.scrollLeft = current.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
})();
