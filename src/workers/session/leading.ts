import type { Client } from '@/api/client';
import { assertFreshBuild } from '@/db/writer';

import { FencedError } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';

/**
 * Throws when a newer leader took over or a newer build shut this one out; call
 * inside a transaction on `intent`.
 */
export async function assertLeading({
  databases,
  epoch,
}: Pick<Engine, 'databases' | 'epoch'>): Promise<void> {
  await assertFreshBuild(databases.intent);
  const row = await databases.intent.meta.get('leaderEpoch');
  if (row?.v !== epoch) throw new FencedError('Another leader took over');
}

/**
 * A client whose writes leave only while this worker leads: one that was frozen
 * between its claim and its request may have been replaced meanwhile, and its
 * request would come after newer ones. Such a write throws and is not sent.
 */
export function writingAsLeader(
  client: Client,
  { databases, epoch }: Pick<Engine, 'databases' | 'epoch'>,
): Client {
  const { intent } = databases;
  return {
    ...client,
    async send(request) {
      await intent.transaction('r', intent.meta, async () => {
        await assertLeading({ databases, epoch });
      });
      return client.send(request);
    },
  };
}
