import type { EnrolmentCode } from '@/domain/enrolment';
import type { Reply } from '@/domain/outbox/outcome';
import { sync } from '@/workers/client';

/**
 * Has the server make a code by which an observer sets a PIN, now; the one before it
 * ends. Nothing of it is kept on the device.
 */
export function makeEnrolmentCode(
  observerId: number,
): Promise<Reply<EnrolmentCode | undefined>> {
  return sync.makeEnrolmentCode(observerId);
}

/**
 * Sets the PIN of the observer of a code; nobody need be signed in. Apart from all that
 * reads the databases: the page of the link must not load them.
 * @param host origin of the API; empty = the origin that served the app.
 */
export function setPinByCode(
  code: string,
  pin: string,
  host: string,
): Promise<Reply<unknown>> {
  return sync.setPinByCode(code, pin, host);
}
