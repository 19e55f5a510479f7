import { eq } from 'drizzle-orm';

import type { Db } from '../db/open';
import { observer } from '../db/schema';
import { hashPassword, isPasswordRight } from '../http/password';

/** What an organizer may change; undefined leaves a field as it is. */
export interface ObserverChange {
  name: string | undefined;
  phone: string | undefined;
  pin: string | undefined;
}

/**
 * Changes one observer. False when nothing differs or the id is unknown, as
 * the original answers (docs/api-contract.md 3.3).
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
  const pin = await nextPin(change.pin, before.pin);
  if (name === before.name && phone === before.phone && pin === before.pin) {
    return false;
  }
  await tx
    .update(observer)
    .set({ name, phone, pin })
    .where(eq(observer.id, observerId));
  return true;
}

async function nextPin(pin: string | undefined, before: string) {
  if (pin === undefined || (await isPasswordRight(pin, before))) return before;
  return hashPassword(pin);
}
