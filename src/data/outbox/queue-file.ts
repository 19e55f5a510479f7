import { guardUnload } from '@/data/device/unload-guard';
import type { CacheDatabase } from '@/db/cache';
import { highestIdOf } from '@/db/cache';
import type { IdRow, IntentDatabase } from '@/db/intent';
import { databases, isClosedError } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import { fingerprint } from '@/domain/outbox/fingerprint';
import { importedOp } from '@/domain/outbox/imported-op';
import { withTodaysNames } from '@/domain/outbox/older-op';
import type { OpKind } from '@/domain/outbox/kinds';
import type { NewOp, Op, OpArgs } from '@/domain/outbox/op';
import { stepped } from '@/domain/outbox/machine';
import { hasPin, newOp, withoutSecrets } from '@/domain/outbox/op';
import { isRecord } from '@/domain/record';
import { sync } from '@/workers/client';

import { momentOf } from './replace-op';
import type { LocalKind } from './queue-file-kinds';
import { LOCAL_KINDS } from './queue-file-kinds';
import type { FileItems, LocalContent } from './queue-file-local';
import { countNew, judgeLocal, readLocal, takeLocal } from './queue-file-local';
import type { NamedItems } from './queue-file-names';
import { nameItems } from './queue-file-names';
import { kindOfRow, readRow } from './queue-file-rows';
import { findTakenAt, noteTaken } from './taken-files';
import { readWork, tellWork } from './unsent-watch';

const APP = 'vote-monitoring-outbox';
/**
 * Files of version 1 name some properties otherwise; before 3 there was no triage,
 * before 4 no other local work.
 */
const VERSION = 4;
const READABLE_VERSIONS: ReadonlySet<unknown> = new Set([1, 2, 3, VERSION]);

/**
 * What leaves the device: open changes in their order, the local work, and no
 * secret.
 */
interface OutboxContent extends LocalContent {
  app: typeof APP;
  /** Uuid of the file; absent in those of earlier versions. */
  id?: string | undefined;
  version: number;
  /** `actorKey` of the owner: no other account may take it in. */
  actor: string;
  /** Epoch ms. */
  savedAt: number;
  ops: unknown[];
  /** Ids of the changes that carried a PIN, which stays on the device it was typed on. */
  withPin: string[];
  /** The server's ids of what was created here under temporary ones. */
  ids: IdRow[];
}

interface OutboxFile extends OutboxContent {
  /** Fingerprint of the rest: a file cut short or edited by hand is refused. */
  check: string;
}

/**
 * new: can be imported. known: the outbox has it, sent or not. otherActor:
 * belongs to another account. malformed: this version cannot read it.
 */
export interface FileRow {
  /** In the file, from 1. */
  place: number;
  is: 'new' | 'known' | 'otherActor' | 'malformed';
  /** Absent: it cannot be read. */
  op?: NewOp;
  /** What it says it is; absent: not even that can be read. */
  kind?: OpKind;
  /** The PIN of the change is not in the file. */
  hadPin: boolean;
}

/**
 * unreadable: not an outbox of this version. otherActor: belongs to another
 * account.
 */
type Refused = { ok: false; reason: 'unreadable' | 'otherActor' };

export type OutboxPreview =
  | {
      ok: true;
      savedAt: number;
      rows: FileRow[];
      local: NamedItems;
      /** Epoch ms at which this device took it in before; absent: it did not. */
      takenAt?: number | undefined;
    }
  | Refused;

export type OutboxImport =
  | {
      ok: true;
      /** Taken in. */
      added: number;
      /** Known here already, sent or not. */
      skipped: number;
      /** Of another account, or unreadable; also of the local work. */
      refused: number;
      /** Of the local work: how many rows of each kind changed something here. */
      local: Record<LocalKind, number>;
      /** Of the added ones: refused until their PIN is typed again. */
      withoutPin: number;
    }
  | Refused;

/**
 * The changes that the server does not have yet and all local work, as a JSON file
 * for another device. From the same transaction on this device asks the server about
 * each of them before it sends it, and a person about a message. A device that cannot
 * store that gives the file all the same: it may be the last way out.
 */
