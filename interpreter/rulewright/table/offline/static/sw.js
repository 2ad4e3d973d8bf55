// Keeps the files of this folder, so that it opens without a network once it was visited.
const KEPT = "rulewright {digest}";
const FILES = "{files}".split(" ");

addEventListener("install", (event) => {
  skipWaiting();
  const asked = FILES.map((each) => new Request(each, { cache: "no-cache" }));
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(asked)));
});

addEventListener("activate", (event) => {
  const gone = async () => {
    for (const name of await caches.keys()) if (name.startsWith("rulewright ") && name !== KEPT && await isOurs(name)) await caches.delete(name);
    await clients.claim();
  };
  event.waitUntil(gone());
});

const isOurs = async (name) => !!(await (await caches.open(name)).match(new URL("worker.js", registration.scope)));

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const asked = url.pathname.endsWith("/") ? new URL("index.html", url) : url;
  event.respondWith(caches.open(KEPT).then((kept) => kept.match(asked, { ignoreSearch: true })).then((found) => found ?? fetch(event.request)));
});
