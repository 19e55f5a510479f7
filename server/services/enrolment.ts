import { createHash, randomBytes } from 'node:crypto';

import { eq, lt } from 'drizzle-orm';

import type { Db } from '../db/database';
import { enrolmentCode, ngo, observer } from '../db/schema';
import { ProblemError } from '../http/problems/problem';
import { findEnrolled } from '../queries/enrolment';
import { holdObserver, setPin } from './observers';

/** A QR code of fewer bytes is easier to read, and 128 bits are not guessed. */
const CODE_BYTES = 16;
const HOLDS_HOURS = 24;
const HOUR_MS = 3_600_000;

/**
 * Makes the code by which an observer sets a PIN; one that was made before ends. It is
 * good until `endsAt`. 404 when there is no such observer, 422 while the organisation is
 * closed. Call it in a transaction.
 */
export async function makeEnrolmentCode(
  tx: Db,
  observerId: number,
  now: Date,
): Promise<{ code: string; endsAt: Date }> {
  const [found] = await tx
    .select({ epoch: observer.epoch, isActive: ngo.isActive })
    .from(observer)
    .innerJoin(ngo, eq(ngo.id, observer.ngoId))
    .where(eq(observer.id, observerId))
    // Held, so that the epoch stays what it is.
    .for('update', { of: observer });
  if (!found) throw new ProblemError(404, 'There is no such observer.');
  if (!found.isActive) {
    throw new ProblemError(
      422,
      'The organisation of this observer is closed. Activate it first.',
    );
  }
  const code = randomBytes(CODE_BYTES).toString('base64url');
  const endsAt = new Date(now.getTime() + HOLDS_HOURS * HOUR_MS);
  const made = { hash: hashOf(code), epoch: found.epoch, endsAt };
  await tx
    .insert(enrolmentCode)
    .values({ observerId, ...made })
    .onConflictDoUpdate({ target: enrolmentCode.observerId, set: made });
  return { code, endsAt };
}

/** The observer of a code; undefined when it does not count, or no more. */
export function findByCode(
  db: Db,
  code: string,
  now: Date,
): Promise<number | undefined> {
  return findEnrolled(db, hashOf(code), now);
}

/**
 * Sets the PIN, of `hashPin`, of the observer of a code, which is used up by it, and ends
 * the observer's tokens. Answers the observer; undefined when the code does not count, or
 * no more. Call it in a transaction.
 */
export async function setPinByCode(
  tx: Db,
  code: string,
  pin: string,
  now: Date,
): Promise<number | undefined> {
  const observerId = await findByCode(tx, code, now);
  if (observerId === undefined) return undefined;
  await holdObserver(tx, observerId);
  // Another request may have used or ended it before this one held the observer.
  if ((await findByCode(tx, code, now)) === undefined) return undefined;
  await setPin(tx, observerId, pin);
  await tx
    .delete(enrolmentCode)
    .where(eq(enrolmentCode.observerId, observerId));
  return observerId;
}

export async function forgetOldEnrolmentCodes(
  db: Db,
  now: Date,
): Promise<void> {
  await db.delete(enrolmentCode).where(lt(enrolmentCode.endsAt, now));
}

/** What is stored of a code: random bits need no slow hash. */
function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
