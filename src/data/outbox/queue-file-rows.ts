import * as v from 'valibot';

import type { OpKind } from '@/domain/outbox/kinds';
import {
  idSchema,
  momentSchema,
  opKinds,
  theirsSchema,
} from '@/domain/outbox/kinds';
import type { NewOp } from '@/domain/outbox/op';
import { laneOf, openStates } from '@/domain/outbox/op';
import { failureKinds } from '@/domain/outbox/outcome';

const text = v.string();

/** What a file says of a change beside its kind and its arguments. */
const facts = {
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
  highestKnownId: v.exactOptional(idSchema),
  failure: v.exactOptional(
    v.object({
      kind: v.picklist(failureKinds),
      status: v.exactOptional(v.number()),
      detail: v.exactOptional(text),
    }),
  ),
  theirs: v.exactOptional(theirsSchema),
  overrode: v.exactOptional(theirsSchema),
};

/**
 * Reads one change out of a file.
 * @returns undefined when this version cannot read it, whole and in every part.
 */
export function readRow(value: unknown): NewOp | undefined {
  const kind = kindOfRow(value);
  if (kind === undefined) return undefined;
  const { version, args } = opKinds[kind];
  const row = v.object({
    kind: v.literal(kind),
    version: v.literal(version),
    args,
    ...facts,
  });
  const { success, output } = v.safeParse(row, value);
  // The schema of the arguments is the one of the kind.
  return success ? ({ ...output, lane: laneOf(output) } as NewOp) : undefined;
}

/** The kind that a row says it is, also when the rest of it cannot be read. */
export function kindOfRow(value: unknown): OpKind | undefined {
  const { success, output } = v.safeParse(v.object({ kind: text }), value);
  if (!success) return undefined;
  return (Object.keys(opKinds) as OpKind[]).find(
    (kind) => kind === output.kind,
  );
}
