import type { Op } from '@/domain/outbox/op';
import { isParked } from '@/domain/outbox/op';
import { opFailureText } from '@/components/failure';

import { allTexts } from '../../support/all-texts';
import type { Complain } from '../story/sentences';
import type { Account } from '../device/stage';

/** Words that promise that something happens without a person. */
const PROMISE = /is (tried|sent) again|tries again|later/i;

const { t } = allTexts('en');

/** Ops whose words fit; a write puts a new object in the place of the old one. */
const fitting = new WeakSet<Op>();

/** I20: what waits for a person does not promise that it is tried again by itself. */
export function wordsFitTheState(account: Account, complain: Complain): void {
  for (const op of account.stored.intent('outbox')) {
    if (!isParked(op.state) || fitting.has(op)) continue;
    const { detail: _, ...failure } = op.failure ?? {
      kind: 'timeout' as const,
    };
    const words = opFailureText({ ...op, failure }, t) ?? '';
    if (PROMISE.test(words)) {
      complain(
        'I20',
        `op ${op.seq} ${op.kind} is ${op.state} and says: ${words}`,
      );
    } else fitting.add(op);
  }
}
