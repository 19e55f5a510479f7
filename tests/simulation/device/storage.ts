/** What one browser keeps beside the databases. */
export interface Storage {
  /** Local and session storage as one text. */
  text: () => string;
  /** Names of the caches in Cache Storage. */
  cacheNames: () => string[];
}

/** The precache of the service worker, which does not run in this rig. */
export const PRECACHE = 'workbox-precache-v2-app';

/** A cache of an older build, with the user's pictures in it. */
export const LEFT_BEHIND = 'pictures';

/** Local storage, session storage and Cache Storage of a browser that has just loaded the app. */
export function installStorage(): Storage {
  const areas = { localStorage: anArea(), sessionStorage: anArea() };
  const names = new Set([PRECACHE]);
  const caches = {
    keys: async () => [...names],
    has: async (name: string) => names.has(name),
    open: async (name: string) => void names.add(name),
    delete: async (name: string) => names.delete(name),
  };
  Object.assign(globalThis, areas, { caches });
  return { text: () => JSON.stringify(areas), cacheNames: () => [...names] };
}

/** As browsers have it: what is kept are the object's own keys. */
function anArea(): Record<string, string> {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
    clear(this: Record<string, string>) {
      for (const key of Object.keys(this)) delete this[key];
    },
  };
  return Object.create(methods);
}
