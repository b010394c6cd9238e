// Keeps the page in the browser, so that it opens without a network. The build puts two constants before this: VERSION, a hash of all files, and
// FILES, their names.

/* global VERSION, FILES */
const OWN = `engine-assets ${registration.scope} `;
const CACHE = OWN + VERSION;

addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" }))))));

addEventListener("activate", (event) => event.waitUntil((async () => {
  // The version before this one stays for pages that are open.
  const versions = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(versions.slice(0, -1).map((name) => caches.delete(name)));
  await clients.claim();
})()));

addEventListener("message", ({ data }) => { if (data === "take over") skipWaiting(); });

/** A file of the page: of this version, otherwise of the one before it, otherwise of the server. */
async function answer(request, name) {
  const found = FILES.includes(name) ? await (await caches.open(CACHE)).match(name) : await caches.match(name);
  return found ?? fetch(request);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(registration.scope)) return;
  const name = decodeURIComponent(url.pathname.slice(new URL(registration.scope).pathname.length)) || "index.html";
  const isPart = FILES.includes(name) || /^[\w-]+\.js$/.test(name);
  if (isPart) event.respondWith(answer(request, name));
});
