// Small comforts; every page works without them.
(() => {
  "use strict";

  const STAY = 8000;

  const dismiss = (toast) => {
    const box = toast.parentElement;
    toast.remove();
    if (box && !box.children.length) box.textContent = "";
  };

  // Good news leaves by itself; anything else waits to be read.
  const settle = (toast) => {
    if (toast.dataset.settled) return;
    toast.dataset.settled = "yes";
    if (!toast.hasAttribute("data-brief")) return;
    let timer = setTimeout(dismiss, STAY, toast);
    const hold = () => clearTimeout(timer);
    const release = () => { timer = setTimeout(dismiss, STAY / 2, toast); };
    toast.addEventListener("pointerenter", hold);
    toast.addEventListener("pointerleave", release);
    toast.addEventListener("focusin", hold);
    toast.addEventListener("focusout", release);
  };
  const settleAll = () => document.querySelectorAll(".toasts .toast").forEach(settle);

  document.addEventListener("click", (event) => {
    const close = event.target.closest(".toast-close");
    if (close) dismiss(close.closest(".toast"));
  });

  // Escape closes a tip and leaves the focus where it is.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    document.querySelectorAll(".why:hover, .why:focus-within").forEach((why) => {
      why.classList.add("closed");
      const open = () => why.classList.remove("closed");
      why.addEventListener("pointerleave", open, { once: true });
      why.addEventListener("focusout", open, { once: true });
    });
  });

  // Forms that save themselves: what is typed isn't saved until they say so again.
  const said = (event, text) => {
    const form = event.target.closest && event.target.closest("form[data-saves]");
    if (form) form.querySelector(form.dataset.saves).textContent = text(form);
  };
  document.addEventListener("input", (event) => said(event, () => ""));
  ["htmx:responseError", "htmx:sendError", "htmx:timeout"].forEach((name) => {
    document.addEventListener(name, (event) => said(event, (form) => form.dataset.failed));
  });

  // On the phone the account menu is a strip; start where the reader is.
  const current = document.querySelector(".side-nav > nav [aria-current]");
  if (current) {
    const strip = current.closest("ul");
    strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
  }

  document.addEventListener("htmx:afterSettle", settleAll);
  settleAll();
})();
