import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { createBoundedQueue } from '../../../../server/bounded-queue';
import { ngoAdmin, observer } from '../../../../server/db/schema';
import { countHashes } from '../../support/count-hashes';
import { onPglite } from '../../support/on-pglite';
import { freshServer, startServer } from '../../support/server';

/** The embedded database has one connection: a transaction keeps all others waiting. */
onPglite((database) => {
  const server = freshServer(database);
  const dana = { phone: '0722000044', pin: '4321', name: 'Dana Pop' };
  const add = {
    method: 'POST',
    as: 'organizer',
    body: dana,
  } as const;

  /** A server whose queue of sign-ins is busy until `release` is called. */
  function busy(waiting: number) {
    const signIns = createBoundedQueue(1, waiting);
    let release = () => {};
    void signIns.run(() => new Promise<void>((resolve) => (release = resolve)));
    return {
      on: startServer(database(), { signIns }),
      release: () => release(),
    };
  }

  it('a new PIN waits for its turn in the queue of the sign-ins, and holds up nobody', async () => {
    const { on, release } = busy(5);
    const added = on.ask('/api/v1/observer', add);
    const rename = { observerId: 41, name: 'Another Name' };
    const changed = await on.ask('/api/v1/observer', {
      method: 'PUT',
      as: 'organizer',
      body: rename,
    });
    expect(changed.status).toBe(200);
    release();
    expect((await added).status).toBe(200);
    const signedIn = await on.ask('/api/v2/access/authorize', {
      method: 'POST',
      body: { user: dana.phone, password: dana.pin, fcmToken: 'device' },
    });
    expect(signedIn.status).toBe(200);
  });

  it('a new PIN for which there is no room is refused, and nothing is stored', async () => {
    const { on, release } = busy(0);
    const before = await database().db.select().from(observer);
    for (const [method, path, body] of [
      ['POST', '/api/v1/observer', dana],
      ['PUT', '/api/v1/observer', { observerId: 41, pin: '987654' }],
      [
        'POST',
        '/api/v1/observer/reset',
        { action: 'reset-password', phoneNumber: '0722000041', pin: '987654' },
      ],
    ] as const) {
      const reply = await on.ask(path, { method, as: 'organizer', body });
      expect(reply.status).toBe(503);
      expect(reply.headers.get('Retry-After')).toBe('5');
    }
    release();
    expect(await database().db.select().from(observer)).toEqual(before);
  });

  it('an organisation has at most 200 accounts, also when many are added at once', async () => {
    const { db } = database();
    const ofNgo = eq(ngoAdmin.ngoId, 2);
    const known = await db.$count(ngoAdmin, ofNgo);
    await db.insert(ngoAdmin).values(
      Array.from({ length: 198 - known }, (_, at) => ({
        ngoId: 2,
        account: `old-${at}`,
        password: 'none',
      })),
    );
    const statuses: number[] = [];
    const hashes = await countHashes(async () => {
      const replies = await Promise.all(
        Array.from({ length: 5 }, (_, at) =>
          server().ask('/api/extensions/accounts', {
            method: 'POST',
            as: 'organizer',
            body: {
              ngoId: 2,
              account: `new-${at}`,
              password: 'long enough too',
            },
          }),
        ),
      );
      statuses.push(...replies.map(({ status }) => status));
    });
    expect(statuses.sort()).toEqual([200, 200, 422, 422, 422]);
    expect(await db.$count(ngoAdmin, ofNgo)).toBe(200);
    expect(hashes.mostAtOnce).toBeLessThanOrEqual(2);
  });
});
