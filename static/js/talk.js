// Table talk: new messages come by themselves, and what is being written is left alone.
(() => {
  "use strict";
  if (!window.htmx) return;

  const list = () => document.getElementById("talk-list");
  const box = () => document.getElementById("talk-box");

  // Read is what somebody has before them: an open fold on a page that is looked at.
  const seen = () => Boolean(list() && !document.hidden && (!box() || box().open));
  const unmark = () => {
    const mark = document.getElementById("talk-mark");
    if (mark) { mark.textContent = ""; mark.dataset.unread = "0"; }
  };

  const look = () => {
    if (!window.live) return;
    if (seen()) { unmark(); window.live.look("talk-list", "?read=1"); }
    else if (document.querySelector("#talk-mark[data-part]")) window.live.look("talk-mark");
  };
  document.addEventListener("live:told", (event) => {
    if (event.detail.what === "talk" || event.detail.what === "end") look();
  });
  document.addEventListener("visibilitychange", () => { if (seen()) look(); });
  document.addEventListener("toggle", (event) => {
    if (event.target !== box() || !box().open) return;
    unmark();
    if (list()) look(); // the first time, the whole part is fetched
  }, true);

  // Who reads the last lines goes on doing so; who reads further up stays there.
  let bottom = true;
  const scroller = () => document.getElementById("talk-scroll");
  const measure = () => {
    const at = scroller();
    bottom = !at || at.scrollHeight - at.scrollTop - at.clientHeight < 24;
  };
  const settle = () => {
    const at = scroller();
    if (at && bottom) at.scrollTop = at.scrollHeight;
  };
  document.addEventListener("live:before", (event) => { if (event.detail.id === "talk-list") measure(); });
  document.addEventListener("live:after", (event) => { if (event.detail.id === "talk-list") settle(); });
  // Opened, or written oneself: the newest counts.
  document.addEventListener("htmx:afterSettle", (event) => {
    const asked = event.detail.target && event.detail.target.id;
    if (asked === "talk-in" || asked === "talk-list") { bottom = true; settle(); }
  });

  // The line is free for the next message at once; if this one is refused, it comes back.
  const sent = new Map();
  const isSay = (event) => Boolean(event.detail.elt && event.detail.elt.id === "talk-say");
  document.addEventListener("htmx:beforeSend", (event) => {
    const line = document.getElementById("say");
    if (!isSay(event) || !line) return;
    sent.set(event.detail.xhr, line.value);
    line.value = "";
    trouble(false);
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr } = event.detail;
    const text = sent.get(xhr);
    if (!sent.delete(xhr) || (xhr.status >= 200 && xhr.status < 300)) return;
    const line = document.getElementById("say");
    if (line && !line.value) line.value = text;
    trouble(xhr.status !== 422); // then the answer itself says why not
  });
  const trouble = (on) => {
    const box = document.getElementById("talk-trouble");
    if (!box) return;
    box.textContent = on ? box.dataset.text : "";
    box.hidden = !on;
  };

  settle();
})();
