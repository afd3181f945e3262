// A page fetches the parts it shows anew, one at a time, and knows whether the server can be reached.
// When to look is told by `live.js`.
(() => {
  "use strict";
  const page = document.querySelector("[data-live]");
  if (!page || !window.htmx) return;

  const POLL = 30000;
  const RETRY = 5000;
  const SLOW = 20000; // ms without an answer is none

  // ---------- looking ----------

  const jobs = new Map(); // id of a part → what is to be done about it
  const acts = new Map(); // requests of the page itself → the part they will draw
  let looked = Date.now();
  const seated = page.hasAttribute("data-here"); // somebody who sits at the table has it before them

  const acting = (id) => [...acts.values()].includes(id);
  const jobOf = (id) => {
    if (!jobs.has(id)) jobs.set(id, { acted: 0, must: false, ply: null, at: null, under: false });
    return jobs.get(id);
  };

  const leave = (url) => {
    // Where page and parts disagree, once a minute is enough.
    const before = Number(sessionStorage.getItem("live-left"));
    if (!url && Date.now() - before < 60000) return;
    if (!url) sessionStorage.setItem("live-left", String(Date.now()));
    if (url && new URL(url, location.href).pathname !== location.pathname) location.assign(url);
    else location.reload();
  };

  const draw = (part, html) => {
    document.dispatchEvent(new CustomEvent("live:before", { detail: { id: part.id } }));
    const ply = part.dataset.ply;
    window.htmx.swap(part, html, { swapStyle: part.dataset.swap || "morph", swapDelay: 0, settleDelay: 0, ignoreTitle: true },
      { contextElement: part });
    const fresh = document.getElementById(part.id);
    const said = document.getElementById("live-said");
    if (said && fresh && fresh.dataset.said && fresh.dataset.ply !== ply) said.textContent = fresh.dataset.said;
    document.dispatchEvent(new CustomEvent("live:after", { detail: { id: part.id } }));
  };

  const take = async (id, answer, acted) => {
    const to = answer.headers.get("HX-Redirect") || (answer.redirected ? answer.url : "");
    if (to) return leave(to);
    if ([401, 403, 404, 410].includes(answer.status)) return leave("");
    if (answer.status === 204) return undefined; // nothing new
    if (answer.status !== 200) throw new Error(`look: ${answer.status}`);
    const html = await answer.text();
    const job = jobOf(id);
    const part = document.getElementById(id);
    // Another page came instead, of somebody who is logged out, say.
    if (part && !part.dataset.swap && !html.includes(`id="${id}"`)) return leave("");
    // Something was done here meanwhile: its answer may be newer than this one.
    if (acting(id) || job.acted !== acted) job.must = true;
    else if (part) draw(part, html);
    return undefined;
  };

  // ---------- the line to the server ----------

  let lost = false;
  let mending = false; // reached again, but not everything is drawn yet
  let patience = RETRY; // ms between two tries to reach it

  const tell = (name) => document.dispatchEvent(new Event(name));
  const missed = (fault) => {
    mending = false;
    if (!lost && !document.hidden) {
      lost = true;
      tell("live:lost");
    }
    throw fault;
  };
  const reached = (answer) => {
    if (answer.status > 501) return missed(new Error(`look: ${answer.status}`)); // nobody behind the door
    patience = RETRY;
    if (lost) {
      lost = false;
      mending = true;
      tell("live:found");
      lookAll();
    }
    return answer;
  };
  const settle = () => {
    if (!mending || [...jobs.values()].some((job) => job.under)) return;
    mending = false;
    tell("live:back");
  };
  const probe = () => {
    const [first] = parts();
    if (first && !document.hidden) look(first.id);
  };

  // Which decision the turn on this page answers.
  const answered = () => { const at = document.getElementById("at"); return at ? at.value : ""; };

  const run = (id) => {
    const job = jobOf(id);
    const part = document.getElementById(id);
    if (!part || job.under || acting(id)) return;
    const stale = (job.ply !== null && part.dataset.ply !== String(job.ply)) || (job.at !== null && job.at !== answered());
    const must = job.must || stale;
    Object.assign(job, { must: false, ply: null, at: null, under: must });
    if (!must) return;
    looked = Date.now();
    const url = part.dataset.part + (job.query || "");
    const headers = { "HX-Request": "true" };
    // Without a socket, this is how a page says that somebody looks at it.
    if (seated && page.dataset.live !== "open" && !document.hidden) headers["X-Here"] = "1";
    fetch(url, { headers, credentials: "same-origin", cache: "no-store", signal: AbortSignal.timeout(SLOW) })
      .then(reached, missed)
      .then((answer) => take(id, answer, job.acted))
      // Told, but not answered: try again. Without a socket, the next look will do.
      .catch(() => setTimeout(() => { if (page.dataset.live === "open") look(id, job.query); }, RETRY))
      .finally(() => { job.under = false; run(id); settle(); });
  };

  const look = (id, query = "") => {
    Object.assign(jobOf(id), { must: true, query });
    run(id);
  };

  // What the page sends itself is drawn by its answer, and nothing older may come after that.
  document.addEventListener("htmx:beforeSend", (event) => {
    const id = event.detail.target ? event.detail.target.id : "";
    acts.set(event.detail.xhr, id);
    jobOf(id).acted += 1;
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const id = acts.get(event.detail.xhr);
    if (acts.delete(event.detail.xhr)) run(id);
  });

  const parts = () => [...document.querySelectorAll("[data-follow]")];
  const listed = (words, what) => Boolean(words) && (words === "*" || words.split(" ").includes(what));
  // `data-unless`: on pages with one of these parts, which brings this one along.
  const brought = (part) => (part.dataset.unless || "").split(" ").some((id) => id && document.getElementById(id));
  // `data-follow`: always; `data-until`: what ends the part's say, if it has any.
  const concerns = (part, what) => !brought(part) && (listed(part.dataset.follow, what) ||
    (listed(part.dataset.until, what) && part.getClientRects().length > 0));
  const lookAll = () => {
    parts().filter((part) => !brought(part)).forEach((part) => look(part.id));
    document.dispatchEvent(new CustomEvent("live:told", { detail: { what: "talk" } }));
  };

  setInterval(() => {
    if (document.hidden) return;
    if (lost && Date.now() - looked > patience) {
      patience = Math.min(patience * 1.5, POLL);
      probe();
    } else if (page.dataset.live !== "open" && Date.now() - looked > POLL) lookAll();
  }, RETRY);

  window.live = { concerns, jobOf, leave, look, lookAll, parts, probe, run, seated };
})();
