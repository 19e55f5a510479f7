import { eq, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import { observer } from '../db/schema';
import { NEXT_EPOCH_OF_PHONE } from './sessions';

/**
 * Remembers the phone's registration for push messages (docs/api-contract.md
 * 4.6).
 */
export async function registerDevice(
  db: Db,
  observerId: number,
  device: {
    deviceId?: string | undefined;
    channelName?: string | undefined;
    fcmToken?: string | undefined;
  },
  now: Date,
): Promise<void> {
  await db
    .update(observer)
    .set({
      ...device,
      deviceRegisterDate: sql`coalesce(${observer.deviceRegisterDate}, ${now.toISOString()})`,
    })
    .where(eq(observer.id, observerId));
}

/**
 * Removes the phone that is bound to an observer, and ends its tokens
 * (docs/api-contract.md 3.9).
 */
export async function unbindDevice(tx: Db, id: number): Promise<void> {
  await tx
    .update(observer)
    .set({
      deviceId: null,
      deviceRegisterDate: null,
      channelName: null,
      fcmToken: null,
      epoch: NEXT_EPOCH_OF_PHONE,
    })
    .where(eq(observer.id, id));
}
