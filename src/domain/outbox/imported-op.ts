import type { NewOp, OpState } from './op';
import { rulesOf } from './kinds';
import { isParked } from './op';
import type { Failure } from './outcome';
import { askableAt } from './waits';

/**
 * A change of a queue file as it begins here. The other device may have sent it: the
 * server is asked first. What waited for a person goes on waiting, a message asks,
 * and a change whose PIN stayed behind is refused until it is typed again.
 */
export function importedOp(op: NewOp, hadPin: boolean): NewOp {
  const state: OpState = isParked(op.state)
    ? op.state
    : op.kind === 'notification.send'
      ? 'needsConfirm'
      : 'unknown';
  const nextAt = state === 'unknown' ? askableAt(op) : 0;
  const failure: Failure | undefined = isParked(op.state)
    ? op.failure
    : { kind: 'takenOver' };
  const begun: NewOp = {
    ...op,
    state,
    attempts: 0,
    nextAt,
    failure,
    shared: 'saved',
    isTaken: true,
  };
  if (!hadPin) return begun;
  const lost: NewOp = {
    ...begun,
    state: 'rejected',
    failure: { kind: 'pinLost' },
  };
  if (!rulesOf(op.kind).takesPin) return lost;
  // Sealed with nothing: sent again without its PIN it would change too little.
  const pin = { iv: new Uint8Array(), data: new ArrayBuffer() };
  return { ...lost, args: { ...lost.args, pin } } as NewOp;
}
