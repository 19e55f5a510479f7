import 'fake-indexeddb/auto';

import { defaultConfig } from '@/config';
import { CacheDatabase } from '@/db/cache';
import { IntentDatabase } from '@/db/intent';
import type { Databases } from '@/db/open';
import type { OpKind } from '@/domain/outbox/kinds';
import type { OpArgs } from '@/domain/outbox/op';
import { newOp } from '@/domain/outbox/op';
import { actorKey } from '@/domain/user';
import type {
  Session,
  SessionOptions,
  Surroundings,
} from '@/workers/session/session';
import { startSession } from '@/workers/session/session';

import { anActor } from './builders';
import type { ModelServer } from './model-server';

/** Fresh databases of one user, as several tabs of one browser share them. */
export function createDatabases(): Databases {
  return reopen(crypto.randomUUID());
}

/** The same databases through another connection: what a second tab has. */
export function reopen(userKey: string, organizer = true): Databases {
  return {
    userKey,
    actor: actorKey(anActor),
    organizer,
    cache: new CacheDatabase(`vmo-cache-${userKey}`),
    intent: new IntentDatabase(`vmo-intent-${userKey}`),
  };
}

export interface Tab {
  session: Session;
  databases: Databases;
  /** Enqueues a change as a page does, and rings. */
  enqueue<K extends OpKind>(kind: K, args: OpArgs[K]): Promise<void>;
  network: EventTarget;
  locked: () => boolean;
  errors: unknown[];
}

/** A tab with a real engine on real (fake-indexeddb) databases. */
export function openTab(
  server: ModelServer,
  databases: Databases,
  locks: LockManager,
  overrides: Partial<Surroundings> &
    Pick<
      SessionOptions,
      'firstList' | 'isFirstVisit' | 'onFirstHead' | 'onSecondFactorMissing'
    > & {
      token?: string;
    } = {},
): Tab {
  const network = new EventTarget();
  const errors: unknown[] = [];
  let isLocked = false;
  const session = startSession(
    {
      databases,
      config: {
        ...defaultConfig,
        apiHost: 'http://server.test',
        idempotencyKeys: true,
      },
      token: overrides.token ?? 'token',
      isVisible: true,
      firstList: overrides.firstList,
      isFirstVisit: overrides.isFirstVisit,
      onFirstHead: overrides.onFirstHead,
      onSecondFactorMissing: overrides.onSecondFactorMissing,
      onLocked: () => {
        isLocked = true;
      },
      onError: (error) => errors.push(error),
    },
    {
      fetch: server.fetch,
      locks,
      openChannel: (name) => new BroadcastChannel(name),
      network,
      now: () => Date.now(),
      random: () => 0,
      ...overrides,
    },
  );
  return {
    session,
    databases,
    network,
    errors,
    locked: () => isLocked,
    async enqueue(kind, args) {
      const op = newOp(kind, args, {
        actor: databases.actor,
        at: Date.now(),
        opId: crypto.randomUUID(),
      });
      await databases.intent.outbox.add(op);
      void session.call('push', []);
    },
  };
}
