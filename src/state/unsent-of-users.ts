import { proxy } from 'valtio';

import { DEVICE_WORK_KEY } from '@/config';

/** The work of one account, as counts alone. */
export interface DeviceWork {
  /**
   * Id of the outbox that was counted: one that was deleted and created again
   * has another.
   */
  instance: string;
  /** Changes that the server does not have. */
  unsent: number;
  /**
   * Changes that are lost from this device; shown until the user has read it.
   */
  lost?: number | undefined;
  /** Things of the local work: no change sends them. */
  local?: number | undefined;
  /** The same that are lost, until the user has read it. */
  lostLocal?: number | undefined;
}

type Works = Record<string, DeviceWork>;

/** Mirrored in local storage, outside of the databases: what they lose is noticed here. */
export const works = proxy<{ byUser: Works }>({ byUser: read() });

window.addEventListener('storage', ({ key }) => {
  if (key === DEVICE_WORK_KEY || key === null) works.byUser = read();
});

/** What is noted for an account, by the key of its databases. */
export function workOf(userKey: string): DeviceWork | undefined {
  return read()[userKey];
}

/** Notes how much work an account has here now; without any it is not listed. */
export function noteWork(userKey: string, work: DeviceWork): void {
  const { unsent, lost, local, lostLocal } = work;
  if (unsent || lost || local || lostLocal) {
    write({ ...read(), [userKey]: work });
  } else forgetWork(userKey);
}

/** An account's work was sent, wiped or given up by its owner. */
export function forgetWork(userKey: string): void {
  const { [userKey]: _, ...rest } = read();
  write(rest);
}

/** Changes that wait here for other accounts than this one. */
export function unsentOfOthers(
  byUser: Readonly<Record<string, Readonly<DeviceWork>>>,
  userKey: string | undefined,
): number {
  return Object.entries(byUser)
    .filter(([key]) => key !== userKey)
    .reduce((sum, [, { unsent }]) => sum + unsent, 0);
}

function write(next: Works): void {
  const text = JSON.stringify(next);
  if (text === JSON.stringify(read())) return;
  if (text === '{}') localStorage.removeItem(DEVICE_WORK_KEY);
  else localStorage.setItem(DEVICE_WORK_KEY, text);
  works.byUser = next;
}

/** Always from local storage: other tabs write there, too. */
function read(): Works {
  try {
    const stored: unknown = JSON.parse(
      localStorage.getItem(DEVICE_WORK_KEY) ?? '{}',
    );
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(isEntry));
  } catch {
    // Unreadable: nothing is known of any account.
    return {};
  }
}

function isEntry(entry: [string, unknown]): entry is [string, DeviceWork] {
  const [, value] = entry;
  return (
    typeof value === 'object' &&
    value !== null &&
    'instance' in value &&
    typeof value.instance === 'string' &&
    'unsent' in value &&
    typeof value.unsent === 'number' &&
    (!('lost' in value) || typeof value.lost === 'number') &&
    (!('local' in value) || typeof value.local === 'number') &&
    (!('lostLocal' in value) || typeof value.lostLocal === 'number')
  );
}
