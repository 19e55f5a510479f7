import type { Table } from 'dexie';
import { Dexie } from 'dexie';

import type { County, PollingStation, Province } from '@/domain/county';
import type { CountyReports } from '@/domain/coverage/county-reports';
import { applyChanges } from '@/domain/coverage/county-reports';
import type { ObserverBlock } from '@/domain/coverage/observer-block';
import { putIntoBlocks } from '@/domain/coverage/observer-block';
import type { FormBody, FormMeta } from '@/domain/forms/form';
import type { AnswerBlock } from '@/domain/questions/answer-block';
import type { TextBlock } from '@/domain/search/text-block';
import type { DetailParts } from '@/domain/answers/details';
import type { DetailDigest } from '@/domain/answers/digest';
import { digestOf } from '@/domain/answers/digest';
import type { Notification } from '@/domain/notification';
import type { Observer } from '@/domain/observers/observer';
import type { Extension } from '@/domain/extensions';
import type { Failure } from '@/domain/outbox/outcome';
import type { StatisticKey, StatisticValue } from '@/domain/statistic';
import type { Thread, ThreadList, ThreadPair } from '@/domain/answers/thread';
import type { SharedMark } from '@/domain/triage/shared';

interface Swept {
  /** Clean sweeps in a row that did not see the row; 0 when the last one did. */
  missing: number;
}

export interface ThreadRow extends Thread, Swept {
  list: ThreadList;
  /** Falls along the server's order of the list: newest highest. */
  order: number;
  /** County code, when the station's name tells it; '' otherwise. */
  county: string;
  /** Station number, when the station's name tells it; -1 otherwise. */
  stationNumber: number;
  /**
   * Of the row in `details`, written in the same transaction; absent while there
   * is none.
   */
  digest?: DetailDigest | undefined;
}

export interface ObserverRow extends Observer, Swept {
  /** Name in lower case without diacritics. */
  nameFold: string;
}

/** Everything about one thread, as one record. A part that never arrived is absent. */
export interface DetailRow extends ThreadPair, DetailParts {
  key: string;
  /** Of all three parts, signatures of attachments left out. */
  hash: string;
  /** Epoch ms of the last read that brought a change. */
  changedAt: number;
  /** Epoch ms of the last write. */
  writtenAt: number;
}

/** A picture of an urgent thread, reduced; its bytes are in `pictureBytes`. */
export interface PictureRow {
  /** The address without its signature. */
  path: string;
  /** Bytes; 0 for a file that this browser cannot show, and that is not fetched again. */
  size: number;
  /** Epoch ms at which somebody looked at it last; before that, of its thread's last change. */
  seenAt: number;
}

export interface PictureBytesRow {
  path: string;
  bytes: ArrayBuffer;
  /** Media type. */
  type: string;
}

/** One page of a filtered list, as the server answered it. */
export interface ViewRow {
  view: string;
  keys: string[];
  total: number;
  /** Epoch ms. */
  asOf: number;
}

/** One page of one list of statistics. */
export interface StatisticsRow {
  /** `statisticPage` of key, page and size. */
  name: string;
  values: StatisticValue[];
  total: number;
}

/** Name of one page of one list of statistics. */
export function statisticPage(
  key: StatisticKey,
  page: number,
  pageSize: number,
): string {
  return `${key}:${page}:${pageSize}`;
}

export interface StationRow extends PollingStation {
  countyId: number;
}

/** What is known of the requests for one resource: when, and how they ended. */
export interface CursorRow {
  resource: string;
  /** Epoch ms of the last good answer. */
  asOf?: number | undefined;
  /** Epoch ms of the last try. */
  triedAt: number;
  /** Why the last try brought nothing; absent after a good one. */
  failure?: Failure | undefined;
  /** Rows the server says there are. */
  total?: number | undefined;
  /** Epoch ms of the last clean reading of the whole list: see `isWhole`. */
  sweptAt?: number | undefined;
  /**
   * Distinct rows met by the last reading of the whole list when that reading was
   * torn: its pages shifted meanwhile, so some rows came twice and others on no
   * page. Or those met by a reading of the list's top that ended before it had met
   * all that changed. Absent after a clean reading.
   */
  seen?: number | undefined;
  /**
   * Rows met by a reading of the list's top that has not met yet all that changed;
   * absent when none is under way. A leader that ends in the middle leaves it, and
   * the next one makes it `seen`.
   */
  headSeen?: number | undefined;
  /**
   * Cached rows that the last clean reading did not have, and that stay because so
   * many at once may be a mistake of the server, until a user confirms that they are
   * gone. Absent: none.
   */
  unconfirmedDeletions?: number | undefined;
  /** Details only: the thread's `order` when they were asked for. */
  threadOrder?: number | undefined;
  /** Details only: they came with those of others (docs/offline-design.md 6.6). */
  isOfBulk?: boolean | undefined;
  /** Details in bulk only: where the next reading goes on, as the server says. */
  after?: string | undefined;
  etag?: string | undefined;
}

