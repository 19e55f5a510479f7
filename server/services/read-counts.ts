import { sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { auditEntry } from '../db/schema';
import { describeFailure } from '../describe-failure';
import { FURTHER_THREADS } from '../queries/audit';

/** Of one account and action, so many threads of an hour have entries of their own. */
export const NAMED_THREADS_PER_HOUR = 60;

/**
 * Further threads that this process tells apart, so that none is counted twice in its
 * hour; more are not counted. No election of ours has as many.
 */
const MAX_FURTHER_THREADS = 50_000;

const HOUR_MS = 3_600_000;

/** One request that was answered with data of a thread. */
interface Read {
  /** Null for an address of a file that names no account. */
  adminId: number | null;
  action: string;
  /** The thread. */
  subject: string;
}

interface Count extends Read {
  /** When the hour begins, epoch ms. */
  at: number;
  count: number;
}

/** What one account read of the hour, by one action. */
interface Threads {
  named: Set<string>;
  further: Set<string>;
}

export interface ReadCounts {
  /** Counts in memory alone: a read waits for no database and fails for no count. */
  add: (read: Read) => void;
  /**
   * Stores what was counted since the last time. Never rejects: what is not stored
   * is tried again by the next call.
   */
  save: () => Promise<void>;
}

/**
 * Counts what staff read, for the audit log (docs/decisions/0124). An end of the
 * process without `save` loses what was counted since the last one.
 */
export function createReadCounts(
  db: Db,
  now: () => Date,
  log: (line: string) => void,
  hasNoRoom: () => Promise<boolean>,
): ReadCounts {
  let hour = Number.NEGATIVE_INFINITY;
  let saving = Promise.resolve();
  /** By account and action. */
  const seen = new Map<string, Threads>();
  const unsaved = new Map<string, Count>();

  function grow(count: Count): void {
    const { at, adminId, action, subject } = count;
    const key = JSON.stringify([at, adminId, action, subject]);
    const known = unsaved.get(key);
    if (known) known.count += count.count;
    else unsaved.set(key, count);
  }

  async function write(): Promise<void> {
    if (unsaved.size === 0 || (await hasNoRoom())) return;
    const counts = [...unsaved.values()];
    unsaved.clear();
    try {
      await storeCounts(db, counts);
    } catch (error) {
      // A connection that broke after the commit makes these count twice: a log that
      // says too much is better than one that lacks something.
      counts.forEach(grow);
      log(`Counts of reads wait in memory: ${describeFailure(error)}`);
    }
  }

  return {
    add(read) {
      const at = Math.floor(now().getTime() / HOUR_MS) * HOUR_MS;
      if (at !== hour) seen.clear();
      hour = at;
      const reader = `${read.adminId} ${read.action}`;
      const threads = seen.get(reader) ?? {
        named: new Set(),
        further: new Set(),
      };
      seen.set(reader, threads);
      const { named, further } = threads;
      const { subject } = read;
      if (named.has(subject) || named.size < NAMED_THREADS_PER_HOUR) {
        named.add(subject);
        grow({ ...read, at, count: 1 });
      } else if (!further.has(subject) && further.size < MAX_FURTHER_THREADS) {
        further.add(subject);
        grow({ ...read, subject: FURTHER_THREADS, at, count: 1 });
      }
    },
    save() {
      saving = saving.then(write);
      return saving;
    },
  };
}

/**
 * One statement, also where other processes count the same reads: all take the rows in
 * one order, or two of them could wait for each other.
 */
async function storeCounts(db: Db, counts: readonly Count[]): Promise<void> {
  const rows = JSON.stringify(
    counts.map(({ at, ...count }) => ({ ...count, at: new Date(at) })),
  );
  await db.execute(sql`
    insert into ${auditEntry} as kept
      (at, admin_id, account, address, request_id, action, subject, count)
    select read.at, read."adminId", coalesce(admin.account, ''), '', '',
      read.action, read.subject, read.count
    from jsonb_to_recordset(${rows}::jsonb) as read
      (at timestamptz, "adminId" int, action text, subject text, count int)
    left join ngo_admin admin on admin.id = read."adminId"
    order by read.at, read."adminId", read.action, read.subject
    on conflict (at, action, subject, coalesce(admin_id, 0)) where count is not null
    do update set count = kept.count + excluded.count`);
}
