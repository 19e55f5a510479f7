import type { IntentDatabase, TriageRow } from '@/db/intent';
import { databases } from '@/db/open';
import type { Thread, ThreadList } from '@/domain/answers/thread';
import { stable } from '@/domain/outbox/fingerprint';
import type { TriageHistory, TriageState } from '@/domain/triage/triage';
import {
  isTriageMark,
  mergeMarks,
  triageStateOf,
} from '@/domain/triage/triage';

/**
 * What a file says about one thread. new: some of it is not known here. known: all
 * of it is. malformed: this version cannot read it, and takes in nothing of it.
 */
export interface FileMark {
  /** Among the threads of the file, from 1. */
  place: number;
  is: 'new' | 'known' | 'malformed';
  /** Here and in the file together; absent: it cannot be read. */
  merged?: TriageRow;
}

/** The same with what the preview says of it. */
export interface NamedFileMark extends FileMark {
  /** In force once it is taken in. */
  state?: TriageState;
  /** Absent where no list has it. */
  thread?: Thread | undefined;
}

/** What becomes of each thread of a file here: both histories stay, merged by time. */
export async function judgeMarks(
  triage: IntentDatabase['triage'],
  values: readonly unknown[],
): Promise<FileMark[]> {
  const rows = values.map(readMarkRow);
  const known = await triage.bulkGet(rows.flatMap((row) => row?.key ?? []));
  const histories = new Map<string, TriageHistory>(
    known.flatMap((row) => (row ? [[row.key, row.history]] : [])),
  );
  return rows.map((row, at): FileMark => {
    const place = at + 1;
    if (!row) return { place, is: 'malformed' };
    const { key } = row;
    const before = histories.get(key) ?? [];
    const history = mergeMarks(before, row.history);
    const seen = new Set(before.map(stable));
    const isNew = history.some((mark) => !seen.has(stable(mark)));
    histories.set(key, history);
    return { place, is: isNew ? 'new' : 'known', merged: { key, history } };
  });
}

/** Adds the threads as the cached lists have them. */
export async function nameMarks(
  marks: readonly FileMark[],
): Promise<NamedFileMark[]> {
  const { threads } = databases().cache;
  const keys = marks.map(({ merged }) => merged?.key ?? '');
  const inList = (list: ThreadList) =>
    threads.bulkGet(keys.map((key): [ThreadList, string] => [list, key]));
  const [all, urgent] = await Promise.all([inList('all'), inList('urgent')]);
  return marks.map((mark, at) =>
    mark.merged
      ? {
          ...mark,
          state: triageStateOf(mark.merged.history),
          thread: all[at] ?? urgent[at],
        }
      : mark,
  );
}

/** @returns undefined when this version cannot read it, whole and in every part. */
function readMarkRow(value: unknown): TriageRow | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { key, history }: { key?: unknown; history?: unknown } = value;
  if (typeof key !== 'string' || !/^\d+:\d+$/.test(key)) return undefined;
  if (!Array.isArray(history) || history.length === 0) return undefined;
  // Another version may say more of a mark; what is stored is what this one knows.
  const marks = history.flatMap((mark: unknown) =>
    isTriageMark(mark)
      ? [
          {
            state: mark.state,
            note: mark.note,
            setBy: mark.setBy,
            setAt: mark.setAt,
          },
        ]
      : [],
  );
  return marks.length === history.length ? { key, history: marks } : undefined;
}
