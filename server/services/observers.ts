import { count, eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import {
  answer,
  note,
  notificationRecipient,
  observer,
  removedAnswer,
  stationInfo,
  triageMark,
} from '../db/schema';
import { CrashingError, SAVING_CRASHED } from '../http/problems/problem';
import { findByPhone } from '../queries/observers';
import { beginFeedAnew } from './feed';
import { isPasswordRight } from './password';
import { NEXT_EPOCH_OF_PHONE } from './sessions';

interface NewObserver {
  ngoId: number;
  name: string;
  phone: string;
  /** Of `hashPin`. */
  pin: string;
}

/**
 * Adds an observer and answers the id. Phones may repeat (docs/api-contract.md
 * 3.2). With `isHighestPlusOne` the id is the highest one plus 1, as on the
 * original server: two additions at once collide, and a deleted id is given
 * again.
 */
export async function addObserver(
  tx: Db,
  added: NewObserver,
  isHighestPlusOne: boolean,
): Promise<number> {
  const id = isHighestPlusOne
    ? sql<number>`(select coalesce(max(id), 0) + 1 from ${observer})`
    : undefined;
  const [row] = await tx
    .insert(observer)
    .values({ ...added, ...(id ? { id } : {}) })
    .returning({ id: observer.id });
  if (!row) throw new Error('The observer was not stored.');
  return row.id;
}

/**
 * Locks the observer's row and answers the NGO; undefined when there is no such
 * observer.
 */
export async function holdObserver(
  tx: Db,
  id: number,
): Promise<{ ngoId: number } | undefined> {
  const [row] = await tx
    .select({ ngoId: observer.ngoId })
    .from(observer)
    .where(eq(observer.id, id))
    .for('update');
  return row;
}

const DATA = [
  ['answers', answer],
  ['notes', note],
  ['station info', stationInfo],
  ['triage marks', triageMark],
  ['received notifications', notificationRecipient],
] as const;

/**
 * Deletes an observer without data; 400 with the reason as `detail` when there
 * is data. The known servers fail on a foreign key instead
 * (docs/api-contract.md 3.4).
 */
export async function deleteObserver(tx: Db, id: number): Promise<void> {
  for (const [name, table] of DATA) {
    const [found] = await tx
      .select({ n: count() })
      .from(table)
      .where(eq(table.observerId, id));
    if (!found?.n) continue;
    throw new CrashingError(
      `This observer has ${name} and cannot be deleted.`,
      'crashingDeletes',
      false,
      SAVING_CRASHED,
    );
  }
  // The feed could no longer say whose answers these were.
  const removed = await tx
    .delete(removedAnswer)
    .where(eq(removedAnswer.observerId, id))
    .returning({ id: removedAnswer.observerId });
  if (removed.length > 0) await beginFeedAnew(tx);
  await tx.delete(observer).where(eq(observer.id, id));
}

/**
 * Sets a new pin for the first observer with exactly this phone, and ends its
 * tokens (docs/api-contract.md 3.5). Answers false when there is none.
 */
export async function resetPin(
  tx: Db,
  phone: string,
  hash: string,
): Promise<boolean> {
  const id = await findByPhone(tx, phone);
  if (id === undefined) return false;
  await setPin(tx, id, hash);
  return true;
}

/** Sets a new pin, of `hashPin`, and ends the observer's tokens. */
export async function setPin(tx: Db, id: number, hash: string): Promise<void> {
  await tx
    .update(observer)
    .set({ pin: hash, epoch: NEXT_EPOCH_OF_PHONE })
    .where(eq(observer.id, id));
}

/** The fields that an organizer changes; undefined leaves a field as it is. */
interface ObserverChange {
  name?: string | undefined;
  phone?: string | undefined;
  pin?: NewPin | undefined;
}

/** A PIN that is set, as it was before the transaction: to hash takes long. */
interface NewPin {
  hash: string;
  /** The stored hash that it was right for already. */
  same: string | undefined;
}

/** The stored hash of an observer's PIN, where `pin` is right for it. */
export async function findSamePin(
  db: Db,
  observerId: number,
  pin: string,
): Promise<string | undefined> {
  const [row] = await db
    .select({ stored: observer.pin })
    .from(observer)
    .where(eq(observer.id, observerId));
  const isSame = row && (await isPasswordRight(pin, row.stored));
  return isSame ? row.stored : undefined;
}

/**
 * Changes one observer. Answers false both when nothing differs and when the id
 * is unknown, as the original server does (docs/api-contract.md 3.3).
 */
export async function updateObserver(
  tx: Db,
  observerId: number,
  change: ObserverChange,
): Promise<boolean> {
  const [before] = await tx
    .select()
    .from(observer)
    .where(eq(observer.id, observerId))
    .for('update');
  if (!before) return false;
  const name = change.name ?? before.name;
  const phone = change.phone ?? before.phone;
  // Somebody may have set another one since it was compared.
  const { pin: sent } = change;
  const pin = sent && sent.same !== before.pin ? sent.hash : before.pin;
  if (name === before.name && phone === before.phone && pin === before.pin) {
    return false;
  }
  await tx
    .update(observer)
    .set({
      name,
      phone,
      pin,
      ...(pin === before.pin ? {} : { epoch: NEXT_EPOCH_OF_PHONE }),
    })
    .where(eq(observer.id, observerId));
  return true;
}
