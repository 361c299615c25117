// Keeps the page and its reference data for the time without a network. Rulings are never kept.

const CACHE = "table";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// What the page had loaded before the worker was there.
self.addEventListener("message", (event) => {
  event.waitUntil(
    caches.open(CACHE).then((cache) => Promise.allSettled(event.data.filter(own).map((address) => cache.add(address)))),
  );
});

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && own(event.request.url)) event.respondWith(newest(event.request));
});

/** @param {string} address */
const own = (address) => address.startsWith(self.registration.scope);

/** From the network if it answers, else as it was last seen. @param {Request} request */
async function newest(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (problem) {
    const kept = await cache.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw problem;
  }
}
