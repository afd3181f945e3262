// The check against robots at sign-up: it runs while the form is being filled in.
(() => {
  "use strict";

  const start = (box) => {
    const form = box.closest("form");
    const field = form.elements.toll_work;
    const bar = box.querySelector("progress");
    const text = box.querySelector("[data-toll-text]");
    let waiting = false;

    const worker = new Worker(box.dataset.worker);
    worker.onmessage = ({ data }) => {
      if (data.done) bar.value = data.done;
      if (!data.work) return;
      field.value = data.work;
      text.textContent = box.dataset.ready;
      worker.terminate();
      if (waiting) form.requestSubmit();
    };
    worker.postMessage({
      word: box.dataset.toll,
      bits: Number(box.dataset.bits),
      parts: Number(box.dataset.parts),
    });

    form.addEventListener("submit", (event) => {
      if (field.value) return;
      event.preventDefault();
      waiting = true;
      text.textContent = box.dataset.waiting;
      form.querySelectorAll("button").forEach((button) => button.setAttribute("aria-busy", "true"));
    });
    box.hidden = false;
  };

  document.querySelectorAll("[data-toll]").forEach(start);
})();
