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
    // The server's own answers, and files that are not ours (the observer guide).
    denylist: [/^\/api/, /^\/assets/, /^\/health/, /^[^?]*\.\w+(?:\?|$)/],
  }),
);

/** An install event of a browser that routes requests without this worker. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes(
    rules: { condition: { urlPattern: URLPatternInit }; source: 'network' }[],
  ): Promise<void>;
}

// Where the browser can, requests that are never cached bypass this worker:
// quicker, and no such request keeps the older worker busy while a newer one takes
// over. The settings are asked for in that very moment: whether updates are frozen.
self.addEventListener('install', (event) => {
  if (!isRouting(event)) return;
  const anyServer = { protocol: '*', hostname: '*', port: '*' };
  const rules = ['/api/*', '/config.json'].map((pathname) => ({
    condition: { urlPattern: { ...anyServer, pathname } },
    source: 'network' as const,
  }));
  event.waitUntil(event.addRoutes(rules));
});

function isRouting(event: ExtendableEvent): event is RoutingInstallEvent {
  return 'addRoutes' in event;
}

// The first visit is ready for offline at once, not only after a reload.
self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

// Only a person's yes to "a new version is ready" makes it take over.
self.addEventListener('message', (event: ExtendableMessageEvent) => {
  if (isSkipWaiting(event.data)) event.waitUntil(self.skipWaiting());
});

function isSkipWaiting(data: unknown): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'SKIP_WAITING'
  );
}
