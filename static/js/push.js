// Push notifications in the settings: turn them on in this browser, and find it in the list.
(() => {
  "use strict";

  const box = document.querySelector("[data-push]");
  if (!box) return;
  const form = box.querySelector("form[hidden]");
  const say = box.querySelector("[data-push-text]");
  const supported = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!supported) {
    say.textContent = box.dataset.none;
    return;
  }

  const hex = async (text) => {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const key = () => {
    const plain = atob(box.dataset.key.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  };

  const subscribe = async (manager) => {
    const wanted = { userVisibleOnly: true, applicationServerKey: key() };
    try {
      return await manager.subscribe(wanted);
    } catch (fault) {
      // The site has a new key: what was made with the old one is in the way.
      const old = await manager.getSubscription();
      if (!old) throw fault;
      await old.unsubscribe();
      return manager.subscribe(wanted);
    }
  };

  const turnOn = async () => {
    if ((await Notification.requestPermission()) !== "granted") return box.dataset.denied;
    const worker = await navigator.serviceWorker.ready;
    const made = await subscribe(worker.pushManager);
    const response = await fetch(box.dataset.url, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-CSRFToken": form.elements.csrfmiddlewaretoken.value,
      },
      body: JSON.stringify(made),
    });
    if (response.status === 201) {
      window.location.reload();
      return "";
    }
    await made.unsubscribe();
    const { error } = await response.json();
    return error || box.dataset.failed;
  };

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.setAttribute("aria-busy", "true");
    say.textContent = "";
    try {
      say.textContent = await turnOn();
    } catch {
      say.textContent = box.dataset.failed;
    }
    button.removeAttribute("aria-busy");
  });

  // This browser in the list: named, and really unsubscribed when it's removed.
  const mark = async () => {
    const worker = await navigator.serviceWorker.getRegistration("/");
    const made = worker && (await worker.pushManager.getSubscription());
    const row = made && box.querySelector(`[data-digest="${await hex(made.endpoint)}"]`);
    if (!row) {
      form.hidden = false;
      return;
    }
    row.querySelector("span").append(` (${box.dataset.here})`);
    const removal = row.querySelector("form");
    removal.addEventListener("submit", async (event) => {
      event.preventDefault();
      await made.unsubscribe().catch(() => {});
      removal.submit();
    });
  };
  mark().catch(() => {
    form.hidden = false;
  });
})();