/** A list of which a user is asked about rows that the server no longer has. */
export type GuardedList = `threads:${ThreadList}` | 'observers';

/**
 * Whether the cached rows of a list are all that the server has: the whole list
 * was read, and its last reading was clean. Only then a row that is not cached
 * does not exist; after a torn reading nothing may be concluded from absence.
 */
export function isWhole(cursor: CursorRow | undefined): boolean {
  return cursor?.sweptAt !== undefined && cursor.seen === undefined;
}

/** The highest id of a cached list; 0: nothing of it is cached. */
export async function highestIdOf<T>(table: Table<T, number>): Promise<number> {
  const key = await table.toCollection().lastKey();
  return typeof key === 'number' ? key : 0;
}

/** Highest acknowledgement of an entity: a read that began before it is stale. */
export interface AckRow {
  entity: string;
  ack: number;
  /** Epoch ms. */
  at: number;
  /** It was deleted: no read, however late, brings it back. */
  isDeleted?: boolean | undefined;
}

/** Whether the leader reaches the server. */
export interface ConnectionState {
  /** unsure: something failed just now. cooling: the server answers, but badly. */
  state: 'online' | 'offline' | 'unsure' | 'cooling';
  /** Epoch ms since when. */
  since: number;
  failure?: Failure | undefined;
}

/** How many pictures of urgent threads are on this device. */
export interface KeptPictures {
  count: number;
  /** Pictures that notes of urgent threads have, as far as their details are here. */
  total: number;
  bytes: number;
}

/** How much of the reports can be opened without a connection. */
export interface Readable {
  /** Threads of either list whose answers are here. */
  count: number;
  /** Threads of either list. */
  total: number;
  /** Epoch ms at which one of the two last changed. */
  asOf: number;
}

export interface CacheMeta {
  /** Mirrors `intent`: a commit of an older leader is refused. */
  leaderEpoch: number;
  /** Last acknowledgement given out. */
  ack: number;
  connection: ConnectionState;
  /** The server's clock minus this device's, in ms; absent where the server tells no time. */
  clockOffset: number;
  /** Of the server, where its counties have provinces. */
  provinces: Province[];
  /**
   * What the server's clock showed when a change was confirmed last, epoch ms: what it
   * said before is older than the change.
   */
  confirmedAt: number;
  /** Extensions of the server; absent until it has said which, or that it has none. */
  offers: readonly Extension[];
  /** Codes and names of the counties that the cached threads are filed under. */
  filedBy: string;
  /** False while a first fill writes threads alone; absent before the first one. */
  areReportsCounted: boolean;
  /** Whether the rows were read as an organizer; noted by each leader. */
  organizer: boolean;
  /** Whether the server's disk has little room; absent until it has said so. */
  isServerDiskLow: boolean;
  /** How many threads have their details here, of how many; absent until counted. */
  readable: Readable;
  /** Absent until the first pictures were looked for. */
  pictures: KeptPictures;
  /** Whether every block of answers and texts is there; absent before, and after room was made. */
  areAnswersPacked: true;
}

export type CacheMetaRow = {
  [K in keyof CacheMeta]: { k: K; v: CacheMeta[K] };
}[keyof CacheMeta];

/**
 * What the server said. Only `workers/` writes here; it may be dropped and
 * filled again at any time.
 */
export class CacheDatabase extends Dexie {
  declare readonly threads: Table<ThreadRow, [ThreadList, string]>;
  declare readonly details: Table<DetailRow, string>;
  declare readonly pictures: Table<PictureRow, string>;
  declare readonly pictureBytes: Table<PictureBytesRow, string>;
  declare readonly observers: Table<ObserverRow, number>;
  declare readonly observerBlocks: Table<ObserverBlock, number>;
  declare readonly answerBlocks: Table<AnswerBlock, number>;
  declare readonly textBlocks: Table<TextBlock, number>;
  declare readonly forms: Table<FormMeta, number>;
  declare readonly formBodies: Table<FormBody, number>;
  declare readonly counties: Table<County, number>;
  declare readonly countyReports: Table<CountyReports, string>;
  declare readonly stations: Table<StationRow, number>;
  declare readonly notifications: Table<Notification, number>;
  declare readonly sharedMarks: Table<SharedMark, number>;
  declare readonly statistics: Table<StatisticsRow, string>;
  declare readonly views: Table<ViewRow, string>;
  declare readonly cursors: Table<CursorRow, string>;
  declare readonly acks: Table<AckRow, string>;
  declare readonly meta: Table<CacheMetaRow, keyof CacheMeta>;

