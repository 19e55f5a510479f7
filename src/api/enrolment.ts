import * as v from 'valibot';

import type { EnrolmentCode } from '@/domain/enrolment';
import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';
import { date } from './wire';

const PATH = '/api/extensions/enrolment';

const made: v.GenericSchema<unknown, EnrolmentCode> = v.object({
  code: v.pipe(v.string(), v.nonEmpty()),
  endsAt: v.pipe(date, v.finite()),
});

/**
 * POST /api/extensions/enrolment (docs/api-contract.md 10.13): makes the code of an
 * observer, which the reply alone has. The one before it ends.
 */
export function makeEnrolmentCode(client: Client, observerId: number) {
  return client.send({
    method: 'POST',
    path: PATH,
    body: { observerId },
    schema: made,
  });
}

/**
 * POST /api/extensions/enrolment/pin: sets the PIN of the observer of a code, without a
 * token. 410 when the code is not good, or no more; 400 for a PIN that the server does
 * not take.
 */
export function setPinByCode(
  client: Client,
  code: string,
  pin: string,
): Promise<Reply<unknown>> {
  return client.send({
    method: 'POST',
    path: `${PATH}/pin`,
    body: { code, pin },
    schema: v.literal(true),
  });
}
