// The worker that shows the offline page and brings notifications. Every page works without it.
(() => {
  "use strict";

  if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
  const path = `/sw.js?lang=${encodeURIComponent(document.documentElement.lang || "en")}`;
  // After everything the reader waits for. A browser that refuses has its reasons.
  const register = () => navigator.serviceWorker.register(path, { scope: "/" }).catch(() => {});
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
})();
