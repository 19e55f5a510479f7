// The way back from a release that cannot be trusted: this worker takes over
// without asking, removes the kept shell, and then itself. Where the browser holds
// it back, because pages keep the older worker busy, it is offered as any other
// release. What people made on the device is in the databases, which no service
// worker touches.
export type Scope = ServiceWorkerGlobalScope;
declare const self: Scope;

const INSIST_EVERY_MS = 500;
let insisting: ReturnType<typeof setInterval> | undefined;

self.addEventListener('install', () => {
  void self.skipWaiting();
  // Chromium forgets it when a request wakes the older worker in that moment.
  insisting = setInterval(() => void self.skipWaiting(), INSIST_EVERY_MS);
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
