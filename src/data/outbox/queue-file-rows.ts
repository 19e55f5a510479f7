import * as v from 'valibot';

import type { NewOp, OpKind } from '@/domain/outbox/op';
import { laneOf, openStates, opKinds } from '@/domain/outbox/op';
import {
  argsSchemas,
  idSchema,
  momentSchema,
  theirsSchema,
} from '@/domain/outbox/op-args';
import { failureKinds } from '@/domain/outbox/outcome';

const text = v.string();

const rowOf = <K extends OpKind>(kind: K) =>
  v.object({
    kind: v.literal(kind),
    version: v.literal(opKinds[kind].version),
    args: argsSchemas[kind],
    opId: v.pipe(text, v.nonEmpty()),
    actor: text,
    createdAt: momentSchema,
    state: v.picklist(openStates),
    attempts: v.number(),
    nextAt: momentSchema,
    sentAt: v.exactOptional(momentSchema),
    createdId: v.exactOptional(idSchema),
    generation: v.exactOptional(v.number()),
    triedIds: v.exactOptional(v.array(idSchema)),
    failure: v.exactOptional(
      v.object({
        kind: v.picklist(failureKinds),
        status: v.exactOptional(v.number()),
        detail: v.exactOptional(text),
      }),
    ),
    theirs: v.exactOptional(theirsSchema),
    overrode: v.exactOptional(theirsSchema),
  });

const row = v.variant('kind', [
  rowOf('observer.create'),
  rowOf('observer.update'),
  rowOf('observer.delete'),
  rowOf('form.create'),
  rowOf('form.update'),
  rowOf('form.publish'),
  rowOf('form.delete'),
  rowOf('notification.send'),
  rowOf('county.create'),
  rowOf('county.update'),
]);

/**
 * Reads one change out of a file.
 * @returns undefined when this version cannot read it, whole and in every part.
 */
export function readRow(value: unknown): NewOp | undefined {
  const { success, output } = v.safeParse(row, value);
  if (!success) return undefined;
  return { ...output, lane: laneOf(output) };
}

/** The kind that a row says it is, also when the rest of it cannot be read. */
export function kindOfRow(value: unknown): OpKind | undefined {
  const { success, output } = v.safeParse(v.object({ kind: text }), value);
  if (!success) return undefined;
  return (Object.keys(opKinds) as OpKind[]).find(
    (kind) => kind === output.kind,
  );
}
