import type { Thread, ThreadList } from '@/domain/answers/thread';

/** What coverage needs of one cached row of a thread; `ThreadRow` has it all. */
export interface CountedRow extends Pick<Thread, 'key' | 'lastModified'> {
  list: ThreadList;
  /** County code; '' where the station's name does not tell it. */
  county: string;
  /** -1 where the station's name does not tell it. */
  stationNumber: number;
}

/** What one row of a list contributes; property names are short: 37,000 are stored. */
interface Entry {
  /** Station number; -1: unknown. */
  n: number;
  /** Epoch ms of the newest answer of the list's kind; absent: the server does not say. */
  at?: number | undefined;
}

/**
 * The stored row of one county: an entry for each cached row of its threads, by
 * list and thread key.
 *
 * Entries and no counters, for three reasons. The newest report of an observer is
 * a maximum: when that thread changes or leaves, the second newest has to be
 * known. A thread stands in one list or in both, so a counter of threads cannot
 * be changed by the row of one list alone. And an entry that is written twice is
 * the same entry, where a counter that is raised twice is wrong for good.
 */
export interface CountyReports {
  county: string;
  urgent: Record<string, Entry>;
  all: Record<string, Entry>;
}

/** One cached row before and after a write; absent: it was not there, or is not any more. */
export interface RowChange {
  before?: CountedRow | undefined;
  after?: CountedRow | undefined;
}

/** Where a row is counted, and as what. */
export interface Contribution {
  county: string;
  list: ThreadList;
  key: string;
  entry: Entry;
}

/** What one cached row contributes, whatever the other list has. */
export function contributionOf(row: CountedRow): Contribution {
  const { county, list, key, stationNumber, lastModified } = row;
  const entry: Entry = { n: stationNumber };
  if (lastModified !== undefined) entry.at = lastModified;
  return { county, list, key, entry };
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
  const next = new Map(rows.map((row) => [row.county, copyOf(row)]));
  for (const change of changes) {
    if (!isCounted(change)) continue;
    if (change.before) {
      const { county, list, key } = contributionOf(change.before);
      const row = next.get(county);
      if (row) delete row[list][key];
    }
    if (change.after) {
      const { county, list, key, entry } = contributionOf(change.after);
      const row = next.get(county) ?? { county, urgent: {}, all: {} };
      row[list][key] = entry;
      next.set(county, row);
    }
  }
  return [...next.values()];
}

/** Whether a county has no thread left. */
export function isEmpty({ urgent, all }: CountyReports): boolean {
  return Object.keys(urgent).length === 0 && Object.keys(all).length === 0;
}

function isCounted({ before, after }: RowChange): boolean {
  if (!before || !after) return before !== after;
  return (
    before.key !== after.key ||
    before.list !== after.list ||
    before.county !== after.county ||
    before.stationNumber !== after.stationNumber ||
    before.lastModified !== after.lastModified
  );
}

function copyOf({ county, urgent, all }: CountyReports): CountyReports {
  return { county, urgent: { ...urgent }, all: { ...all } };
}
