import { expect, it } from 'vitest';

import { ngoAdmin } from '../../../server/db/schema';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, START } from '../support/server';

const path = '/api/extensions/accounts';
const LAST =
  'This is the last organizer account that is active. Add or activate another one first.';

/** docs/api-contract.md 10.5. */
onEachDatabase((database) => {
  const server = freshServer(database);

  const write = (method: string, to: string, body: unknown) =>
    server().ask(to, { method, as: 'organizer', body });
  const signIn = (user: string, password: string) =>
    server().ask('/api/v2/access/authorize', {
      method: 'POST',
      body: { user, password },
    });
  const added = {
    ngoId: 2,
    account: 'dan@example.org',
    password: 'long enough too',
  };

  it('lists the accounts of all NGOs, without passwords', async () => {
    await signIn('ana.pop@example.org', 's3cret');
    expect(await server().read(path)).toEqual([
      {
        id: 3,
        ngoId: 1,
        ngo: 'Observers United',
        account: 'olga@example.org',
        isActive: true,
        isOrganizer: true,
        lastSignInAt: null,
        createdAt: null,
      },
      {
        id: 7,
        ngoId: 2,
        ngo: 'Free Vote Association',
        account: 'ana.pop@example.org',
        isActive: true,
        isOrganizer: false,
        lastSignInAt: START.toISOString(),
        createdAt: null,
      },
    ]);
  });

  it('adds one to another NGO, who signs in', async () => {
    const reply = await write('POST', path, added);
    expect(reply.status).toBe(200);
    const id = await reply.json();
    expect(await server().read(path)).toContainEqual(
      expect.objectContaining({ id, ngoId: 2, createdAt: START.toISOString() }),
    );
    expect((await signIn(added.account, added.password)).status).toBe(200);
  });

  it.each([
    ['a short password', { password: 'x'.repeat(11) }, 400, 'Password'],
    ['no name', { account: ' ' }, 400, 'Account'],
    ['a name that is taken', { account: 'OLGA@example.org' }, 409, 'Account'],
  ])('adds none with %s', async (_, change, status, field) => {
    const reply = await write('POST', path, { ...added, ...change });
    expect(reply.status).toBe(status);
    expect(await reply.json()).toHaveProperty(['errors', field]);
    expect(await server().read(path)).toHaveLength(2);
  });

  it('adds none to an NGO that does not exist', async () => {
    const reply = await write('POST', path, { ...added, ngoId: 99 });
    expect(reply.status).toBe(400);
  });

  it('closes and opens an account, and gives it a password', async () => {
    const ana = `${path}/7`;
    expect((await write('PATCH', ana, { isActive: false })).status).toBe(200);
    expect((await signIn('ana.pop@example.org', 's3cret')).status).toBe(400);
    const password = 'a better password';
    await write('PATCH', ana, { isActive: true, password });
    expect((await signIn('ana.pop@example.org', password)).status).toBe(200);
    const short = await write('PATCH', ana, { password: 'short' });
    expect(await short.json()).toHaveProperty('errors.Password');
    const unknown = await write('PATCH', `${path}/99`, { isActive: true });
    expect(unknown.status).toBe(404);
    expect((await write('PATCH', ana, {})).status).toBe(400);
  });

  it.each([
    ['its account closes', `${path}/3`, 'PATCH', { isActive: false }],
    ['its NGO closes', '/api/v1/ngo/1/status', 'PATCH', { isActive: false }],
    [
      'its NGO is no organizer any more',
      '/api/v1/ngo/1/organizer',
      'PATCH',
      { isOrganizer: false },
    ],
    [
      'its NGO is edited to be none',
      '/api/v1/ngo/1',
      'POST',
      { shortName: 'ORG', name: 'Observers United', organizer: false },
    ],
  ])(
    'keeps the last organizer: refused when %s',
    async (_, to, method, body) => {
      const reply = await write(method, to, body);
      expect(reply.status).toBe(409);
      expect(await reply.json()).toMatchObject({ detail: LAST });
      expect(await server().read('/api/v1/ngo/1')).toMatchObject({
        isActive: true,
        organizer: true,
      });
      expect((await signIn('olga@example.org', 'organizer-pass')).status).toBe(
        200,
      );
      // An account that is closed itself is no other organizer.
      await database().db.insert(ngoAdmin).values({
        ngoId: 1,
        account: 'closed',
        password: 'x',
        isActive: false,
      });
      expect((await write(method, to, body)).status).toBe(409);
      await database()
        .db.insert(ngoAdmin)
        .values({ ngoId: 1, account: 'open', password: 'x' });
      const isOfNgo = to !== `${path}/3`;
      const next = await write(method, to, body);
      expect(next.status).toBe(isOfNgo ? 409 : 200);
    },
  );

  it('keeps one of two organizers who close each other at once', async () => {
    await database()
      .db.insert(ngoAdmin)
      .values({ id: 20, ngoId: 1, account: 'second', password: 'x' });
    const replies = await Promise.all([
      write('PATCH', `${path}/3`, { isActive: false }),
      write('PATCH', `${path}/20`, { isActive: false }),
    ]);
    const [done, refused] = replies.map(({ status }) => status).sort();
    expect(done).toBe(200);
    // 401: the first one has closed the account of these requests.
    expect([401, 409]).toContain(refused);
    const left = await database().db.select().from(ngoAdmin);
    expect(
      left.filter(({ ngoId, isActive }) => ngoId === 1 && isActive),
    ).toHaveLength(1);
  });
});
