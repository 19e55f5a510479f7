import { vi } from 'vitest';

import type { Databases } from '@/db/open';
import type { Session } from '@/workers/session/session';

import { asOwner, currentOwner } from './clock';
import { installStorage } from './storage';

interface Page {
  databases: Databases;
  session: Session;
}

const pages = new Map<number, Page>();

/** The page whose code runs. A browser has one copy of the code for each tab. */
function page(): Page {
  const found = pages.get(currentOwner() ?? -1);
  if (!found) throw new Error('No page is open here');
  return found;
}

/** Rows of a page that this client asks for; undefined: as in config.ts. */
let clientPages: number | undefined;

/** Lets a list of a few rows be longer than a page of this client. */
export function setClientPages(rows: number | undefined): void {
  clientPages = rows;
}

const pageSizes = [
  'HEAD_PAGE_SIZE',
  'SWEEP_PAGE_SIZE',
  'HISTORY_PAGE_SIZE',
] as const;

vi.mock('@/config', async (original) => {
  const real = await original<typeof import('@/config')>();
  const getters = pageSizes.map((name) => [
    name,
    { enumerable: true, get: () => clientPages ?? real[name] },
  ]);
  return Object.defineProperties({ ...real }, Object.fromEntries(getters));
});

vi.mock('@/db/open', async (original) => ({
  ...(await original<typeof import('@/db/open')>()),
  databases: () => page().databases,
}));

vi.mock('@/workers/client', () => ({
  sync: {
    push: () => page().session.call('push', []),
    pullObservers: () => page().session.call('pullObservers', []),
  },
}));

// The browser's own encryption runs on threads that no seed governs.
vi.mock('@/db/seal', () => ({
  seal: async (_intent: unknown, text: string) => ({
    iv: new Uint8Array(1),
    data: new TextEncoder().encode(text).buffer,
  }),
  // A file brings no PINs: what is sealed with nothing cannot be opened.
  unseal: async (_intent: unknown, { data }: { data: ArrayBuffer }) =>
    data.byteLength === 0 ? undefined : new TextDecoder().decode(data),
}));

/** Lets the page's functions of a tab find its databases and its engine. */
export function enterPage(n: number, opened: Page): void {
  pages.set(n, opened);
}

export function leavePages(): void {
  pages.clear();
}

/** What pages do: the real functions of `data/`, in the name of one tab. */
export async function onPage<T>(
  n: number,
  act: (data: DataFunctions) => Promise<T>,
): Promise<T> {
  const data = await dataFunctions();
  return asOwner(n, () => act(data));
}

async function loadData() {
  const parts = await Promise.all([
    import('@/data/outbox/change-ops'),
    import('@/data/outbox/resolve-conflict'),
    import('@/data/observers/change-observers'),
    import('@/data/forms/change-forms'),
    import('@/data/counties/change-counties'),
    import('@/data/notifications'),
    import('@/data/triage/triage-marks'),
    import('@/data/triage/refused-marks'),
    import('@/data/outbox/queue-file'),
  ]);
  const [outbox, decided, observers, forms, counties, notifications, ...rest] =
    parts;
  const [marks, refused, files] = rest;
  return {
    ...outbox,
    ...decided,
    ...observers,
    ...forms,
    ...counties,
    ...notifications,
    ...marks,
    ...refused,
    ...files,
  };
}

export type DataFunctions = Awaited<ReturnType<typeof loadData>>;

let loaded: Promise<DataFunctions> | undefined;

/** Loaded after the mocks above are in place. */
function dataFunctions(): Promise<DataFunctions> {
  loaded ??= loadData();
  return loaded;
}

type WipeFunctions = typeof import('@/app/session/wipe');

let wipeFunctions: Promise<WipeFunctions> | undefined;

/** The functions of a logout, as they stand in the app. */
export function loadWipe(): Promise<WipeFunctions> {
  // It listens to other tabs while it loads; nobody speaks there in this rig.
  if (!wipeFunctions) {
    Object.assign(globalThis, { window: new EventTarget() });
    wipeFunctions = import('@/app/session/wipe').finally(() => {
      Reflect.deleteProperty(globalThis, 'window');
    });
  }
  return wipeFunctions;
}

/** Loads what pages and engine load when they need it, so that no story waits for a module. */
export async function loadPages(): Promise<void> {
  installStorage();
  await loadWipe();
  await dataFunctions();
  await import('@/workers/offline-tasks');
}
