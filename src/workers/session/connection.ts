import {
  BREAKER_FAILURES,
  BREAKER_WINDOW_MS,
  NO_ANSWER_SURE_MS,
  OFFLINE_AFTER_FAILURES,
  OFFLINE_AFTER_MS,
} from '@/config';
import type { ConnectionState } from '@/db/cache';
import type { Failure, Reply } from '@/domain/outbox/outcome';

export interface Connection {
  /** Learns from how a request ended. */
  heard(reply: Reply<unknown>): void;
  /** The browser is sure that there is no network. Its "online" proves nothing. */
  cut(): void;
  /** Requests wait and no byte comes: ordinary work waits for the probe. */
  doubt(): void;
  /** No byte came for `NO_ANSWER_SURE_MS`: the server does not answer. */
  silence(): void;
  /** Whether ordinary work makes sense now; until something failed, it does. */
  isUp(): boolean;
  /** Epoch ms at which the server itself last answered in health; 0 when it never did or failed since. */
  heardAt(): number;
}

/**
 * Whether the server can be reached, judged by outcomes alone: `navigator.onLine`
 * is true behind a dead uplink and a captive portal.
 * @param onChange called with each new state.
 */
export function createConnection(
  now: () => number,
  onChange: (state: ConnectionState) => void,
): Connection {
  let state: ConnectionState['state'] | undefined;
  let failures = 0;
  let firstFailureAt = 0;
  let lastHeardAt = 0;
  /** When a server in trouble answered; any good answer forgives. */
  let troubles: number[] = [];

  function become(
    next: ConnectionState['state'],
    failure?: Failure,
    since = now(),
  ): void {
    if (state === next) return;
    state = next;
    onChange({ state: next, since, failure });
  }

  /** No reply is needed to know that nobody answers; only a reply ends it. */
  function giveUp(failure: Failure, since?: number): void {
    failures = OFFLINE_AFTER_FAILURES;
    firstFailureAt = now() - OFFLINE_AFTER_MS;
    lastHeardAt = 0;
    become('offline', failure, since);
  }

  const isUp = () => state === undefined || state === 'online';

  return {
    heard(reply) {
      if (reply.ok || !isSilence(reply.failure)) {
        failures = 0;
        const isWell = reply.ok || !isTrouble(reply.failure);
        lastHeardAt = isWell ? now() : 0;
        if (!isWell) troubles.push(now());
        if (reply.ok) troubles = [];
        troubles = troubles.filter(
          (at) => Math.abs(now() - at) < BREAKER_WINDOW_MS,
        );
        const isTripped = troubles.length >= BREAKER_FAILURES;
        become(
          isTripped ? 'cooling' : 'online',
          isTripped && !reply.ok ? reply.failure : undefined,
        );
        return;
      }
      lastHeardAt = 0;
      // A clock that was set back tells no age: the series begins anew.
      if (failures === 0 || firstFailureAt > now()) firstFailureAt = now();
      failures += 1;
      // Never heard since the start, the server has nothing to its credit.
      const isSure =
        state === undefined ||
        (failures >= OFFLINE_AFTER_FAILURES &&
          now() - firstFailureAt >= OFFLINE_AFTER_MS);
      if (isSure) become('offline', reply.failure);
      else if (state !== 'offline') become('unsure', reply.failure);
    },
    cut: () => giveUp({ kind: 'offline' }),
    doubt() {
      if (isUp()) become('unsure', { kind: 'timeout' });
    },
    silence: () => giveUp({ kind: 'timeout' }, now() - NO_ANSWER_SURE_MS),
    isUp,
    heardAt: () => lastHeardAt,
  };
}

/** The server itself did not answer: no reply came, or something else replied. */
function isSilence({ kind, status }: Failure): boolean {
  if (kind === 'unreadable') return status === 200;
  return kind === 'offline' || (kind === 'timeout' && status === undefined);
}

/** The server answers, but badly: more requests would only add to it. */
function isTrouble({ kind }: Failure): boolean {
  return kind === 'server' || kind === 'busy' || kind === 'timeout';
}
