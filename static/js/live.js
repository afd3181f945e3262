// The page follows its table: a socket says "look again", `look.js` fetches the parts it shows.
// Without a socket it asks now and then, unless nobody looks.
(() => {
  "use strict";
  const page = document.querySelector("[data-live]");
  if (!page || !window.live) return;
  const { concerns, jobOf, leave, look, lookAll, parts, probe, run, seated } = window.live;

  const SOON = 1000; // ms before the first try to connect again; doubled up to
  const SLOWEST = 60000;
  const GRACE = 3000; // ms without a socket before the page asks whether anybody is there
  const AGAIN = 60000;
  const BEAT = 25000; // how often a page that is looked at says so
  const GONE = [4401, 4404]; // logged out; not for this person (any more)

  let greeted = false;
  let wait = SOON;
  let socket = null;
  let timer = 0;

  // Nobody is mailed about a table they have before them. The page says so for as long as it's seen.
  const say = (here) => {
    if (seated && socket && page.dataset.live === "open") socket.send(JSON.stringify({ here }));
  };
  const beat = () => { if (!document.hidden) say(true); };
  setInterval(beat, BEAT);
  window.addEventListener("focus", beat);
  window.addEventListener("pagehide", () => say(false));
  document.addEventListener("visibilitychange", () => say(!document.hidden));

  // What changes without a word from the server: a window that was closed, say.
  setInterval(() => {
    if (document.hidden || page.dataset.live !== "open") return;
    document.querySelectorAll("[data-again]").forEach((part) => look(part.id));
  }, AGAIN);

  const hello = (told) => {
    page.dataset.live = "open";
    wait = SOON;
    beat();
    if (greeted) return lookAll(); // who knows what was said in between
    greeted = true;
    parts().forEach((part) => {
      const moved = "ply" in told && part.dataset.ply && part.dataset.ply !== String(told.ply);
      const owed = "owed" in told && part.dataset.owed && part.dataset.owed !== String(told.owed);
      if (moved || owed || part.hasAttribute("data-late")) look(part.id);
    });
    document.dispatchEvent(new CustomEvent("live:told", { detail: { what: "talk" } }));
    return undefined;
  };

  const hear = (told) => {
    if (told.what === "hello") return hello(told);
    if (told.what === "draft") {
      // Drafted in another window; this one, if it was here, will show it in a moment.
      jobOf("table").at = told.at;
      return run("table");
    }
    parts().forEach((part) => {
      if (!concerns(part, told.what)) return;
      // Whoever shows this ply already (it was their own move, say) need not look.
      if (told.what === "table" && part.dataset.ply) { jobOf(part.id).ply = told.ply; run(part.id); }
      else look(part.id);
    });
    document.dispatchEvent(new CustomEvent("live:told", { detail: told }));
    return undefined;
  };

  const connect = () => {
    clearTimeout(timer);
    if (socket) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}${page.dataset.socket}`);
    socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      socket = null;
      page.dataset.live = "closed";
      if (GONE.includes(event.code)) {
        // Turned away at the door: the page is all there is. Turned out: see what is left of it.
        if (greeted) leave("");
        return;
      }
      setTimeout(() => { if (!socket || page.dataset.live !== "open") probe(); }, GRACE);
      timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, SLOWEST);
    });
  };

  // Back after a while: the line may be dead without having said so.
  let hidden = 0;
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { hidden = Date.now(); return; }
    if (page.dataset.live !== "open") connect();
    if (page.dataset.live !== "open" || Date.now() - hidden > SLOWEST) lookAll();
  });
  document.addEventListener("live:lost", () => { if (socket) socket.close(); }); // it may look open for minutes
  document.addEventListener("live:found", () => { wait = SOON; connect(); });
  window.addEventListener("online", () => { wait = SOON; connect(); probe(); });
  window.addEventListener("offline", probe);
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) { connect(); lookAll(); }
  });
  connect();
})();
