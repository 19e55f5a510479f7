import {
  PrecacheController,
  PrecacheRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import { isStartBroken, removeWrongFiles } from './kept-files';

// The shell and the translations, and nothing else: this worker never sees the
// API, a token or the databases, and opens no cache besides the precache.
declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: (PrecacheEntry | string)[];
};

// The build looks for this very name, and lists each file with its revision.
// oxlint-disable-next-line no-underscore-dangle
const files = self.__WB_MANIFEST.filter((file) => typeof file !== 'string');

/** No screen needs these, so the installation does without: the guide, the large icons. */
const rest = files.filter(({ url }) => /^guide\.pdf$|^icons\/icon-/.test(url));

const shell = new PrecacheController();
shell.addToCacheList(files.filter((file) => !rest.includes(file)));

// Pages of ours reload themselves in this time when a newer build takes over, in ms.
const RELOADED_AFTER_MS = 5_000;
/** This worker did not wait for a yes: what is on this device has no page to ask. */
let hasForcedItself = false;

self.addEventListener('install', (event) => event.waitUntil(install(event)));

async function install(event: ExtendableEvent): Promise<void> {
  const precache = await caches.open(shell.strategy.cacheName);
  const isBroken = await isStartBroken(precache);
  const keys = shell.getCachedURLs().map((url) => shell.getCacheKeyForURL(url));
  const hashes = keys.flatMap((key = ''): [string, string][] => {
    const hash = shell.getIntegrityForCacheKey(key);
    return hash === undefined ? [] : [[key, hash]];
  });
  await removeWrongFiles(precache, new Map(hashes));
  await shell.install(event);
  if (!isBroken) return;
  hasForcedItself = true;
  await self.skipWaiting();
}

/** Turns windows that show what an older build took for the app into the app. */
async function reloadStrangers(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' });
  const ids = new Set(windows.map(({ id }) => id));
  await new Promise((resolve) => {
    setTimeout(resolve, RELOADED_AFTER_MS);
  });
  const now = await self.clients.matchAll({ type: 'window' });
  const strangers = now.filter(({ id }) => ids.has(id));
  // One that is closed or left in this moment is no stranger any more.
  await Promise.allSettled(strangers.map((each) => each.navigate(each.url)));
}

// Both use the one precache. What this build shares with the build before stays.
const all = new PrecacheController();
all.addToCacheList(files);
registerRoute(new PrecacheRoute(all));

// Pages that start while this build takes over came from the build before: its files
// stay for the first minute of a page of this build.
registerRoute(({ url }) => url.pathname.startsWith('/assets/'), all.strategy);

registerRoute(
  new NavigationRoute(all.createHandlerBoundToURL('index.html'), {
    // The server's own answers, and files that are not ours: in their folders, or beside
    // the page. Addresses of the app may end in a phone with dots.
    denylist: [
      /^\/(?:api|assets|health|icons|maps|samples)(?:[/?]|$)/,
      /^\/[^/?]*\.\w+(?:\?|$)/,
    ],
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
  const claimed = self.clients.claim();
  event.waitUntil(claimed);
  // Not waited for: no request is answered before the activation ends.
  if (hasForcedItself) void claimed.then(reloadStrangers);
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  // Only a person's yes to "a new version is ready" makes it take over.
  if (isMessage(event.data, 'SKIP_WAITING')) {
    event.waitUntil(self.skipWaiting());
  }
  // Not waited for: a newer build could not take over until a slow server has answered.
  if (isMessage(event.data, 'CACHE_REST')) void cacheRest();
  if (isMessage(event.data, 'FORGET_OLDER')) {
    const { installing, waiting } = self.registration;
    // The files of a newer build are not this worker's, either.
    if (!installing && !waiting) void all.activate(event);
  }
  if (isMessage(event.data, 'IS_MINE')) {
    const isMine = all.getCacheKeyForURL(event.data.url) !== undefined;
    event.ports[0]?.postMessage(isMine);
  }
});

interface Message {
  type: 'SKIP_WAITING' | 'CACHE_REST' | 'FORGET_OLDER' | 'IS_MINE';
  /** With `IS_MINE`: a file of the page that asks. */
  url: string;
}

function isMessage(data: unknown, type: Message['type']): data is Message {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === type
  );
}

/** Caches what the installation left out; whatever fails is left to the next start. */
async function cacheRest(): Promise<void> {
  const precache = await caches.open(all.strategy.cacheName);
  await Promise.allSettled(
    rest.map(async ({ url }) => {
      // The address with the revision: servers of files ignore what follows the "?".
      const key = all.getCacheKeyForURL(url);
      if (key === undefined || (await precache.match(key))) return;
      const integrity = all.getIntegrityForCacheKey(key) ?? '';
      await precache.add(new Request(key, { cache: 'reload', integrity }));
    }),
  );
}
