import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { observer } from '../../../server/db/schema';
import { createTokens } from '../../../server/http/callers/tokens';
import type { SessionUser } from '../../../server/http/callers/users';
import { onPglite } from '../support/on-pglite';
import {
  freshServer,
  postedAnswers,
  SECRET,
  START,
  startServer,
  users,
} from '../support/server';

const path = '/api/v1/answers';

/** A page of threads is shared for a second by all who may see it. */
onPglite((database) => {
  const server = freshServer(database);
  let milliseconds = 0;

  beforeEach(() => {
    milliseconds = 10_000;
    vi.spyOn(performance, 'now').mockImplementation(() => milliseconds);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const post = (as: 'maria' | 'dan', optionId = 901) =>
    server().ask(path, {
      method: 'POST',
      as,
      body: postedAnswers(205, [{ optionId }]),
    });

  const observersIn = (page: unknown) =>
    (page as { data: { observerId: number }[] }).data.map(
      (row) => row.observerId,
    );

  /** Behind the server's back, as another process would. */
  const renameMaria = (name: string) =>
    database().db.update(observer).set({ name }).where(eq(observer.id, 41));

  const namesIn = (page: unknown) =>
    (page as { data: { observerName: string }[] }).data.map(
      (row) => row.observerName,
    );

  it('never gives a page to another organisation', async () => {
    await post('maria');
    await post('dan');
    const callers: [SessionUser, number[]][] = [
      [users.organizer, [42, 41]],
      [users.admin, [41]],
      [{ ...users.admin, ngoId: 1 }, [42]],
      [{ ...users.admin, ngoId: 99 }, []],
    ];
    const read = async (user: SessionUser) => {
      const token = await createTokens(SECRET, () => START, false).issue(user, {
        id: 'any',
        epoch: 0,
      });
      const reply = await server().app.request(path, {
        headers: { Authorization: `Bearer ${token}` },
      });
      return observersIn(await reply.json());
    };
    const asked = [...callers, ...callers.toReversed(), ...callers];
    const atOnce = await Promise.all(asked.map(([user]) => read(user)));
    expect(atOnce).toEqual(asked.map(([, seen]) => seen));
    for (const [user, seen] of asked) expect(await read(user)).toEqual(seen);
  });

  it('keeps questions apart that differ in one parameter', async () => {
    await post('maria');
    await post('dan', 902);
    const queries: [string, number[]][] = [
      ['', [41]],
      ['?isUrgent=true', [42]],
      ['?page=2', []],
      ['?county=CJ', []],
      ['?observerId=41', [41]],
      ['?observerPhoneNumber=000042', []],
      ['?pollingStationNumber=13', []],
      ['?isUrgent=true&observerPhoneNumber=000042', [42]],
    ];
    for (const [query, seen] of [...queries, ...queries.toReversed()]) {
      expect(observersIn(await server().read(`${path}${query}`))).toEqual(seen);
    }
    const sized = await server().read(`${path}?pageSize=5`);
    expect(sized).toMatchObject({ pageSize: 5 });
  });

  it('shows each write to the reads that follow it', async () => {
    await post('maria');
    expect(namesIn(await server().read(path))).toEqual(['Maria Ionescu']);
    const renamed = await server().ask('/api/v1/observer', {
      method: 'PUT',
      as: 'organizer',
      body: { observerId: 41, name: 'Maria Popa' },
    });
    expect(renamed.status).toBe(200);
    expect(namesIn(await server().read(path))).toEqual(['Maria Popa']);
    await post('dan');
    const after = await server().read(path);
    expect(after).toMatchObject({ totalItems: 2 });
    expect(observersIn(after)).toEqual([42, 41]);
    await post('dan', 902);
    expect(observersIn(await server().read(path))).toEqual([41]);
    expect(observersIn(await server().read(`${path}?isUrgent=true`))).toEqual([
      42,
    ]);
  });

  it('may miss for a second what another process wrote', async () => {
    await post('maria');
    const first = await server().ask(path, { as: 'organizer' });
    const tag = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    await renameMaria('Maria Popa');
    milliseconds += 999;
    expect(namesIn(await server().read(path))).toEqual(['Maria Ionescu']);
    const same = await server().ask(path, { as: 'organizer', headers: tag });
    expect(same.status).toBe(304);
    milliseconds += 1;
    const other = await server().ask(path, { as: 'organizer', headers: tag });
    expect(other.status).toBe(200);
    expect(namesIn(await other.json())).toEqual(['Maria Popa']);
    expect(other.headers.get('ETag')).not.toBe(first.headers.get('ETag'));
  });

  it('asks the database each time for a list that is shuffled', async () => {
    await post('maria');
    const { read } = startServer(database(), {
      quirks: { shuffledLists: true },
    });
    await read(path);
    await renameMaria('Maria Popa');
    expect(namesIn(await read(path))).toEqual(['Maria Popa']);
  });
});
