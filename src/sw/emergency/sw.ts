// The way back from a release that cannot be trusted: this worker takes over
// without asking, removes the kept shell, and then itself. What people made on
// the device is in the databases, which no service worker touches.
export type Scope = ServiceWorkerGlobalScope;
declare const self: Scope;

self.addEventListener('install', (event) => {
  event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(leave());
});

async function leave(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.registration.unregister();
}
