import { useMemo } from 'react';

import { useOutbox } from '@/data/outbox/outbox';
import type { Op, OpOf } from '@/domain/outbox/op';
import { formLane, isKind, isParked } from '@/domain/outbox/op';

export type FormOp =
  | OpOf<'form.create'>
  | OpOf<'form.update'>
  | OpOf<'form.publish'>
  | OpOf<'form.delete'>;

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
  return (
    isKind(op, 'form.create') ||
    isKind(op, 'form.update') ||
    isKind(op, 'form.publish') ||
    isKind(op, 'form.delete')
  );
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
