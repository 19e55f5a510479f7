import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import * as schema from '../../../server/db/schema';
import { onPglite } from '../support/on-pglite';
import { freshServer, postedAnswers, startServer } from '../support/server';
import type { UserName } from '../support/server';

const path = '/api/v1/observer';
/** What Entity Framework says of a foreign key, on the known server. */
const SAVING_FAILED =
  'An error occurred while saving the entity changes. See the inner exception for details.';
const dan = { phone: '0722000050', pin: '4321', name: 'Dan Pop' };

/** docs/api-contract.md 3.2, 3.4, 3.5, 3.7, 3.9. */
onPglite((database) => {
  const server = freshServer(database);

  const post = (to: string, body?: unknown, as: UserName = 'organizer') =>
    server().ask(to, { method: 'POST', as, body });
  const remove = (query: string, as: UserName = 'organizer') =>
    server().ask(`${path}${query}`, { method: 'DELETE', as });
  const signIn = (user: string, password: string) =>
    server().ask('/api/v2/access/authorize', {
      method: 'POST',
      body: { user, password, fcmToken: 'device' },
    });

  it.each([
    ['the body', path, { ...dan, sendSMS: false }],
    [
      'the query',
      `${path}?Phone=0722000050&Pin=4321&Name=Dan%20Pop&SendSMS=false`,
      undefined,
    ],
    ['both', `${path}?phone=0722000050&pin=1&name=Other`, dan],
  ])('adds an observer from %s', async (_, to, body) => {
    const reply = await post(to, body);
    expect(reply.status).toBe(200);
    expect(await reply.json()).toBe(44);
    expect(await server().read(`${path}?Number=0722000050`)).toMatchObject({
      totalItems: 1,
      data: [
        {
          id: 44,
          ngo: 'Observers United',
          phone: '0722000050',
          name: 'Dan Pop',
        },
      ],
    });
    expect((await signIn('0722000050', '4321')).status).toBe(200);
  });

  it('lets several observers share a phone', async () => {
    const ids = [await post(path, dan), await post(path, dan)];
    expect(await Promise.all(ids.map((reply) => reply.json()))).toEqual([
      44, 45,
    ]);
  });

  it.each([
    ['Phone', { ...dan, phone: ' ' }],
    ['Pin', { ...dan, pin: undefined }],
    ['Name', { ...dan, name: '' }],
    ['Name', { ...dan, name: 'x'.repeat(201) }],
    ['Phone', { ...dan, phone: '0'.repeat(21) }],
    ['Pin', { ...dan, pin: '1'.repeat(101) }],
  ])('refuses a new one because of its %s', async (field, body) => {
    const reply = await post(path, body);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      status: 400,
      errors: { [field]: [expect.any(String)] },
    });
    expect(await server().read(`${path}/count`)).toBe(3);
  });

  it('deletes, and says false for one who is not there', async () => {
    const reply = await remove('?ID=43');
    expect([reply.status, await reply.json()]).toEqual([200, true]);
    const again = await remove('?id=43');
    expect([again.status, await again.json()]).toEqual([200, false]);
    expect(await server().read(`${path}/count`)).toBe(2);
  });

  it('lets an admin delete in the own NGO only', async () => {
    for (const id of [42, 999]) {
      const reply = await remove(`?id=${id}`, 'admin');
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({
        title: 'Bad Request',
        detail: 'Action not allowed',
      });
    }
    expect((await remove('?id=43', 'admin')).status).toBe(200);
    expect(await server().read(`${path}/count`)).toBe(2);
  });

  it('never deletes by GET: that is the list', async () => {
    const reply = await server().ask(`${path}?id=43`, { as: 'organizer' });
    expect(await reply.json()).toMatchObject({ totalItems: 3 });
  });

  it.each([
    ['answers', '/api/v1/answers', postedAnswers(205, [{ optionId: 901 }])],
    [
      'station info',
      '/api/v1/polling-station',
      {
        countyCode: 'AB',
        municipalityCode: 'AB-SEB',
        pollingStationNumber: 12,
      },
    ],
  ])('refuses to delete who has %s', async (what, to, body) => {
    expect((await post(to, body, 'maria')).status).toBe(200);
    const reply = await remove('?id=41');
    expect(reply.status).toBe(400);
    expect(reply.headers.get('Content-Type')).toMatch(/problem\+json/);
    expect(await reply.json()).toMatchObject({
      status: 400,
      detail: `This observer has ${what} and cannot be deleted.`,
    });

    const classic = startServer(database(), {
      quirks: { crashingDeletes: true },
    });
    const crash = await classic.ask(`${path}?id=41`, {
      method: 'DELETE',
      as: 'organizer',
    });
    expect(crash.status).toBe(500);
    expect(await crash.json()).toEqual({
      type: 'DbUpdateException',
      title: 'An error occurred',
      status: 400,
      detail: SAVING_FAILED,
    });
    expect(await server().read(`${path}/count`)).toBe(3);
  });

  it('refuses to delete who received a notification', async () => {
    await post('/api/v1/notification/send', {
      channel: 'Firebase',
      from: 'Vote Monitor',
      title: 'Reminder',
      message: 'Please submit form C.',
      recipients: [43],
    });
    expect((await remove('?id=43')).status).toBe(400);
  });

  it('sets a new pin by exact phone, for the first who has it', async () => {
    const reset = { action: 'reset-password', phoneNumber: '+40722000043' };
    const reply = await post(`${path}/reset`, { ...reset, pin: '9876' });
    expect([reply.status, await reply.text()]).toEqual([200, '']);
    expect((await signIn('+40722000043', '9876')).status).toBe(200);
    expect((await signIn('+40722000043', '1234')).status).toBe(400);
  });

  it.each([
    [{ action: 'reset-password', phoneNumber: '072200004', pin: '1234' }, 404],
    [{ action: 'device', phoneNumber: '072200004' }, 404],
    [{ action: '', phoneNumber: '0722000041', pin: '1234' }, 400],
    [{ action: 'reset-password', pin: '1234' }, 400],
    [{ action: 'reset-password', phoneNumber: '0722000041', pin: ' ' }, 400],
    [{ action: 'promote', phoneNumber: '0722000041', pin: '1234' }, 422],
  ])('answers a reset of %o with %d', async (body, status) => {
    const reply = await post(`${path}/reset`, body);
    expect(reply.status).toBe(status);
    if (status === 404) expect(await reply.text()).toMatch(/072200004$/);
    expect((await signIn('0722000041', '1234')).status).toBe(200);
  });

  it('lets go of a device, by reset or by id', async () => {
    const device = async () => {
      const [row] = await database()
        .db.select()
        .from(schema.observer)
        .where(eq(schema.observer.id, 41));
      return row?.fcmToken;
    };
    await signIn('0722000041', '1234');
    expect(await device()).toBe('device');
    const reply = await post(`${path}/reset`, {
      action: 'device',
      phoneNumber: '0722000041',
    });
    expect([reply.status, await reply.json()]).toEqual([200, 1]);
    expect(await device()).toBeNull();

    await signIn('0722000041', '1234');
    const removal = await post(
      `${path}/removeDeviceId?id=41`,
      undefined,
      'admin',
    );
    expect([removal.status, await removal.text()]).toEqual([200, '']);
    expect(await device()).toBeNull();
    const foreign = await post(`${path}/removeDeviceId`, { id: 42 }, 'admin');
    expect(foreign.status).toBe(400);
    expect(await foreign.json()).toMatchObject({
      detail: 'Action not allowed',
    });
  });

  async function checkIn() {
    const { db } = database();
    const visit = (observerId: number, pollingStationId: number) => ({
      observerId,
      pollingStationId,
      lastModified: new Date(),
    });
    await db.insert(schema.stationInfo).values([
      { ...visit(41, 7312), observerLeaveTime: new Date() },
      { ...visit(41, 7313), observerLeaveTime: null },
      { ...visit(42, 7312), observerLeaveTime: new Date() },
      { ...visit(43, 7400), observerLeaveTime: null },
    ]);
  }

  async function active(query: string, as: UserName = 'organizer') {
    const rows = await server().read(`${path}/active?${query}`, as);
    return (rows as { id: number }[]).map(({ id }) => id);
  }

  it('lists who checked in, each once, by county and number', async () => {
    await checkIn();
    expect(await active('countyCodes=AB')).toEqual([41, 42]);
    expect(await active('countyCodes=AB&countyCodes=CJ')).toEqual([41, 42, 43]);
    expect(await active('countyCodes=AB', 'admin')).toEqual([41]);
    const range = 'fromPollingStationNumber=12&toPollingStationNumber=12';
    expect(await active(`countyCodes=AB&${range}`)).toEqual([41, 42]);
    expect(await active('countyCodes=AB&fromPollingStationNumber=13')).toEqual([
      41,
    ]);
    expect(await active('countyCodes=AB&toPollingStationNumber=11')).toEqual(
      [],
    );
    expect(await active('countyCodes=AB&currentlyCheckedIn=true')).toEqual([
      41,
    ]);
    expect(
      await active(`countyCodes=AB&currentlyCheckedIn=true&${range}`),
    ).toEqual([]);
    expect(await server().read(`${path}/active?countyCodes=CJ`)).toEqual([
      {
        id: 43,
        ngo: 'Free Vote Association',
        phone: '+40722000043',
        name: 'Ilie 100%',
        deviceRegisterDate: null,
        lastSeen: null,
        numberOfNotes: 0,
        numberOfPollingStations: 1,
      },
    ]);
  });

  it('wants a county for the active ones', async () => {
    const ask = { as: 'organizer' } as const;
    expect((await server().ask(`${path}/active`, ask)).status).toBe(400);
    const classic = startServer(database(), { quirks: { crashes: true } });
    expect((await classic.ask(`${path}/active`, ask)).status).toBe(500);
  });

  it('repeats active observers, checked out or not, when told so', async () => {
    await checkIn();
    const classic = startServer(database(), {
      quirks: { repeatedActive: true },
    });
    const ids = async (query: string) => {
      const rows = await classic.read(`${path}/active?${query}`);
      return (rows as { id: number }[]).map(({ id }) => id).sort();
    };
    const all = 'countyCodes=AB&currentlyCheckedIn=true';
    expect(await ids(`${all}&toPollingStationNumber=99`)).toEqual([41, 41, 42]);
    expect(await ids(all)).toEqual([]);
  });
});