export function exportOutbox(): Promise<Blob> {
  const { intent, cache, actor } = databases();
  const { outbox } = intent;
  const at = momentOf(Date.now());
  const read = async (highest: HighestIds) => {
    const ops = (await readOpenOps(outbox)).map((op) =>
      withHighest(op, highest),
    );
    const file = fileOf(await contentOf(intent, actor, at.now, ops));
    return { ops, file };
  };
  const mark = async (highest: HighestIds) => {
    await assertFreshBuild(intent);
    const { ops, file } = await read(highest);
    await outbox.bulkPut(
      ops.map((op) => stepped(op, { type: 'SavedToFile' }, at)),
    );
    return file;
  };
  return guardUnload(async () => {
    // A cache that cannot be read keeps nobody from saving the changes.
    const highest = await readHighestIds(cache).catch(() => ({}));
    try {
      assertNotPaused();
      const file = await withRoom(() =>
        intent.transaction('rw', tablesOf(intent), () => mark(highest)),
      );
      void sync.push();
      return file;
    } catch (error) {
      if (isClosedError(error)) throw error;
      const again = () => read(highest);
      return (await intent.transaction('r', tablesOf(intent), again)).file;
    }
  });
}

/** By kind of addition the highest id that this device knows of its list. */
type HighestIds = Partial<Record<OpKind, number>>;

async function readHighestIds(cache: CacheDatabase): Promise<HighestIds> {
  return {
    'observer.create': await highestIdOf(cache.observers),
    'form.create': await highestIdOf(cache.forms),
  };
}

/**
 * An addition that nobody has sent may be sent by any device that has the file: what it
 * makes has a higher id than these. Of a list that is not cached nothing is known.
 */
function withHighest(op: Op, highest: HighestIds): Op {
  const known = op.highestKnownId ?? highest[op.kind] ?? 0;
  return known > 0 ? { ...op, highestKnownId: known } : op;
}

/** Call inside a transaction of all tables of the file. */
async function contentOf(
  intent: IntentDatabase,
  actor: string,
  savedAt: number,
  open: readonly Op[],
): Promise<OutboxContent> {
  return {
    ...newHead(),
    actor,
    savedAt,
    ops: open.map(withoutSecrets),
    withPin: open.filter(hasPin).map(({ opId }) => opId),
    ids: await intent.idMap.toArray(),
    ...(await readLocal(intent)),
  };
}

/**
 * A change that this device could not store, as the same kind of file: a device
 * with room can take it in. PINs do not belong in it.
 */
export function exportChange<K extends OpKind>(kind: K, args: OpArgs[K]): Blob {
  const { actor } = databases();
  const at = Date.now();
  const op = newOp(kind, args, { actor, at, opId: crypto.randomUUID() });
  const head = { ...newHead(), actor, savedAt: at };
  return fileOf({ ...head, ops: [op], withPin: [], ids: [] });
}

function newHead() {
  return { app: APP, id: crypto.randomUUID(), version: VERSION } as const;
}

function fileOf(content: OutboxContent): Blob {
  const file: OutboxFile = { ...content, check: fingerprint(content) };
  return new Blob([JSON.stringify(file, null, 2)], {
    type: 'application/json',
  });
}

/** What is in a file, and what taking it in would do here. Nothing is stored yet. */
export async function readOutboxFile(file: Blob): Promise<OutboxPreview> {
  const content = parse(await file.text());
  if (!content) return { ok: false, reason: 'unreadable' };
  const { intent, actor } = databases();
  if (content.actor !== actor) return { ok: false, reason: 'otherActor' };
  const { savedAt } = content;
  const rows = await judge(intent.outbox, content);
  const local = await judgeLocal(intent, content);
  const ops = rows.flatMap(({ op }) => op ?? []);
  const takenAt = await findTakenAt(intent, content);
  const named = await nameItems(local, ops);
  return { ok: true, savedAt, rows, local: named, takenAt };
}

/**
 * Takes in the changes of a file that this user saved on another device. Each
 * at most once: the other device may have sent it since, so the server is asked
 * before anything goes out, and a notification waits for a person. The local work is
 * merged with what is here.
 * @throws when the device cannot store them: then none was taken in.
 */
