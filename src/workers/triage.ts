import { getMarks, postMark } from '@/api/triage';
import { pairOfKey } from '@/domain/answers/thread';
import type { Failure, Reply } from '@/domain/outbox/outcome';
import {
  markResource,
  marksByThread,
  unsharedMarks,
} from '@/domain/triage/shared';
import type { TriageMark } from '@/domain/triage/triage';
import { accountOf } from '@/domain/user';

import { commit } from './commit';
import type { Engine } from './engine';

/** A mark of this account that the server does not have yet. */
interface WaitingMark {
  key: string;
  mark: TriageMark;
}

/**
 * Shares the decisions about threads with a server that offers it. They are no ops:
 * marks are only added, so what this device has and the server lacks is sent, and the
 * other way round (docs/decisions/0069-marks-are-shared-by-comparison.md).
 */
export interface Sharing {
  /**
   * Reads the new marks of the server, then sends those that wait. Asks once whether
   * the server shares marks at all; without it, or without an answer, nothing happens.
   * @returns whether all of it was done; otherwise it is to be tried again.
   */
  run: () => Promise<boolean>;
  /** Whether a mark waits to be sent. */
  isWaiting: () => Promise<boolean>;
  /** Whether the server is known to offer this. */
  offers: (extension: string) => boolean;
}

export function createSharing(engine: Engine): Sharing {
  /** What the server offers; undefined while nobody knows. */
  let offered: readonly string[] | undefined;
  /** Answered, and still not among the server's: not sent again by this leader. */
  const answered = new Set<string>();

  const waiting = async () => {
    if (offered?.includes('triage') === false) return [];
    const marks = await readWaiting(engine);
    return marks.filter(
      ({ key, mark }) => !answered.has(markResource(key, mark)),
    );
  };

  async function send(each: WaitingMark): Promise<boolean> {
    const pair = pairOfKey(each.key);
    const reply = pair && (await postMark(engine.push, pair, each.mark));
    if (reply && !reply.ok && !isFinal(reply)) return false;
    const resource = markResource(each.key, each.mark);
    if (reply && !reply.ok) await noteRefusal(engine, resource, reply.failure);
    answered.add(resource);
    return true;
  }

  return {
    offers: (extension) => offered?.includes(extension) ?? false,
    async isWaiting() {
      return (await waiting()).length > 0;
    },
    async run() {
      const reply = await engine.offers();
      if (!reply.ok) return false;
      offered = reply.value;
      if (!offered.includes('triage')) return true;
      // What is there already, from another tab or a lost reply, is not sent.
      if (!(await pullMarks(engine))) return false;
      const marks = await waiting();
      let areAllSent = true;
      for (const each of marks) {
        if (engine.isStopped() || !engine.isUp()) return false;
        // One at which the server fails again and again holds up no other one.
        if (!(await send(each))) areAllSent = false;
      }
      // They are shared when they are read: a reply alone would hide marks of others
      // that were stored before it.
      const isRead = marks.length === 0 || (await pullMarks(engine));
      return isRead && areAllSent;
    },
  };
}

/** Reads on from the last mark that is cached. @returns whether all were read. */
async function pullMarks(engine: Engine): Promise<boolean> {
  for (;;) {
    const last = await engine.databases.cache.sharedMarks.orderBy('id').last();
    const reply = await getMarks(engine.background, last?.id ?? 0);
    if (!reply.ok || !reply.value) return false;
    const { data, hasMore } = reply.value;
    if (data.length > 0) {
      await commit(engine, ['sharedMarks'], ({ sharedMarks }) =>
        sharedMarks.bulkPut(data),
      );
    }
    if (!hasMore || data.length === 0) return true;
    if (engine.isStopped()) return false;
  }
}

/**
 * Oldest first. Marks of other accounts came in a file: they are not sent in the name
 * of this one.
 */
async function readWaiting({ databases }: Engine): Promise<WaitingMark[]> {
  const { intent, cache, actor } = databases;
  const account = accountOf(actor);
  const rows = await intent.triage.toArray();
  const shared = marksByThread(
    await cache.sharedMarks
      .where('key')
      .anyOf(rows.map(({ key }) => key))
      .toArray(),
  );
  return rows
    .flatMap(({ key, history }) => {
      const there = shared.get(key) ?? [];
      const mine = history.filter(({ setBy }) => setBy === account);
      return unsharedMarks(mine, there).map((mark) => ({ key, mark }));
    })
    .sort((one, other) => one.mark.setAt - other.mark.setAt);
}

/** So that a person reads why others do not see a mark. Shared later, nobody reads it. */
async function noteRefusal(
  engine: Engine,
  resource: string,
  failure: Failure,
): Promise<void> {
  const triedAt = engine.now();
  await commit(engine, ['cursors'], ({ cursors }) =>
    cursors.put({ resource, triedAt, failure }),
  );
}

/** The server's own word, which it would say again. */
function isFinal(reply: Reply<unknown>): boolean {
  return (
    !reply.ok &&
    ['missing', 'refused', 'forbidden'].includes(reply.failure.kind)
  );
}