  constructor(name: string) {
    super(name, { cache: 'disabled', chromeTransactionDurability: 'relaxed' });
    // Newest first: for each version Dexie makes the tables of all later ones anew,
    // and the oldest has most of them.

    // What observers wrote is searched in blocks, which are packed once the app has
    // started. Figures are read from the old blocks until then.
    this.version(8)
      .stores({ textBlocks: 'block' })
      .upgrade(async (transaction) => {
        await transaction.table('meta').delete('areAnswersPacked');
      });
    // Figures about questions are read from packed answers.
    this.version(7).stores({ answerBlocks: 'block' });
    // Pictures of urgent threads can be seen without a connection.
    this.version(6).stores({ pictures: 'path', pictureBytes: 'path' });
    // Decisions about threads, from servers that share them.
    this.version(5).stores({ sharedMarks: 'id, key' });
    // Reports of counties are packed, and coverage reads observers in blocks.
    this.version(4)
      .stores({ observerBlocks: 'block' })
      .upgrade(async (transaction) => {
        await writeCountyReports({
          threads: transaction.table('threads'),
          countyReports: transaction.table('countyReports'),
          meta: transaction.table('meta'),
        });
        await writeObserverBlocks({
          observers: transaction.table('observers'),
          observerBlocks: transaction.table('observerBlocks'),
        });
      });
    // Coverage is read from the reports of counties, never from all threads.
    this.version(3).stores({ countyReports: 'county' });
    // Rows of threads have the digest of their details.
    this.version(2)
      .stores({})
      .upgrade(async (transaction) => {
        const details = await transaction.table<DetailRow>('details').toArray();
        await writeDigests(transaction.table<ThreadRow>('threads'), details);
      });
    this.version(1).stores({
      threads:
        '[list+key], [list+order], [list+county+order], [list+stationNumber], [list+observerId]',
      details: 'key',
      observers: 'id, phone, nameFold',
      forms: 'id',
      formBodies: 'id',
      counties: 'id',
      stations: 'id, [countyId+number]',
      notifications: 'id, insertedAt',
      statistics: 'name',
      views: 'view',
      cursors: 'resource',
      acks: 'entity',
      meta: 'k',
    });
  }
}

/**
 * Empties a cache whose rows the account read in another role: what the server lets
 * it read is not the same. The epoch goes with them, so a leader of the other role
 * commits nothing more.
 */
export async function dropOtherRole(
  cache: Dexie,
  organizer: boolean,
): Promise<void> {
  const isOther = async () => {
    const noted = await cache.table<CacheMetaRow>('meta').get('organizer');
    return noted !== undefined && noted.v !== organizer;
  };
  if (!(await isOther())) return;
  await cache.transaction('rw', cache.tables, async () => {
    // Another tab may have been faster, and have filled it since.
    if (!(await isOther())) return;
    await Promise.all(cache.tables.map((table) => table.clear()));
  });
}

/** Whether `countyReports` has an entry for each cached thread, and no other. */
export async function areReportsCounted({
  meta,
}: Pick<CacheDatabase, 'meta'>): Promise<boolean> {
  return (await meta.get('areReportsCounted'))?.v !== false;
}

/** Counts all cached threads anew. */
export async function writeCountyReports({
  threads,
  countyReports,
  meta,
}: Pick<CacheDatabase, 'threads' | 'countyReports' | 'meta'>): Promise<void> {
  const rows = await threads.toArray();
  const changes = rows.map((after) => ({ after }));
  await countyReports.clear();
  await countyReports.bulkPut(applyChanges([], changes));
  await meta.put({ k: 'areReportsCounted', v: true });
}

/** Puts all cached observers into their blocks anew. */
export async function writeObserverBlocks({
  observers,
  observerBlocks,
}: Pick<CacheDatabase, 'observers' | 'observerBlocks'>): Promise<void> {
  const rows = await observers.toArray();
  await observerBlocks.clear();
  await observerBlocks.bulkPut(putIntoBlocks([], rows));
}

/** Writes the digests of details into the rows of their threads, in both lists. */
export async function writeDigests(
  threads: Table<ThreadRow>,
  details: readonly DetailRow[],
): Promise<void> {
  const digests = new Map(details.map((row) => [row.key, digestOf(row)]));
  const keys = [...digests.keys()];
  await threads
    .where(':id')
    .anyOf(
      keys.flatMap((key) => [
        ['urgent', key],
        ['all', key],
      ]),
    )
    .modify((row) => {
      row.digest = digests.get(row.key);
    });
}
