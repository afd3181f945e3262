// <a href="/page/" data-dialog="id"> opens <dialog id="id">; without script the link is followed.
(() => {
  "use strict";
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-dialog]");
    if (opener) {
      const dialog = document.getElementById(opener.dataset.dialog);
      if (!dialog || typeof dialog.showModal !== "function") return;
      event.preventDefault();
      dialog.showModal();
      return;
    }
    const closer = event.target.closest("[data-close]");
    if (closer) {
      event.preventDefault();
      closer.closest("dialog").close();
      return;
    }
    // A click on the backdrop is a click on the dialog itself, outside its box.
    if (event.target instanceof HTMLDialogElement && event.target.matches(":modal")) {
      const box = event.target.getBoundingClientRect();
      const inside = event.clientX >= box.left && event.clientX <= box.right
        && event.clientY >= box.top && event.clientY <= box.bottom;
      if (!inside) event.target.close();
    }
  });
})();
