import { useMemo } from 'react';

import { useOutbox } from '@/data/outbox/outbox';
import type { KindOf } from '@/domain/outbox/kinds';
import type { Op, OpOf } from '@/domain/outbox/op';
import { formLane, isOf, isParked } from '@/domain/outbox/op';

export type FormOp = Extract<Op, { kind: KindOf<'form'> }>;

/**
 * Changes of forms that the server refused or that need a decision, oldest first;
 * the rest of their form's lane waits behind them. Undefined until read.
 */
export function useParkedForms(): FormOp[] | undefined {
  const ops = useOutbox();
  return useMemo(
    () =>
      ops
        ?.filter(isFormOp)
        .filter(({ state }) => isParked(state))
        .reverse(),
    [ops],
  );
}

/** The same, of one form. */
export function useParkedOf(formId: number): FormOp[] | undefined {
  const parked = useParkedForms();
  return useMemo(
    () => parked?.filter(({ lane }) => lane === formLane({ id: formId })),
    [parked, formId],
  );
}

function isFormOp(op: Op): op is FormOp {
  return isOf(op, 'form');
}

/** A change that carries a whole form: it can be opened and edited again. */
export function isContent(
  op: FormOp,
): op is OpOf<'form.create'> | OpOf<'form.update'> {
  return op.kind === 'form.create' || op.kind === 'form.update';
}

/** The form that a change is about, as the user saw it. */
export function metaOf(op: FormOp): { code: string; description: string } {
  return isContent(op) ? op.args.input : op.args.base;
}
