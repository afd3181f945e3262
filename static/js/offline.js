// The offline page: as soon as there is a network again, the page that was wanted.
window.addEventListener("online", () => window.location.reload());
