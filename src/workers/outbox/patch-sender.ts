import {
  clashesOf,
  comparedOf,
  fieldEditOf,
  isEditIn,
} from '@/domain/outbox/field-edit';
import type { EditKind, Theirs } from '@/domain/outbox/kinds';
import type { OpOf } from '@/domain/outbox/op';
import { hasPin } from '@/domain/outbox/op';
import type { Failure, Reply } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine/engine';
import { realIdOf } from './ids';
import type { Sender } from './sender';

/** A row of the server as it was asked for; 'none': the server has none. */
type Asked<R> = Promise<R | 'none' | Failure>;

/**
 * How rows of one sort are asked for, edited and taken over. `id` is always the
 * server's.
 */
interface EditedRows<K extends EditKind, R extends object> {
  /**
   * The row that the edit is compared with before it is sent; may come from a list
   * that was read since the edit was stored.
   */
  fresh(engine: Engine, op: OpOf<K>, id: number): Asked<R>;
  /** The row as the server has it now. */
  find(engine: Engine, op: OpOf<K>, id: number): Asked<R>;
  /** Sends the edit once. @param key see `Sender.send`. */
  send(
    engine: Engine,
    op: OpOf<K>,
    id: number,
    key: string,
  ): Promise<Reply<unknown>>;
  cached(engine: Engine, id: number): Promise<R | undefined>;
  /** Caches the row, acknowledged in one commit. */
  takeOver(engine: Engine, id: number, row: R): Promise<void>;
  /** Others deleted it. */
  noteGone?(engine: Engine, id: number): Promise<void>;
  readMany?: Sender<K>['readMany'];
}

/** The sender of a kind that edits single fields of a row (`Kind.edits`). */
export function patchSender<K extends EditKind, R extends object>(
  rows: EditedRows<K, R>,
): Sender<K> {
  return {
    async preflight(engine, op) {
      const id = await realIdOf(engine, op.args.id);
      const now = await rows.fresh(engine, op, id);
      if (now === 'none') {
        await rows.noteGone?.(engine, id);
        return { found: 'gone' };
      }
      if (isFailure(now)) return { found: 'silence', failure: now };
      const edit = fieldEditOf(op);
      const row = comparedOf(edit.rules, now);
      if (clashesOf(edit, row).length === 0) return { found: 'clear' };
      // What a person decides is laid over what they decided about, never over an older row.
      await rows.takeOver(engine, id, now);
      const theirs = { kind: edit.rules.row, row } as Theirs;
      return { found: 'conflict', theirs };
    },

    async send(engine, op, key) {
      return rows.send(engine, op, await realIdOf(engine, op.args.id), key);
    },

    async verify(engine, op) {
      const id = await realIdOf(engine, op.args.id);
      const now = await rows.find(engine, op, id);
      if (now === 'none') {
        await rows.noteGone?.(engine, id);
        return 'gone';
      }
      if (isFailure(now)) return 'unsure';
      const edit = fieldEditOf(op);
      const row = comparedOf(edit.rules, now);
      // A PIN cannot be read back; setting it to the same value once more does no harm.
      if (isEditIn(edit, row) && !hasPin(op)) return 'applied';
      // Others changed it meanwhile: sent again it would undo that unasked.
      return clashesOf(edit, row).length === 0 ? 'notApplied' : 'conflict';
    },

    async acknowledge(engine, op) {
      const id = await realIdOf(engine, op.args.id);
      // The server said yes, and a preflight has just read the row: nothing to ask
      // again, unless the copy is filled anew.
      const kept =
        (await rows.cached(engine, id)) ?? (await rows.find(engine, op, id));
      if (kept !== 'none' && !isFailure(kept)) {
        await rows.takeOver(engine, id, { ...kept, ...op.args.patch });
      }
      return undefined;
    },

    ...(rows.readMany ? { readMany: rows.readMany } : {}),
  };
}

function isFailure(asked: object): asked is Failure {
  return !('id' in asked);
}
