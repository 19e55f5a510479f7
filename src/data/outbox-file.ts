import type { IdRow } from '@/db/intent';
import { databases } from '@/db/open';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import { fingerprint } from '@/domain/fingerprint';
import type { NewOp, Op, OpState } from '@/domain/op';
import { isParked, openStates, opKinds, withoutSecrets } from '@/domain/op';
import { sync } from '@/workers/client';

import { withRoom } from '@/db/room';

const APP = 'vote-monitoring-outbox';
const VERSION = 1;

/** What leaves the device: open changes in their order, and no secret. */
interface OutboxContent {
  app: typeof APP;
  version: typeof VERSION;
  /** `actorKey` of the owner: nobody else may take it in. */
  actor: string;
  /** Epoch ms. */
  savedAt: number;
  ops: Op[];
  /** Ids of the changes that carried a PIN, which stays on the device it was typed on. */
  withPin: string[];
  /** The host's ids of what was created here under temporary ones. */
  ids: IdRow[];
}

interface OutboxFile extends OutboxContent {
  /** Fingerprint of the rest: a file cut short or edited by hand is refused. */
  check: string;
}

export type OutboxImport =
  | {
      ok: true;
      /** Taken in. */
      added: number;
      /** Known here already, sent or not. */
      skipped: number;
      /** Of the added ones: refused until their PIN is typed again. */
      withoutPin: number;
    }
  /** unreadable: no outbox of this version. otherActor: somebody else's. */
  | { ok: false; reason: 'unreadable' | 'otherActor' };

/** The changes that the host does not have yet, as a JSON file for another device. */
export async function exportOutbox(): Promise<Blob> {
  const { intent, actor } = databases();
  const { outbox, idMap } = intent;
  const content = await intent.transaction(
    'r',
    outbox,
    idMap,
    async (): Promise<OutboxContent> => {
      const open = await outbox.where('state').anyOf(openStates).sortBy('seq');
      return {
        app: APP,
        version: VERSION,
        actor,
        savedAt: Date.now(),
        ops: open.map(withoutSecrets),
        withPin: open.filter(hasPin).map(({ opId }) => opId),
        ids: await idMap.toArray(),
      };
    },
  );
  const file: OutboxFile = { ...content, check: fingerprint(content) };
  return new Blob([JSON.stringify(file, null, 2)], {
    type: 'application/json',
  });
}

/**
 * Takes in the changes of a file that this user saved on another device. Each
 * at most once: the other device may have sent it since, so the host is asked
 * before anything goes out, and a notification waits for a person.
 * @throws when the device cannot keep them: then none was taken in.
 */
export async function importOutbox(file: Blob): Promise<OutboxImport> {
  const content = parse(await file.text());
  if (!content) return { ok: false, reason: 'unreadable' };
  const { intent, actor } = databases();
  if (content.actor !== actor) return { ok: false, reason: 'otherActor' };

  const { outbox, idMap, meta } = intent;
  assertNotPaused();
  const taken = await withRoom(() =>
    intent.transaction('rw', outbox, idMap, meta, async () => {
      await assertFreshBuild(intent);
      const opIds = content.ops.map(({ opId }) => opId);
      const known = await outbox.where('opId').anyOf(opIds).toArray();
      const knownIds = new Set(known.map(({ opId }) => opId));
      const added = content.ops
        .filter(({ opId }) => !knownIds.has(opId))
        .map((op) => arrived(op, content.withPin.includes(op.opId)));
      await outbox.bulkAdd(added);
      await idMap.bulkPut(content.ids);
      return added;
    }),
  );
  void sync.push();
  return {
    ok: true,
    added: taken.length,
    skipped: content.ops.length - taken.length,
    withoutPin: taken.filter(hasPin).length,
  };
}

/** A change as it begins anew here: of unknown fate, unless a person decides anyway. */
function arrived(op: Op, hadPin: boolean): NewOp {
  const { seq: _, epoch: __, denials: ___, ...kept } = op;
  const state: OpState = isParked(op.state)
    ? op.state
    : op.kind === 'notification.send'
      ? 'needsConfirm'
      : 'unknown';
  const begun: NewOp = { ...kept, state, attempts: 0, nextAt: 0 };
  if (!hadPin) return begun;
  const lost: NewOp = {
    ...begun,
    state: 'rejected',
    failure: { kind: 'pinLost' },
  };
  // Sealed with nothing: sent again without its PIN it would change too little.
  const pin = { iv: new Uint8Array(), data: new ArrayBuffer() };
  switch (lost.kind) {
    case 'observer.create':
      return { ...lost, args: { ...lost.args, pin } };
    case 'observer.update':
      return { ...lost, args: { ...lost.args, pin } };
    default:
      return lost;
  }
}

function hasPin(op: Op | NewOp): boolean {
  return 'pin' in op.args && op.args.pin !== undefined;
}

function parse(text: string): OutboxContent | undefined {
  try {
    const file: unknown = JSON.parse(text);
    if (!isOutboxFile(file)) return undefined;
    const { check, ...content } = file;
    return fingerprint(content) === check ? content : undefined;
  } catch {
    // Not JSON: somebody chose another file.
    return undefined;
  }
}

/** The fingerprint vouches for what is inside the changes; here it is their outline. */
function isOutboxFile(value: unknown): value is OutboxFile {
  return (
    isRecord(value) &&
    value['app'] === APP &&
    value['version'] === VERSION &&
    typeof value['actor'] === 'string' &&
    typeof value['savedAt'] === 'number' &&
    typeof value['check'] === 'string' &&
    isListOf(value['ops'], isOp) &&
    isListOf(value['withPin'], (each) => typeof each === 'string') &&
    isListOf(value['ids'], isIdRow)
  );
}

function isOp(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value['args'])) return false;
  const rules = Object.entries(opKinds).find(([k]) => k === value['kind'])?.[1];
  return (
    rules !== undefined &&
    value['version'] === rules.version &&
    typeof value['opId'] === 'string' &&
    typeof value['lane'] === 'string' &&
    typeof value['createdAt'] === 'number' &&
    typeof value['args']['id'] === 'number' &&
    openStates.some((state) => state === value['state'])
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
