import { readThreadsOf } from '@/data/threads/threads-of';
import type { CallRow, TriageRow } from '@/db/intent';
import { databases } from '@/db/open';
import type { Thread } from '@/domain/answers/thread';
import type { NewOp } from '@/domain/outbox/op';
import { observerLane } from '@/domain/outbox/op';

import type { FileItem, FileItems } from './queue-file-local';

/** The local work of a file with what the preview calls it. */
export interface NamedItems extends FileItems {
  /** thread: absent where no list has it. */
  triage: (FileItem<TriageRow> & { thread?: Thread | undefined })[];
  /** observer: the name; absent where nobody of that number is known. */
  calls: (FileItem<CallRow> & { observer?: string | undefined })[];
}

/**
 * Adds the names of threads and observers as they are cached here.
 * @param ops of the file: they may add the observers whose calls it has.
 */
export async function nameItems(
  items: FileItems,
  ops: readonly NewOp[],
): Promise<NamedItems> {
  const keys = items.triage.map(({ after }) => after?.key ?? '');
  const threads = await readThreadsOf(keys);
  const names = await readNames(items.calls, ops);
  return {
    ...items,
    triage: items.triage.map((item, at) => ({ ...item, thread: threads[at] })),
    calls: items.calls.map((item) => ({
      ...item,
      observer: names.get(item.after?.observerId ?? 0),
    })),
  };
}

async function readNames(
  items: FileItems['calls'],
  ops: readonly NewOp[],
): Promise<ReadonlyMap<number, string>> {
  const { cache, intent } = databases();
  const ids = items.flatMap(({ after }) => after?.observerId ?? []);
  const lanes = ids.map((id) => observerLane({ id }));
  const added = [
    ...ops,
    ...(await intent.outbox.where('lane').anyOf(lanes).toArray()),
  ].flatMap((op): [number, string][] =>
    op.kind === 'observer.create' ? [[op.args.id, op.args.input.name]] : [],
  );
  const cached = await cache.observers.where('id').anyOf(ids).toArray();
  return new Map([
    ...added,
    ...cached.map(({ id, name }): [number, string] => [id, name]),
  ]);
}
