import { isOffline, isSilent } from '@/components/use-offline';
import type { SyncStatus } from '@/data/sync-status';
import type { IconName } from '@/ui/icon';
import type { Tone } from '@/ui/marks/tone';

/** One sentence of the sync status: a translation key under `shell.sync`. */
export interface SyncWord {
  key: string;
  count?: number | undefined;
  total?: number | undefined;
  /** Epoch ms, shown as a time. */
  at?: number | undefined;
}

interface SyncWords {
  tone: Tone;
  icon: IconName;
  first: SyncWord;
  /** The quieter half of the line. */
  second?: SyncWord | undefined;
}

/**
 * Lists that could not be refreshed for this long are no longer called up to
 * date.
 */
const OLD_AFTER_MS = 5 * 60_000;

/**
 * What the navigation says about this device and the server (docs/product.md):
 * first what needs a person, then what does not work, then what moves.
 * `status` is undefined while it is read; of `isOnline` only false is certain.
 */
export function syncWords(
  status: SyncStatus | undefined,
  isOnline: boolean,
  now: number,
): SyncWords {
  if (status === undefined) return isOnline ? checking : offline();
  const { needsYou, sending, waiting } = status.counts;
  const rest = secondOf(waiting, sending);

  if (needsYou > 0) {
    const first = { key: 'needsYou', count: needsYou };
    return withSecond({ tone: 'refused', icon: 'alert', first }, rest);
  }
  if (status.isBroken) {
    const first = { key: 'broken' };
    return withSecond({ tone: 'refused', icon: 'alert', first }, rest);
  }
  if (isOffline(status, isOnline)) {
    const key = isSilent(status, isOnline) ? 'silent' : 'offline';
    return withSecond(offline(key), rest);
  }
  if (status.connection?.state === 'cooling') {
    const first = { key: 'cooling' };
    return withSecond({ tone: 'waiting', icon: 'clock', first }, rest);
  }
  if (sending > 0) {
    const first = { key: 'sending', count: sending };
    const second = waitingWord(waiting);
    return withSecond({ tone: 'syncing', icon: 'sync', first }, second);
  }
  if (waiting > 0) {
    const first = { key: 'waiting', count: waiting };
    return { tone: 'waiting', icon: 'clock', first };
  }
  const { asOf } = status;
  const isUp = status.connection?.state === 'online';
  if (!isUp || asOf === undefined) return checking;
  if (status.isPartial) {
    return { tone: 'waiting', icon: 'clock', first: { key: 'partly' } };
  }
  if (status.unconfirmed.length > 0) {
    return { tone: 'waiting', icon: 'alert', first: { key: 'unconfirmed' } };
  }
  if (now - asOf > OLD_AFTER_MS) {
    const first = { key: 'older', at: asOf };
    return { tone: 'waiting', icon: 'clock', first };
  }
  const second = readableWord(status.readable) ?? { key: 'at', at: asOf };
  return { tone: 'done', icon: 'done', first: { key: 'upToDate' }, second };
}

const checking: SyncWords = {
  tone: 'neutral',
  icon: 'sync',
  first: { key: 'checking' },
};

/** Undefined when every report can be opened without a connection. */
function readableWord(readable: SyncStatus['readable']): SyncWord | undefined {
  if (!readable || readable.count >= readable.total) return undefined;
  return { key: 'readable', count: readable.count, total: readable.total };
}

function offline(key = 'offline'): SyncWords {
  return { tone: 'waiting', icon: 'offline', first: { key } };
}

function secondOf(waiting: number, sending: number): SyncWord | undefined {
  if (sending > 0) return { key: 'alsoSending', count: sending };
  return waitingWord(waiting);
}

function waitingWord(waiting: number): SyncWord | undefined {
  return waiting > 0 ? { key: 'waiting', count: waiting } : undefined;
}

function withSecond(words: SyncWords, second: SyncWord | undefined): SyncWords {
  return second ? { ...words, second } : words;
}
