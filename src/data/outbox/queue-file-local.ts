import type { CallRow, IdRow, IntentDatabase } from '@/db/intent';
import { mergeCalls } from '@/domain/calls/call';
import { stable } from '@/domain/outbox/fingerprint';

import type { LocalKind, LocalRows, LocalWork } from './queue-file-kinds';
import { localKinds } from './queue-file-kinds';

/**
 * What becomes of a row of a file here. new: it changes what is known here. known:
 * it does not. older: what is here was changed later and stays. malformed: this
 * version cannot read it, and takes in nothing of it.
 */
export interface FileItem<Row> {
  /** Among the rows of its kind in the file, from 1. */
  place: number;
  is: 'new' | 'known' | 'older' | 'malformed';
  /** As it is here before the file is taken in; absent: not at all. */
  before?: Row | undefined;
  /** As it is here afterwards; absent: it cannot be read. */
  after?: Row;
}

export type FileItems = { [K in LocalKind]: FileItem<LocalRows[K]>[] };

/** The local work of a file as it came; older versions have less of it. */
export type LocalContent = { [K in LocalKind]?: unknown[] | undefined } & {
  /** A log may lie there under the temporary id of an observer, and here under the server's. */
  ids: readonly IdRow[];
};

/** All local work of this device, as a file carries it. */
export async function readLocal(
  intent: IntentDatabase,
): Promise<{ [K in LocalKind]: LocalRows[K][] }> {
  const { triage, calls, plan, views } = intent;
  return {
    triage: await triage.toArray(),
    calls: await calls.toArray(),
    plan: await plan.toArray(),
    views: await views.toArray(),
  };
}

/** What becomes of the local work of a file here. Nothing is stored. */
export async function judgeLocal(
  intent: IntentDatabase,
  content: LocalContent,
): Promise<FileItems> {
  const here = await readLocal(intent);
  const ids = [...(await intent.idMap.toArray()), ...content.ids];
  const realIds = new Map(ids.map(({ id, realId }) => [id, realId]));
  const renumbered = (row: CallRow): CallRow => ({
    ...row,
    observerId: realIds.get(row.observerId) ?? row.observerId,
  });
  const { triage, calls, plan, views } = localKinds;
  const read = (value: unknown) => {
    const row = calls.read(value);
    return row && renumbered(row);
  };
  return {
    triage: judge(triage, here.triage, content.triage),
    calls: judge({ ...calls, read }, here.calls.map(renumbered), content.calls),
    plan: judge(plan, here.plan, content.plan),
    views: judge(views, here.views, content.views),
  };
}

/**
 * Stores what is new of the local work of a file, and puts the calls to observers
 * whose ids are known by now under those. Call inside a transaction on the tables of
 * the local work and `idMap`, which has the ids of the file already.
 */
export async function takeLocal(
  intent: IntentDatabase,
  content: LocalContent,
): Promise<FileItems> {
  await renumberCalls(intent);
  const items = await judgeLocal(intent, content);
  await intent.triage.bulkPut(newOf(items.triage));
  await intent.calls.bulkPut(newOf(items.calls));
  await intent.plan.bulkPut(newOf(items.plan));
  await intent.views.bulkPut(newOf(items.views));
  return items;
}

async function renumberCalls({ calls, idMap }: IntentDatabase): Promise<void> {
  const temporary = await calls.where('observerId').below(0).toArray();
  for (const row of temporary) {
    const known = await idMap.get(row.observerId);
    if (!known) continue;
    const there = await calls.get(known.realId);
    const log = mergeCalls(there?.log ?? [], row.log);
    await calls.put({ observerId: known.realId, log });
    await calls.delete(row.observerId);
  }
}

/** How many things of each kind a file changes here. */
export function countNew(items: FileItems): Record<LocalKind, number> {
  return {
    triage: newOf(items.triage).length,
    calls: newOf(items.calls).length,
    plan: newOf(items.plan).length,
    views: newOf(items.views).length,
  };
}

function newOf<Row>(items: readonly FileItem<Row>[]): Row[] {
  return items.flatMap(({ is, after }) =>
    is === 'new' && after ? [after] : [],
  );
}

/** A row is compared with what is here and the rows before it together. */
function judge<Row>(
  { read, keyOf, merge, stays }: LocalWork<Row>,
  here: readonly Row[],
  values: readonly unknown[] = [],
): FileItem<Row>[] {
  const rows = new Map<string | number, Row>();
  const add = (row: Row) => {
    const before = rows.get(keyOf(row));
    const after = before ? merge(before, row) : row;
    rows.set(keyOf(row), after);
    return { before, after };
  };
  for (const row of here) add(row);
  return values.map((value, at): FileItem<Row> => {
    const place = at + 1;
    const row = read(value);
    if (!row) return { place, is: 'malformed' };
    const { before, after } = add(row);
    const isChanged = stable(before) !== stable(after);
    const isOlder = stays === 'later' && stable(row) !== stable(after);
    const is = isChanged ? 'new' : isOlder ? 'older' : 'known';
    return { place, is, before, after };
  });
}
