import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';

import { insertRows } from '../../../server/db/insert-rows';
import { restartIdentities } from '../../../server/db/restart-identities';
import { triageMark } from '../../../server/db/schema';
import { addMark } from '../../../server/services/triage';
import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  postedAnswers,
  START,
  startServer,
  type Ask,
  type UserName,
} from '../support/server';

const path = '/api/v1/triage';
const ofMaria = { observerId: 41, pollingStationId: 7312 };
const ofDan = { observerId: 42, pollingStationId: 7312 };
const resolved = {
  ...ofMaria,
  state: 'resolved',
  note: 'Box was replaced',
  setAt: '2026-11-22T06:10:00.500Z',
};

interface Mark {
  id: number;
  note: string;
}

interface Marks {
  data: Mark[];
  hasMore: boolean;
}

/** docs/api-contract.md 10. */
onEachDatabase((database) => {
  const server = freshServer(database);

  // Maria reports for NGO 2, which is the admin's, Dan for the organizer's.
  beforeEach(async () => {
    const body = postedAnswers(205, [{ optionId: 902 }]);
    for (const as of ['maria', 'dan'] as const) {
      await server().ask('/api/v1/answers', { method: 'POST', as, body });
    }
  });

  const post = (body: unknown, as: UserName = 'admin', more: Ask = {}) =>
    server().ask(path, { method: 'POST', as, body, ...more });
  const marks = async (query = '', as: UserName = 'organizer') =>
    (await server().read(`${path}${query}`, as)) as Marks;
  const stored = () => database().db.select().from(triageMark);

  it('tells staff by one probe what there is', async () => {
    for (const as of ['admin', 'organizer'] as const) {
      expect(await server().read('/api/extensions', as)).toEqual({
        bodies: { version: 1 },
        triage: { version: 1 },
        places: { version: 1 },
        accounts: { version: 1 },
        sessions: { version: 1 },
        audit: { version: 1 },
        changes: { version: 1 },
        secondFactor: { version: 1 },
        feed: { version: 1 },
        details: { version: 1 },
        enrolment: { version: 1 },
      });
    }
  });

  it('stores a decision that was made offline, by the account of the token', async () => {
    const reply = await post({
      ...resolved,
      id: 900,
      setBy: 'somebody@example.org',
      receivedAt: '2020-01-01T00:00:00Z',
    });
    expect(reply.status).toBe(200);
    const mark = {
      ...resolved,
      id: 1,
      setBy: 'ana.pop@example.org',
      receivedAt: START.toISOString(),
    };
    expect(await reply.json()).toEqual(mark);
    expect(await marks()).toEqual({ data: [mark], hasMore: false });
  });

  it('keeps the earlier marks of a thread, and the order they came in', async () => {
    await post(resolved);
    await post({
      ...ofMaria,
      state: 'inProgress',
      note: ' ',
      setAt: '2026-11-22T05:00:00+02:00',
    });
    await post({ ...ofMaria, state: 'new', setAt: '2026-11-22' }, 'organizer');
    const shared = { ...ofMaria, receivedAt: START.toISOString() };
    expect(await marks()).toEqual({
      data: [
        { ...shared, ...resolved, id: 1, setBy: 'ana.pop@example.org' },
        {
          ...shared,
          id: 2,
          state: 'inProgress',
          note: '',
          setBy: 'ana.pop@example.org',
          setAt: '2026-11-22T03:00:00.000Z',
        },
        {
          ...shared,
          id: 3,
          state: 'new',
          note: '',
          setBy: 'olga@example.org',
          setAt: '2026-11-22T00:00:00.000Z',
        },
      ],
      hasMore: false,
    });
  });

  async function insertMarks(count: number) {
    const { db } = database();
    const rows = Array.from({ length: count }, (_, index) => ({
      ...(index % 2 === 0 ? { ...ofMaria, ngoId: 2 } : { ...ofDan, ngoId: 1 }),
      id: index + 1,
      state: 'new' as const,
      note: `${index}`,
      setBy: 'olga@example.org',
      setAt: START,
      receivedAt: START,
    }));
    await insertRows(db, triageMark, rows);
    await restartIdentities(db);
  }

  it('is read to the end in pages, each mark once, and goes on from there', async () => {
    await insertMarks(1_000);
    for (const [as, total, last] of [
      ['organizer', 1_000, 1_000],
      ['admin', 500, 999],
    ] as const) {
      const ids: number[] = [];
      let page: Marks;
      do {
        page = await marks(`?pageSize=300&after=${ids.at(-1) ?? 0}`, as);
        ids.push(...page.data.map(({ id }) => id));
        expect(page.data.length === 300 || !page.hasMore).toBe(true);
      } while (page.hasMore);
      expect(ids).toHaveLength(total);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(ids.at(-1)).toBe(last);
    }
    const none = { data: [], hasMore: false };
    expect(await marks('?after=1000')).toEqual(none);
    await post(resolved);
    expect(await marks('?after=1000')).toMatchObject({ data: [{ id: 1_001 }] });
    expect(await marks('?after=1001')).toEqual(none);
  });

  it('has more exactly when a mark is left, and pages of 20 to 1,000', async () => {
    await insertMarks(1_001);
    const page = async (query: string) => {
      const { data, hasMore } = await marks(query);
      return [data.length, hasMore];
    };
    expect(await page('')).toEqual([20, true]);
    expect(await page('?pageSize=0&after=-5')).toEqual([20, true]);
    expect(await page('?pageSize=1001')).toEqual([1_000, true]);
    expect(await page('?PageSize=1000&After=1')).toEqual([1_000, false]);
    expect(await page('?after=981')).toEqual([20, false]);
    expect(await page('?after=980')).toEqual([20, true]);
  });

  it.each(['after', 'pageSize'])(
    'refuses a bad %s by its name',
    async (name) => {
      const reply = await server().ask(`${path}?${name}=first`, {
        as: 'admin',
      });
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({
        errors: { [name]: [expect.any(String)] },
      });
    },
  );

  it('shows an admin the marks of the own NGO, an organizer those of all', async () => {
    await post({ ...resolved, note: 'one' }, 'admin');
    await post({ ...resolved, note: 'two' }, 'organizer');
    await post({ ...resolved, ...ofDan, note: 'three' }, 'organizer');
    const notes = async (as: UserName) =>
      (await marks('', as)).data.map(({ note }) => note);
    expect(await notes('admin')).toEqual(['one', 'two']);
    expect(await notes('organizer')).toEqual(['one', 'two', 'three']);
  });

  it.each([
    ['of another NGO', ofDan],
    ['of nobody', { ...ofMaria, observerId: 999 }],
    ['without answers', { ...ofMaria, pollingStationId: 7313 }],
    ['at no station', { ...ofMaria, pollingStationId: 999 }],
  ])('stores nothing about a thread %s: 404', async (_, thread) => {
    const reply = await post({ ...resolved, ...thread });
    expect(reply.status).toBe(404);
    expect(await reply.json()).toMatchObject({
      detail: 'There is no such thread.',
    });
    expect(await stored()).toEqual([]);
  });

  it('lets no phone read or set a mark', async () => {
    for (const [method, to] of [
      ['GET', '/api/extensions'],
      ['GET', path],
      ['POST', path],
    ] as const) {
      const body = method === 'POST' ? resolved : undefined;
      const phone = await server().ask(to, { method, as: 'maria', body });
      expect(phone.status).toBe(403);
      const nobody = await server().ask(to, { method, body });
      expect(nobody.status).toBe(401);
    }
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['ObserverId', { observerId: undefined }],
    ['PollingStationId', { pollingStationId: null }],
    ['pollingStationId', { pollingStationId: 'first' }],
    ['State', { state: undefined }],
    ['state', { state: 'done' }],
    ['state', { state: 'Resolved' }],
    ['state', { state: 3 }],
    ['note', { note: 3 }],
    ['Note', { note: 'x'.repeat(281) }],
    ['SetAt', { setAt: undefined }],
    ['setAt', { setAt: 'yesterday' }],
    ['setAt', { setAt: 1_795_000_000 }],
  ])('refuses a mark because of its %s: %o', async (field, change) => {
    const reply = await post({ ...resolved, ...change });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      errors: { [field]: [expect.any(String)] },
    });
    expect(await stored()).toEqual([]);
  });

  it('takes a note of 280 characters', async () => {
    const note = 'ș'.repeat(280);
    expect(await (await post({ ...resolved, note })).json()).toMatchObject({
      note,
    });
  });

  it('answers an equal mark as before, without a key, and stores it once', async () => {
    const first = await (await post(resolved)).json();
    server().clock.now = new Date(START.getTime() + 3_600_000);
    // The same instant and the same note, written otherwise.
    const again = await post({
      ...resolved,
      note: ` ${resolved.note} `,
      setAt: '2026-11-22T08:10:00.5+02:00',
    });
    expect([again.status, await again.json()]).toEqual([200, first]);
    expect(await stored()).toHaveLength(1);
  });

  it.each<[string, object, UserName?]>([
    ['account', {}, 'organizer'],
    ['state', { state: 'falseAlarm' }],
    ['note', { note: '' }],
    ['time', { setAt: '2026-11-22T06:10:00.501Z' }],
  ])(
    'stores a mark that differs in its %s beside the other',
    async (_, change, as) => {
      await post(resolved);
      expect((await post({ ...resolved, ...change }, as)).status).toBe(200);
      expect(await stored()).toHaveLength(2);
    },
  );

  it('replays the reply to a key, also a refusal, and refuses another mark', async () => {
    const headers = { 'Idempotency-Key': 'mark-1' };
    const first = await post(resolved, 'admin', { headers });
    const again = await post(resolved, 'admin', { headers });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await again.json()).toEqual(await first.json());
    const other = { ...resolved, state: 'new' };
    expect((await post(other, 'admin', { headers })).status).toBe(422);
    expect(await stored()).toHaveLength(1);

    const refused = { headers: { 'Idempotency-Key': 'mark-2' } };
    for (const replayed of [null, 'true']) {
      const reply = await post({ ...resolved, ...ofDan }, 'admin', refused);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('Idempotency-Replayed')).toBe(replayed);
    }
  });

  it('stores equal marks that arrive together once', async () => {
    // The half with keys of their own, as of two devices of one account.
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        post(
          resolved,
          'admin',
          index % 2 ? { headers: { 'Idempotency-Key': `key-${index}` } } : {},
        ),
      ),
    );
    const bodies = await Promise.all(replies.map((reply) => reply.json()));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(bodies.map(({ id }: Mark) => id)).size).toBe(1);
    expect(await stored()).toHaveLength(1);
  });

  it('never commits an id after a higher one, which a reader would miss', async () => {
    const { db, dialect } = database();
    let overtaken: Promise<Response> | undefined;
    await db.transaction(async (tx) => {
      await addMark(tx, {
        ...ofMaria,
        ngoId: 2,
        state: 'new',
        note: 'first',
        setBy: 'olga@example.org',
        setAt: START,
        receivedAt: START,
      });
      overtaken = post({ ...resolved, note: 'second' });
      // PGlite runs one transaction at a time, and would wait for this one.
      if (dialect === 'pglite') return;
      const second = { isStored: false };
      void overtaken.then(() => (second.isStored = true));
      let waits = false;
      while (!waits && !second.isStored) waits = await isWaiting();
      expect((await marks()).data).toEqual([]);
    });
    expect((await overtaken)?.status).toBe(200);
    expect((await marks()).data).toMatchObject([
      { id: 1, note: 'first' },
      { id: 2, note: 'second' },
    ]);
  });

  /** Whether a connection waits for a lock that another one holds. */
  async function isWaiting() {
    const [row] = await database()
      .db.select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(
        sql`(select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())) waiting`,
      );
    return row?.count === 1;
  }

  it('refuses to delete an observer with marks, as with answers', async () => {
    await post(resolved);
    const remove = (id: number) =>
      server().ask(`/api/v1/observer?id=${id}`, {
        method: 'DELETE',
        as: 'organizer',
      });
    expect((await remove(41)).status).toBe(400);
    // The answers are taken back; what was decided stays.
    const body = postedAnswers(205, []);
    await server().ask('/api/v1/answers', {
      method: 'POST',
      as: 'maria',
      body,
    });
    const reply = await remove(41);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      detail: 'This observer has triage marks and cannot be deleted.',
    });
    expect(await stored()).toHaveLength(1);

    const classic = startServer(database(), {
      quirks: { crashingDeletes: true },
    });
    const crash = await classic.ask('/api/v1/observer?id=41', {
      method: 'DELETE',
      as: 'organizer',
    });
    expect(crash.status).toBe(500);
    expect((await remove(43)).status).toBe(200);
  });

  it('goes with the stations, on request only', async () => {
    await post(resolved);
    for (const as of ['maria', 'dan'] as const) {
      const body = postedAnswers(205, []);
      await server().ask('/api/v1/answers', { method: 'POST', as, body });
    }
    const clear = (query: string) =>
      server().ask(`/api/v2/polling-station/clearAll${query}`, {
        method: 'DELETE',
        as: 'organizer',
      });
    expect((await clear('')).status).toBe(400);
    expect(await stored()).toHaveLength(1);
    expect((await clear('?includeRelatedData=true')).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it('is not there with --classic', async () => {
    const classic = startServer(database(), { quirks: { noExtensions: true } });
    for (const [method, to] of [
      ['GET', '/api/extensions'],
      ['GET', path],
      ['POST', path],
    ] as const) {
      const body = method === 'POST' ? resolved : undefined;
      const reply = await classic.ask(to, { method, as: 'admin', body });
      expect([to, reply.status]).toEqual([to, 404]);
    }
    expect(await stored()).toEqual([]);
  });
});