export function importOutbox(file: Blob): Promise<OutboxImport> {
  return guardUnload(() => takeIn(file));
}

async function takeIn(file: Blob): Promise<OutboxImport> {
  const content = parse(await file.text());
  if (!content) return { ok: false, reason: 'unreadable' };
  const { intent, actor } = databases();
  if (content.actor !== actor) return { ok: false, reason: 'otherActor' };

  const { outbox, idMap } = intent;
  assertNotPaused();
  const take = () =>
    intent.transaction('rw', tablesOf(intent), async () => {
      await assertFreshBuild(intent);
      const rows = await judge(outbox, content);
      const added = rows.flatMap(({ is, op, hadPin }) =>
        is === 'new' && op ? [importedOp(op, hadPin)] : [],
      );
      await outbox.bulkAdd(added);
      await idMap.bulkPut(content.ids);
      await noteTaken(intent, content);
      const local = await takeLocal(intent, content);
      return { rows, added, local, work: await readWork(intent) };
    });
  const { rows, added, local, work } = await withRoom(take);
  tellWork(work);
  void sync.push();
  const skipped = rows.filter(({ is }) => is === 'known').length;
  return {
    ok: true,
    added: added.length,
    skipped,
    refused: rows.length - added.length - skipped + countMalformed(local),
    local: countNew(local),
    withoutPin: added.filter(hasPin).length,
  };
}

/** Everything that a file is made of, and whether this build may write. */
function tablesOf({ outbox, idMap, meta, ...rest }: IntentDatabase) {
  const { triage, calls, plan, views } = rest;
  return [outbox, idMap, meta, triage, calls, plan, views];
}

function countMalformed(items: FileItems): number {
  return Object.values(items)
    .flatMap((each: readonly { is: string }[]) => each)
    .filter(({ is }) => is === 'malformed').length;
}

/** What becomes of each row of a file here; the second of two equal ones is known. */
async function judge(
  outbox: IntentDatabase['outbox'],
  { actor, ops, withPin }: OutboxContent,
): Promise<FileRow[]> {
  const read = ops.map(readRow);
  const opIds = read.flatMap((op) => op?.opId ?? []);
  const known = await outbox.where('opId').anyOf(opIds).toArray();
  const seen = new Set(known.map(({ opId }) => opId));
  return read.map((op, at): FileRow => {
    const place = at + 1;
    if (!op) {
      const kind = kindOfRow(ops[at]);
      const named = kind === undefined ? {} : { kind };
      return { place, is: 'malformed', hadPin: false, ...named };
    }
    const { kind, opId } = op;
    const row = { place, op, kind, hadPin: withPin.includes(opId) };
    if (op.actor !== actor) return { ...row, is: 'otherActor' };
    if (seen.has(opId)) return { ...row, is: 'known' };
    seen.add(opId);
    return { ...row, is: 'new' };
  });
}

function parse(text: string): OutboxContent | undefined {
  try {
    const file: unknown = JSON.parse(text);
    if (!isOutboxFile(file)) return undefined;
    const { check, ...content } = file;
    if (fingerprint(content) !== check) return undefined;
    const ops = content.ops.map((op) =>
      isRecord(op) ? withTodaysNames(op) : op,
    );
    return { ...content, ops };
  } catch {
    // Not JSON: not a queue file.
    return undefined;
  }
}

/** The outline of a file; its rows are read one by one. */
function isOutboxFile(value: unknown): value is OutboxFile {
  return (
    isRecord(value) &&
    value['app'] === APP &&
    READABLE_VERSIONS.has(value['version']) &&
    ['string', 'undefined'].includes(typeof value['id']) &&
    typeof value['actor'] === 'string' &&
    typeof value['savedAt'] === 'number' &&
    typeof value['check'] === 'string' &&
    Array.isArray(value['ops']) &&
    LOCAL_KINDS.every((kind) => Array.isArray(value[kind] ?? [])) &&
    isListOf(value['withPin'], (each) => typeof each === 'string') &&
    isListOf(value['ids'], isIdRow)
  );
}

function isIdRow(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    typeof value['realId'] === 'number'
  );
}

function isListOf(value: unknown, isIt: (each: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isIt);
}
