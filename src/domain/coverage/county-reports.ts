import type { Thread, ThreadList } from '@/domain/answers/thread';

/** What coverage needs of one cached row of a thread; `ThreadRow` has it all. */
export interface CountedRow extends Pick<
  Thread,
  'observerId' | 'pollingStationId' | 'lastModified'
> {
  list: ThreadList;
  /** County code; '' where the station's name does not tell it. */
  county: string;
  /** -1 where the station's name does not tell it. */
  stationNumber: number;
}

/** What one row of a list contributes. */
export interface Entry {
  observerId: number;
  pollingStationId: number;
  /** -1: unknown. */
  stationNumber: number;
  /** Epoch ms of the newest answer of the list's kind; absent: the server does not say. */
  lastReportAt?: number | undefined;
}

/**
 * Entries in one array, four numbers each, by observer and then polling station:
 * ids of both, station number, time (NaN: absent). 37,000 entries are read as
 * fast as their bytes are copied; as objects they take a tablet most of a second.
 */
export type PackedEntries = Float64Array;
const WIDTH = 4;

/**
 * The stored row of one county: an entry for each cached row of its threads, by
 * list.
 *
 * Entries and no counters, for three reasons. The newest report of an observer is
 * a maximum: when that thread changes or leaves, the second newest has to be
 * known. A thread stands in one list or in both, so a counter of threads cannot
 * be changed by the row of one list alone. And an entry that is written twice is
 * the same entry, where a counter that is raised twice is wrong for good.
 */
export interface CountyReports {
  county: string;
  urgent: PackedEntries;
  all: PackedEntries;
}

/** One cached row before and after a write; absent: it was not there, or is not any more. */
export interface RowChange {
  before?: CountedRow | undefined;
  after?: CountedRow | undefined;
}

/**
 * The counties whose stored rows `applyChanges` needs. Empty when nothing that is
 * counted differs: most writes change the digest of a row alone.
 */
export function countiesOf(changes: readonly RowChange[]): string[] {
  const counted = changes.filter(isCounted);
  return [
    ...new Set(
      counted.flatMap(({ before, after }) =>
        [before?.county, after?.county].filter((each) => each !== undefined),
      ),
    ),
  ];
}

/**
 * Applies changes in their order. All cached rows as additions to no rows rebuild
 * everything. A change that is applied twice counts once.
 * @param rows the stored rows of `countiesOf(changes)`, as far as there are any.
 * @returns the rows to store in their place; those that `isEmpty` are to be deleted.
 */
export function applyChanges(
  rows: readonly CountyReports[],
  changes: readonly RowChange[],
): CountyReports[] {
  const next = new Map(rows.map((row) => [row.county, unpacked(row)]));
  for (const change of changes) {
    if (!isCounted(change)) continue;
    const { before, after } = change;
    if (before) next.get(before.county)?.[before.list].delete(idOf(before));
    if (after) {
      const row = next.get(after.county) ?? {
        urgent: new Map(),
        all: new Map(),
      };
      row[after.list].set(idOf(after), entryOf(after));
      next.set(after.county, row);
    }
  }
  return [...next].map(([county, { urgent, all }]) => ({
    county,
    urgent: packed(urgent.values()),
    all: packed(all.values()),
  }));
}

/** Whether a county has no thread left. */
export function isEmpty({ urgent, all }: CountyReports): boolean {
  return urgent.length === 0 && all.length === 0;
}

/** How many entries a list has. */
export function entryCount(list: PackedEntries): number {
  return list.length / WIDTH;
}

/**
 * Reads a list by observer and then polling station. No entry is an object: a
 * tablet would spend most of its time on making them.
 * @param read gets the ids, the station number (-1: unknown) and epoch ms (NaN:
 * the server does not say).
 */
export function readEntries(
  list: PackedEntries,
  read: (
    observerId: number,
    pollingStationId: number,
    stationNumber: number,
    lastReportAt: number,
  ) => void,
): void {
  for (let at = 0; at < list.length; at += WIDTH) {
    read(
      list[at] ?? 0,
      list[at + 1] ?? 0,
      list[at + 2] ?? -1,
      list[at + 3] ?? Number.NaN,
    );
  }
}

/** The entries of a list, by observer and then polling station. */
export function entriesOf(list: PackedEntries): Entry[] {
  const entries: Entry[] = [];
  readEntries(list, (observerId, pollingStationId, stationNumber, time) =>
    entries.push({
      observerId,
      pollingStationId,
      stationNumber,
      lastReportAt: Number.isNaN(time) ? undefined : time,
    }),
  );
  return entries;
}

function entryOf(row: CountedRow): Entry {
  const { observerId, pollingStationId, stationNumber, lastModified } = row;
  return {
    observerId,
    pollingStationId,
    stationNumber,
    lastReportAt: lastModified,
  };
}

function packed(entries: Iterable<Entry>): PackedEntries {
  const sorted = [...entries].sort(
    (a, b) =>
      a.observerId - b.observerId || a.pollingStationId - b.pollingStationId,
  );
  return Float64Array.from(
    sorted.flatMap((entry) => [
      entry.observerId,
      entry.pollingStationId,
      entry.stationNumber,
      entry.lastReportAt ?? Number.NaN,
    ]),
  );
}

type Unpacked = Record<ThreadList, Map<string, Entry>>;

function unpacked({ urgent, all }: CountyReports): Unpacked {
  const byId = (list: PackedEntries) =>
    new Map(entriesOf(list).map((entry) => [idOf(entry), entry]));
  return { urgent: byId(urgent), all: byId(all) };
}

function idOf(entry: Pick<Entry, 'observerId' | 'pollingStationId'>): string {
  return `${entry.observerId}:${entry.pollingStationId}`;
}

function isCounted({ before, after }: RowChange): boolean {
  if (!before || !after) return before !== after;
  return (
    idOf(before) !== idOf(after) ||
    before.list !== after.list ||
    before.county !== after.county ||
    before.stationNumber !== after.stationNumber ||
    before.lastModified !== after.lastModified
  );
}
