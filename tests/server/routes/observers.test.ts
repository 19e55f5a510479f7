import { expect, it } from 'vitest';

import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  postedAnswers,
  START,
  startServer,
} from '../support/server';

const path = '/api/v1/observer';

/** docs/api-contract.md 3. */
onEachDatabase((database) => {
  const server = freshServer(database);

  async function ids(query: string) {
    const page = await server().read(`${path}${query}`);
    return (page as { data: { id: number }[] }).data.map(({ id }) => id);
  }

  const put = (
    body: unknown,
    as: 'organizer' | 'admin' | 'maria' = 'organizer',
  ) => server().ask(path, { method: 'PUT', as, body });

  it('lists observers as the contract writes them, by id', async () => {
    expect(await server().read(`${path}?Page=1&PageSize=100`)).toEqual({
      data: [
        {
          id: 41,
          ngo: 'Free Vote Association',
          phone: '0722000041',
          name: 'Maria Ionescu',
          deviceRegisterDate: null,
          lastSeen: null,
          numberOfNotes: 0,
          numberOfPollingStations: 0,
        },
        expect.objectContaining({ id: 42, ngo: 'Observers United' }),
        expect.objectContaining({ id: 43 }),
      ],
      totalItems: 3,
      totalPages: 1,
      page: 1,
      pageSize: 100,
    });
  });

  it('counts notes and stations, and tells when an observer was last seen', async () => {
    const at = (minute: number) => {
      server().clock.now = new Date(START.getTime() + minute * 60_000);
    };
    const send = async (method: string, to: string, body: unknown) => {
      const { status } = await server().ask(to, { method, as: 'maria', body });
      expect(status).toBe(200);
    };
    const station = { countyCode: 'AB', municipalityCode: 'AB-SEB' };
    at(1);
    await send('POST', '/api/v1/polling-station', {
      ...station,
      pollingStationNumber: 12,
    });
    await send('POST', '/api/v1/polling-station', {
      ...station,
      pollingStationNumber: 13,
    });
    at(2);
    await send(
      'POST',
      '/api/v1/answers',
      postedAnswers(205, [{ optionId: 902 }]),
    );
    const seen = () => server().read(`${path}?Number=0722000041`);
    expect(await seen()).toMatchObject({
      data: [
        {
          lastSeen: '2026-11-22T09:02:00.000Z',
          numberOfNotes: 0,
          numberOfPollingStations: 2,
        },
      ],
    });
    at(3);
    const note = new FormData();
    note.set('CountyCode', 'AB');
    note.set('PollingStationNumber', '12');
    note.set('Text', 'Commission refused access');
    await send('POST', '/api/v2/note', note);
    expect(await seen()).toMatchObject({
      data: [{ lastSeen: '2026-11-22T09:03:00.000Z', numberOfNotes: 1 }],
    });
  });

  it('filters by parts of name and phone, signs and all', async () => {
    expect(await ids('?Name=%20ionescu%20')).toEqual([41]);
    expect(await ids('?name=100%25')).toEqual([43]);
    expect(await ids('?name=_')).toEqual([]);
    expect(await ids('?name=%5C')).toEqual([]);
    expect(await ids('?Number=%2B40722')).toEqual([43]);
    expect(await ids('?NUMBER=00004')).toEqual([41, 42, 43]);
    expect(await ids('?Name=&Number=%20')).toEqual([41, 42, 43]);
    expect(await ids('?Name=pop&Number=41')).toEqual([]);
  });

  it('shows and counts an admin only the own NGO', async () => {
    expect(await server().read(path, 'admin')).toMatchObject({
      totalItems: 2,
      data: [{ id: 41 }, { id: 43 }],
    });
    expect(await server().read(`${path}/count`, 'admin')).toBe(2);
    expect(await server().read(`${path}/count?Name=nobody`)).toBe(3);
  });

  it('edits an observer, and says false when nothing changed', async () => {
    const edited = {
      observerId: 41,
      name: 'Maria Popescu',
      phone: '0722000099',
      pin: '9876',
    };
    const reply = await put(edited);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toBe(true);
    expect(await server().read(`${path}?Number=0722000099`)).toMatchObject({
      data: [{ id: 41, name: 'Maria Popescu' }],
    });
    expect(await (await put(edited)).json()).toBe(false);
    expect(await (await put({ ...edited, observerId: 999 })).json()).toBe(
      false,
    );

    const login = { user: '0722000099', password: '9876', fcmToken: 'device' };
    const signedIn = await server().ask('/api/v2/access/authorize', {
      method: 'POST',
      body: login,
    });
    expect(signedIn.status).toBe(200);
  });

  it('leaves blank and missing fields as they are', async () => {
    const reply = await put({
      ObserverId: '41',
      Name: ' Ana ',
      phone: '  ',
      pin: null,
    });
    expect(await reply.json()).toBe(true);
    expect(await server().read(`${path}?Name=ana`)).toMatchObject({
      data: [{ id: 41, name: 'Ana', phone: '0722000041' }],
    });
  });

  it.each([
    { observerId: 41, name: '', phone: ' ' },
    { name: 'No id' },
    { observerId: null, name: 'No id' },
    { observerId: 'x', name: 'Bad id' },
    { observerId: 41, name: 5 },
    { observerId: 41, name: 'x'.repeat(201) },
    { observerId: 41, phone: '0'.repeat(21) },
  ])('refuses %o with 400', async (body) => {
    expect((await put(body)).status).toBe(400);
    expect(await ids('?Name=Maria%20Ionescu&Number=0722000041')).toEqual([41]);
  });

  it('lets only an organizer edit', async () => {
    const body = { observerId: 41, name: 'Somebody' };
    expect((await put(body, 'admin')).status).toBe(403);
    expect((await put(body, 'maria')).status).toBe(403);
    expect(await ids('?Name=Somebody')).toEqual([]);
  });

  it('shuffles its list when told so', async () => {
    const { db } = database();
    await db.execute(
      "insert into observer (ngo_id, phone, name, pin) select 1, 'p' || n, 'n', 'x' from generate_series(1, 40) n",
    );
    const shuffled = startServer(database(), {
      quirks: { shuffledLists: true },
    });
    const orders = await Promise.all(
      [1, 2].map(() => shuffled.read(`${path}?pageSize=100`)),
    );
    expect(orders[0]).not.toEqual(orders[1]);
    const sorted = orders.map((page) =>
      (page as { data: { id: number }[] }).data
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    );
    expect(sorted[0]).toHaveLength(43);
    expect(sorted[0]).toEqual(sorted[1]);
  });
});
