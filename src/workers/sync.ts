import { createClient } from '@/api/client';
import type { Credentials } from '@/api/session';
import { authorize } from '@/api/session';
import type { Config } from '@/config';
import { closeDatabases, openFor } from '@/db/open';
import type { Reply } from '@/domain/outcome';
import type { ThreadList, ThreadPair, ThreadViewQuery } from '@/domain/thread';
import type { Actor } from '@/domain/user';

import type { PullResult } from './engine';
import type { Calls, PageQuery, Session, StatisticsQuery } from './session';
import { startSession } from './session';

/** What a page hands over when a user is signed in: local storage is out of a worker's reach. */
export interface SessionStart {
  token: string;
  actor: Actor;
  config: Config;
  isVisible: boolean;
}

let session: Session | undefined;

async function call<Name extends keyof Calls>(
  name: Name,
  ...args: Parameters<Calls[Name]>
): Promise<PullResult> {
  if (session) return session.call(name, args);
  return { ok: false, failure: { kind: 'noWorker' } };
}

/**
 * All that a page may ask of the sync worker. Arguments and answers are plain
 * values: nothing else survives the way between threads.
 */
export const sync = {
  /** Signs in at `host` ('' = our own); answers the token or why there is none. */
  login(credentials: Credentials, host: string): Promise<Reply<string>> {
    const client = createClient({ host, fetch: (...args) => fetch(...args) });
    return authorize(client, credentials);
  },

  /**
   * Begins to sync for a user; what ran before is stopped first.
   * @param onLocked called once when the host no longer accepts the token.
   */
  async start(
    { actor, ...start }: SessionStart,
    onLocked: () => void,
  ): Promise<void> {
    await sync.stop();
    session = startSession(
      {
        ...start,
        databases: openFor(actor),
        onLocked,
        onError: (error) => reportError(error),
      },
      {
        fetch: (...args) => fetch(...args),
        locks: navigator.locks,
        openChannel: (name) => new BroadcastChannel(name),
        network: self,
        now: () => Date.now(),
        random: () => Math.random(),
      },
    );
  },

  /** Stops syncing and closes the databases; resolves when nothing is under way. */
  async stop(): Promise<void> {
    const ending = session;
    session = undefined;
    await ending?.stop();
    closeDatabases();
  },

  /** The page came to the front or went to the back. */
  setVisible(isVisible: boolean): void {
    session?.setVisible(isVisible);
  },

  /** The doorbell: something was kept in the outbox. */
  push: () => call('push'),
  /** Tries the connection and the heads of the lists now. */
  freshen: () => call('freshen'),

  pullThreads: (list: ThreadList) => call('pullThreads', list),
  pullThreadView: (query: ThreadViewQuery) => call('pullThreadView', query),
  pullDetail: (pair: ThreadPair) => call('pullDetail', pair),
  pullForms: () => call('pullForms'),
  pullForm: (formId: number) => call('pullForm', formId),
  pullCounties: () => call('pullCounties'),
  pullObservers: () => call('pullObservers'),
  pullObserver: (phone: string) => call('pullObserver', phone),
  pullStations: (countyId: number) => call('pullStations', countyId),
  pullNotifications: (query: PageQuery) => call('pullNotifications', query),
  pullStatistics: (query: StatisticsQuery) => call('pullStatistics', query),
};

export type Sync = typeof sync;
