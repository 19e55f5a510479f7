import { expect, it } from 'vitest';

import { onEachDatabase } from '../support/on-each-database';
import { freshServer, type UserName } from '../support/server';

const path = '/api/v1/ngo';
const second = {
  id: 2,
  shortName: 'FVA',
  name: 'Free Vote Association',
  organizer: false,
  isActive: true,
};

/** docs/api-contract.md 4.9. */
onEachDatabase((database) => {
  const server = freshServer(database);

  const write = (
    method: string,
    to: string,
    body: unknown,
    as: UserName = 'organizer',
  ) => server().ask(to, { method, as, body });
  const done = async (reply: Promise<Response>) =>
    expect([(await reply).status, await (await reply).text()]).toEqual([
      200,
      '',
    ]);

  it('lists, adds and changes NGOs', async () => {
    expect(await server().read(path)).toEqual([
      {
        id: 1,
        shortName: 'ORG',
        name: 'Observers United',
        organizer: true,
        isActive: true,
      },
      second,
    ]);
    expect(await server().read(`${path}/2`)).toEqual(second);
    const added = {
      shortName: 'NEW',
      name: 'New one',
      organizer: false,
      isActive: false,
    };
    await done(write('POST', path, added));
    expect(await server().read(`${path}/3`)).toEqual({ id: 3, ...added });
    await done(write('POST', `${path}/3`, { ...added, name: 'Newer' }));
    await done(write('PATCH', `${path}/3/status`, { isActive: true }));
    await done(write('PATCH', `${path}/3/organizer`, { isOrganizer: true }));
    expect(await server().read(`${path}/3`)).toEqual({
      id: 3,
      shortName: 'NEW',
      name: 'Newer',
      organizer: true,
      isActive: true,
    });
  });

  it('renames an NGO without a word about its flags', async () => {
    await done(write('PATCH', `${path}/2/organizer`, { isOrganizer: true }));
    await done(write('PATCH', `${path}/2/status`, { isActive: false }));
    const names = { shortName: 'FV', name: 'Free Vote' };
    await done(write('POST', `${path}/2`, names));
    expect(await server().read(`${path}/2`)).toEqual({
      id: 2,
      ...names,
      organizer: true,
      isActive: false,
    });
  });

  it.each([
    ['POST', path, { shortName: 'x'.repeat(11), name: 'N' }],
    ['POST', path, { shortName: 'N', name: 'x'.repeat(201) }],
    ['POST', path, { shortName: 'N' }],
    ['POST', `${path}/99`, { shortName: 'N', name: 'N' }],
    ['PATCH', `${path}/2/status`, {}],
    ['PATCH', `${path}/99/status`, { isActive: true }],
  ])('refuses %s %s with %o', async (method, to, body) => {
    const reply = await write(method, to, body);
    expect(reply.status).toBe(400);
    expect(reply.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await server().read(path)).toHaveLength(2);
  });

  it("keeps the own NGO's accounts, and shows no password", async () => {
    const to = `${path}/2/ngoadmin`;
    expect(await server().read(to, 'admin')).toEqual([
      { id: 7, idNgo: 2, account: 'ana.pop@example.org', password: null },
    ]);
    const account = { account: 'dan@example.org', password: 'long enough too' };
    await done(write('POST', to, account, 'admin'));
    const id = 8;
    expect(await server().read(`${to}/${id}`, 'admin')).toMatchObject({
      account: 'dan@example.org',
      password: null,
    });
    const renamed = { account: 'dana@example.org', password: 'changed it too' };
    await done(write('POST', `${to}/${id}`, renamed, 'admin'));
    const login = (user: string, password: string) =>
      server().ask('/api/v2/access/authorize', {
        method: 'POST',
        body: { user, password },
      });
    expect((await login('dana@example.org', 'changed it too')).status).toBe(
      200,
    );
    expect((await login('dan@example.org', 'long enough too')).status).toBe(
      400,
    );
  });

  it('gives no two accounts the same name, in any casing', async () => {
    const to = `${path}/2/ngoadmin`;
    const password = 'long enough too';
    for (const [address, account] of [
      // The organizer's: each own sign-in would forget the failures of theirs.
      [to, 'olga@example.org'],
      [to, 'Olga@Example.org'],
      [to, 'ana.pop@example.org'],
      [`${to}/7`, 'OLGA@example.org'],
    ] as const) {
      const reply = await write(
        'POST',
        address,
        { account, password },
        'admin',
      );
      expect(reply.status).toBe(409);
      expect(reply.headers.get('Content-Type')).toBe(
        'application/problem+json',
      );
      expect(await reply.json()).toMatchObject({
        status: 409,
        detail: 'Another account already has this name.',
        errors: { Account: ['Another account already has this name.'] },
      });
    }
    expect(await server().read(to, 'admin')).toMatchObject([
      { id: 7, account: 'ana.pop@example.org' },
    ]);
    const login = { user: 'ana.pop@example.org', password: 's3cret' };
    const signIn = () =>
      server().ask('/api/v2/access/authorize', { method: 'POST', body: login });
    expect((await signIn()).status).toBe(200);

    // One's own name in another casing is no conflict.
    const own = { account: 'Ana.Pop@example.org', password };
    await done(write('POST', `${to}/7`, own, 'admin'));
  });

  it('adds one of several accounts that come at once with one name', async () => {
    const to = `${path}/2/ngoadmin`;
    const replies = await Promise.all(
      ['x@y', 'X@y', 'x@Y', 'X@Y'].map((account) =>
        write('POST', to, { account, password: 'long enough too' }, 'admin'),
      ),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409]);
    expect(await server().read(to, 'admin')).toHaveLength(2);
  });

  it('keeps other NGOs out, organizers too', async () => {
    const account = { account: 'x', password: 'y' };
    for (const [as, ngo] of [
      ['organizer', 2],
      ['admin', 1],
    ] as const) {
      const to = `${path}/${ngo}/ngoadmin`;
      expect((await server().ask(to, { as })).status).toBe(403);
      expect((await write('POST', to, account, as)).status).toBe(403);
      expect((await server().ask(`${to}/7`, { as })).status).toBe(403);
    }
    const own = `${path}/2/ngoadmin/3`;
    expect((await server().ask(own, { as: 'admin' })).status).toBe(400);
    expect((await write('POST', own, account, 'admin')).status).toBe(400);
  });
});
