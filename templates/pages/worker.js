// The site's worker: an offline page, and notifications. It keeps no page of anybody.
"use strict";

const KNOWN = {{ known|safe }};
const HASHED = /\.[0-9a-f]{12}\./;

const fetchAnew = (path) => new Request(path, { credentials: "omit", cache: "reload" });

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(KNOWN.name);
    await cache.addAll([KNOWN.offline, ...KNOWN.files].map(fetchAnew));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name !== KNOWN.name).map((name) => caches.delete(name)));
    if (self.registration.navigationPreload) await self.registration.navigationPreload.enable();
    await self.clients.claim();
  })());
});

// A page comes from the network or not at all.
const page = async (event) => {
  try {
    return (await event.preloadResponse) || (await fetch(event.request));
  } catch {
    const cache = await caches.open(KNOWN.name);
    return (await cache.match(KNOWN.offline, { ignoreVary: true })) || Response.error();
  }
};

// A name with a hash means the same content for ever; without one, what the site has now.
const file = async (request, path) => {
  const cache = await caches.open(KNOWN.name);
  if (HASHED.test(path)) return (await cache.match(path, { ignoreVary: true })) || fetch(request);
  try {
    return await fetch(request);
  } catch {
    return (await cache.match(path, { ignoreVary: true })) || Response.error();
  }
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (KNOWN.files.includes(url.pathname)) event.respondWith(file(request, url.pathname));
});

self.addEventListener("push", (event) => {
  let news = {};
  try {
    news = event.data.json();
  } catch {
    // A push without content: browsers insist that something is shown.
  }
  event.waitUntil(self.registration.showNotification(news.title || KNOWN.site, {
    body: news.body || KNOWN.news,
    icon: KNOWN.icon,
    badge: KNOWN.badge,
    tag: news.tag || "news",
    renotify: true,
    data: { url: news.url || "/" },
  }));
});

// Only pages of this site: whoever could send a push must not send people elsewhere.
const target = (path) => {
  try {
    const url = new URL(path, self.location.origin);
    if (url.origin === self.location.origin) return url;
  } catch {
    // No address at all.
  }
  return new URL("/", self.location.origin);
};

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = target((event.notification.data || {}).url);
  event.waitUntil((async () => {
    const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = open.find((client) => {
      const shown = new URL(client.url);
      return shown.origin === url.origin && shown.pathname === url.pathname;
    });
    return there ? there.focus() : self.clients.openWindow(url.href);
  })());
});

// The browser got another address for its pushes. The old one is the proof that it's ours.
self.addEventListener("pushsubscriptionchange", (event) => {
  const old = event.oldSubscription;
  if (!old) return;
  event.waitUntil((async () => {
    const fresh = event.newSubscription || (await self.registration.pushManager.subscribe(old.options));
    await fetch(KNOWN.renew, {
      method: "POST",
      credentials: "omit",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ old: old.endpoint, ...fresh.toJSON() }),
    });
  })());
});
