import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

// The shell and the translations, and nothing else: this worker never sees the
// API, a token or the databases, and opens no cache besides the precache.
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (PrecacheEntry | string)[];
};

// The build looks for this very name.
// oxlint-disable-next-line no-underscore-dangle
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(createHandlerBoundToURL('index.html'), {
    // The host's own answers, and files that are not ours (the observer guide).
    denylist: [/^\/api/, /^\/assets/, /^\/health/, /^[^?]*\.\w+(?:\?|$)/],
  }),
);

// The first visit is ready for offline at once, not only after a reload.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

// Only a person's yes to "a new version is ready" makes it take over.
self.addEventListener('message', ({ data }: ExtendableMessageEvent) => {
  if (isSkipWaiting(data)) void self.skipWaiting();
});

function isSkipWaiting(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'SKIP_WAITING'
  );
}
