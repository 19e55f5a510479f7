import { getMarks, postMark } from '@/api/triage';
import type { Extension } from '@/domain/extensions';
import type { Databases } from '@/db/open';
import { pairOfKey } from '@/domain/answers/thread';
import { stable } from '@/domain/outbox/fingerprint';
import type { Failure, Outcome } from '@/domain/outbox/outcome';
import { outcomeOf } from '@/domain/outbox/outcome';
import { markName } from '@/domain/triage/refused';
import type { SharedMark, WaitingMark } from '@/domain/triage/shared';
import {
  marksBeside,
  marksByThread,
  waitingMarks,
} from '@/domain/triage/shared';
import { accountOf } from '@/domain/user';

import { commit, readMeta } from './engine/commit';
import type { Engine } from './engine/engine';
import { assertLeading } from './session/leading';

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
  offers: (extension: Extension) => boolean;
}

export function createSharing(engine: Engine): Sharing {
  /** What the server offers; undefined while nobody knows. */
  let offered: readonly Extension[] | undefined;
  /** Answered, and still not among the server's: not sent again by this leader. */
  const answered = new Set<string>();

  const pull = () => pullMarks(engine, () => answered.clear());

  const waiting = async () => {
    if (offered?.includes('triage') === false) return [];
    const marks = await readWaiting(engine);
    return marks.filter((each) => !answered.has(nameOf(each)));
  };

  async function send(each: WaitingMark): Promise<boolean> {
    const pair = pairOfKey(each.key);
    const reply = pair && (await postMark(engine.push, pair, each));
    if (reply && !reply.ok) {
      if (!finalOutcomes.has(outcomeOf(reply))) return false;
      await keepRefusal(engine, each, reply.failure);
      return true;
    }
    answered.add(nameOf(each));
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
      if (!offered.includes('triage')) {
        await rememberOffers(engine, offered);
        return true;
      }
      // What is there already, from another tab or a lost reply, is not sent.
      if (!(await pull())) return false;
      // Now: before the marks are read, pages would take all for waiting.
      await rememberOffers(engine, offered);
      await forgetRefusals(engine);
      const marks = await waiting();
      // A mark at which the server fails holds up those of its own thread alone: by a
      // clock that runs ahead, the last one that is stored is in force.
      const failing = new Set<string>();
      for (const each of marks) {
        if (engine.isStopped() || !engine.isUp()) return false;
        if (failing.has(each.key)) continue;
        if (!(await send(each))) failing.add(each.key);
      }
      // They are shared when they are read: a reply alone would hide marks of others
      // that were stored before it.
      const isRead = marks.length === 0 || (await pull());
      return isRead && failing.size === 0;
    },
  };
}

/** For the pages, also without a connection: whether a decision waits to be sent. */
async function rememberOffers(
  engine: Engine,
  offers: readonly Extension[],
): Promise<void> {
  const known = await readMeta(engine.databases.cache, 'offers');
  if (known && known.join() === offers.join()) return;
  await commit(engine, ['meta'], ({ meta }) =>
    meta.put({ k: 'offers', v: offers }),
  );
}

/**
 * Reads on from the last mark that is cached. The server gives that one once more, as
 * marks are never deleted. Another one in its place means that ids went back, as when a
 * backup was restored: then all marks are read anew.
 * @param onRestored called when marks that the server had may be lost there.
 * @returns whether all were read.
 */
async function pullMarks(
  engine: Engine,
  onRestored: () => void,
): Promise<boolean> {
  let last = await engine.databases.cache.sharedMarks.orderBy('id').last();
  let after = last ? last.id - 1 : 0;
  let isAnew = false;
  for (;;) {
    const reply = await getMarks(engine.background, after);
    if (!reply.ok || !reply.value) return false;
    const { data, hasMore } = reply.value;
    if (last && stable(data[0]) !== stable(last)) {
      onRestored();
      last = undefined;
      after = 0;
      isAnew = true;
      continue;
    }
    await cacheMarks(engine, last ? data.slice(1) : data, isAnew);
    if (!hasMore || data.length === 0) return true;
    if (engine.isStopped()) return false;
    after = data.at(-1)?.id ?? after;
    last = undefined;
    isAnew = false;
  }
}

/** @param isAnew they take the place of all that are cached. */
async function cacheMarks(
  engine: Engine,
  marks: readonly SharedMark[],
  isAnew: boolean,
): Promise<void> {
  if (marks.length === 0 && !isAnew) return;
  await commit(engine, ['sharedMarks'], async ({ sharedMarks }) => {
    if (isAnew) await sharedMarks.clear();
    await sharedMarks.bulkPut(marks);
  });
}

async function readWaiting({ databases }: Engine): Promise<WaitingMark[]> {
  const { intent, cache, actor } = databases;
  const rows = await intent.triage.toArray();
  const refused = await intent.refusedMarks.toArray();
  const shared = await readShared(cache, rows);
  return waitingMarks(rows, accountOf(actor), [...shared, ...refused]);
}

function readShared(
  { sharedMarks }: Databases['cache'],
  threads: readonly { key: string }[],
): Promise<SharedMark[]> {
  const keys = new Set(threads.map(({ key }) => key));
  return sharedMarks
    .where('key')
    .anyOf([...keys])
    .toArray();
}

function nameOf({ key, setAt, state, note }: WaitingMark): string {
  return JSON.stringify([key, setAt, state, note]);
}

/** The server's own word, which it would say again. */
const finalOutcomes: ReadonlySet<Outcome> = new Set([
  'gone',
  'conflict',
  'refused',
]);

/** A refused mark is not sent again before a person says so, also by a later leader. */
async function keepRefusal(
  engine: Engine,
  mark: WaitingMark,
  failure: Failure,
): Promise<void> {
  const { intent } = engine.databases;
  const { refusedMarks, meta } = intent;
  await intent.transaction('rw', refusedMarks, meta, async () => {
    await assertLeading(engine);
    await refusedMarks.put({ ...mark, failure });
  });
}

/** What the server has after all, from another device of this account, is not refused. */
async function forgetRefusals(engine: Engine): Promise<void> {
  const { intent, cache } = engine.databases;
  const { refusedMarks, meta } = intent;
  const refused = await refusedMarks.toArray();
  if (refused.length === 0) return;
  const shared = marksByThread(await readShared(cache, refused));
  const stale = refused.filter(
    (mark) => marksBeside([mark], shared.get(mark.key) ?? []).length === 0,
  );
  if (stale.length === 0) return;
  await intent.transaction('rw', refusedMarks, meta, async () => {
    await assertLeading(engine);
    await refusedMarks.bulkDelete(stale.map(markName));
  });
}
