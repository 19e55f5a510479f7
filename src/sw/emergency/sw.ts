// The way back from a release that cannot be trusted. This worker removes the
// registration as soon as it is installed: from then on every load comes from the
// server. It also asks to take over at once, so that open pages reload by
// themselves. Chromium may hold that back for minutes, because requests of pages
// keep the older worker busy; pages then offer it as any other release. What people
// made on the device is in the databases, which no service worker touches.
export type Scope = ServiceWorkerGlobalScope;
declare const self: Scope;

const INSIST_EVERY_MS = 500;
let insisting: ReturnType<typeof setInterval> | undefined;

self.addEventListener('install', () => {
  void self.skipWaiting();
  // Chromium forgets it when a request wakes the older worker in that moment.
  insisting = setInterval(() => void self.skipWaiting(), INSIST_EVERY_MS);
  // The installation must not wait for it: the browser does one after the other.
  void self.registration.unregister();
});

// The yes of a person, after which every tab leaves the older worker alone.
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  clearInterval(insisting);
  event.waitUntil(leave());
});

async function leave(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
