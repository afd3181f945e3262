// Follows the table: a socket that says "look again", and slow asking while there is none.
(() => {
  "use strict";
  const page = document.getElementById("match");
  if (!page || !page.hasAttribute("data-live") || !window.htmx) return;

  const SLOWEST = 60000;
  const POLL = 20000;
  let wait = 1000;
  let open = false;
  let asked = 0;

  const ply = () => Number(document.getElementById("table").dataset.ply);
  const look = () => {
    asked = Date.now();
    window.htmx.ajax("GET", page.dataset.part, { target: "#table", swap: "morph" });
  };

  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/match/${page.dataset.match}/`);
    socket.addEventListener("open", () => { open = true; wait = 1000; });
    socket.addEventListener("message", (event) => {
      const told = JSON.parse(event.data);
      if (told.match === page.dataset.match && told.ply !== ply()) look();
    });
    socket.addEventListener("close", (event) => {
      open = false;
      if (event.code === 4404) return;
      setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, SLOWEST);
    });
  };

  setInterval(() => {
    if (!open && !document.hidden && Date.now() - asked > POLL) look();
  }, 5000);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && !open) look();
  });
  connect();
})();
