import type { Client } from '@/api/client';
import { getObserverCount } from '@/api/observers';
import { PROBE_EVERY_MS } from '@/config';

import type { Connection } from './connection';
import type { Silence } from './silence';

/** Finds out whether a server that was away answers again. */
export interface Probe {
  /** Whether the server can be asked; otherwise the next probe is on its way. */
  isReachable(): boolean;
  /** Probes at once, unless the server is known to answer or was probed just now. */
  lookNow(): void;
  stop(): void;
}

interface ProbeOptions {
  connection: Connection;
  silence: Silence;
  client: Client;
  isStopped: () => boolean;
  /** Called when the server answers again. */
  onUp: () => void;
  /** Called after each probe. */
  onAnswer: () => void;
}

/**
 * Asks for the cheapest thing there is, every `PROBE_EVERY_MS` while the server is
 * away; the outcome reaches `connection` by itself. A probe does not queue behind
 * pulls that wait for the same server.
 */
export function createProbe({
  connection,
  silence,
  client,
  isStopped,
  onUp,
  onAnswer,
}: ProbeOptions): Probe {
  let next: ReturnType<typeof setTimeout> | undefined;
  /** Runs from one probe to the earliest next; no clock that is set shortens it. */
  let pause: ReturnType<typeof setTimeout> | undefined;

  async function ask(): Promise<void> {
    clearTimeout(next);
    next = undefined;
    if (isStopped()) return;
    pause = setTimeout(() => {
      pause = undefined;
    }, PROBE_EVERY_MS);
    await getObserverCount(client);
    if (connection.isUp()) onUp();
    onAnswer();
  }

  silence.listen({
    onDoubt() {
      connection.doubt();
      // A probe that left less than five seconds ago is still to be heard of.
      if (pause === undefined) void ask();
    },
    onSilence: connection.silence,
  });

  return {
    isReachable() {
      if (connection.isUp()) return true;
      next ??= setTimeout(() => void ask(), PROBE_EVERY_MS);
      return false;
    },
    lookNow() {
      if (!connection.isUp() && pause === undefined) void ask();
    },
    stop() {
      silence.listen(undefined);
      clearTimeout(next);
      clearTimeout(pause);
    },
  };
}
