import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';

import { note, observer, stationInfo } from '../../../server/db/schema';
import { holdElection, MORNING } from '../support/election';
import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  postedAnswers,
  START,
  startServer,
  type UserName,
} from '../support/server';

const path = '/api/extensions/details';

interface Thread {
  observerId: number;
  pollingStationId: number;
  lastModified: string;
  answers: { questionId: number; options: { optionId: number }[] }[];
  stationInfo: object | null;
  notes: object[];
}

interface FilledQuestion {
  id: number;
  answers: { optionId: number; idOption: number; flagged: boolean }[];
}

interface Page {
  data: Thread[];
  options: { optionId: number }[];
  next: string;
  hasMore: boolean;
}

const keyOf = ({ observerId, pollingStationId }: Thread) =>
  `${observerId}-${pollingStationId}`;

/** docs/api-contract.md 10.14. */
onEachDatabase((database) => {
  const server = freshServer(database);
  beforeEach(() => holdElection(database().db));

  const page = async (query = '', as: UserName = 'organizer') =>
    (await server().read(`${path}?${query}`, as)) as Page;

  /** All pages from a cursor on; `between` runs after each of them. */
  async function pages(
    query = '',
    after?: string,
    between = async () => {},
  ): Promise<{ rows: Thread[]; next: string }> {
    const rows: Thread[] = [];
    let next = after;
    for (;;) {
      const from = next === undefined ? '' : `&after=${next}`;
      const read = await page(`${query}${from}`);
      rows.push(...read.data);
      next = read.next;
      if (!read.hasMore) return { rows, next };
      await between();
    }
  }

  async function post(as: UserName, questionId: number, optionIds: number[]) {
    const body = postedAnswers(
      questionId,
      optionIds.map((optionId) => ({ optionId })),
    );
    const sent = { method: 'POST', as, body };
    expect((await server().ask('/api/v1/answers', sent)).status).toBe(200);
  }

  const addNote = (text: string) =>
    database().db.insert(note).values({
      observerId: 41,
      pollingStationId: 7312,
      text,
      lastModified: START,
    });

  it('has what three requests for each thread have', async () => {
    const { data, options, hasMore } = await page();
    expect(hasMore).toBe(false);
    // As the list of threads, those of the test observer and the closed NGO too.
    expect(data.map(keyOf).toSorted()).toEqual([
      '41-7312',
      '41-7400',
      '42-7312',
      '42-7400',
      '43-7314',
      '50-7313',
      '51-7313',
    ]);
    const texts = new Map(options.map((option) => [option.optionId, option]));
    expect(texts.size).toBe(options.length);
    for (const thread of data) {
      const { observerId, pollingStationId } = thread;
      const ids = `observerId=${observerId}&pollingStationId=${pollingStationId}`;
      const read = (address: string) => server().read(address, 'organizer');
      const filled = (await read(
        `/api/v1/answers/filledIn?${ids}`,
      )) as FilledQuestion[];
      expect(
        thread.answers.map(({ questionId, options: ticked }) => ({
          id: questionId,
          answers: ticked.map((each) => ({
            ...texts.get(each.optionId),
            ...each,
          })),
        })),
      ).toEqual(
        filled.map(({ id, answers }) => ({
          id,
          answers: answers.map(({ idOption: _, flagged: __, ...rest }) => rest),
        })),
      );
      expect(thread.notes).toEqual(
        await read(
          `/api/v2/note?${ids}&idObserver=${observerId}&idPollingStation=${pollingStationId}`,
        ),
      );
      const info = await server().ask(
        `/api/v1/answers/pollingStationInfo?${ids}`,
        { as: 'organizer' },
      );
      expect(thread.stationInfo).toEqual(
        info.status === 204 ? null : await info.json(),
      );
    }
    expect(data.find((each) => keyOf(each) === '41-7312')).toMatchObject({
      lastModified: '2026-11-22T19:30:00.000Z',
      stationInfo: { numberOfVotersOnTheList: 1430 },
      notes: [
        { text: '@sum, refused', attachmentsPaths: [expect.any(String)] },
      ],
    });
  });

  it('is read in pages, each thread once', async () => {
    const whole = (await page()).data.map(keyOf);
    for (const limit of [1, 2, 3, 7]) {
      const { rows } = await pages(`limit=${limit}`);
      expect(rows.map(keyOf)).toEqual(whole);
    }
  });

  it('goes on where it ended, with the threads of which anything changed', async () => {
    const { next } = await pages();
    expect((await pages('', next)).rows).toEqual([]);
    expect((await pages('', next)).next).toBe(next);

    await addNote('Late');
    const noted = await pages('', next);
    expect(noted.rows.map(keyOf)).toEqual(['41-7312']);
    expect(noted.rows[0]?.notes).toHaveLength(2);

    await database()
      .db.insert(stationInfo)
      .values({ observerId: 42, pollingStationId: 7400, lastModified: START });
    const informed = await pages('', noted.next);
    expect(informed.rows.map(keyOf)).toEqual(['42-7400']);

    await post('dan', 206, [904]);
    const answered = await pages('', informed.next);
    expect(answered.rows.map(keyOf)).toEqual(['42-7312']);
    expect(answered.rows[0]?.lastModified).toBe(START.toISOString());

    // The same again, from the first cursor: each once, as it is now.
    expect((await pages('', next)).rows.map(keyOf).toSorted()).toEqual([
      '41-7312',
      '42-7312',
      '42-7400',
    ]);
  });

  it('has a thread that changed in several ways once, at the last of them', async () => {
    const { next } = await pages();
    await addNote('One');
    await post('maria', 205, [902]);
    await addNote('Two');
    await post('dan', 206, [904]);
    for (const limit of [1, 2, 3]) {
      const { rows } = await pages(`limit=${limit}`, next);
      expect(rows.map(keyOf)).toEqual(['41-7312', '42-7312']);
    }
  });

  it('misses nothing that is written between two pages', async () => {
    const kept = new Map<string, Thread>();
    let round = 0;
    const write = async () => {
      round += 1;
      if (round > 9) return;
      if (round % 3 === 0) await addNote(`Note ${round}`);
      if (round % 3 === 1) await post('maria', 206, [904 + (round % 2)]);
      if (round % 3 === 2) await post('dan', 206, round % 2 ? [905] : [904]);
    };
    const first = await pages('limit=1', undefined, write);
    const second = await pages('limit=2', first.next);
    for (const row of [...first.rows, ...second.rows])
      kept.set(keyOf(row), row);
    expect(round).toBeGreaterThan(5);
    const now = (await page()).data;
    expect([...kept.values()].toSorted(byKey)).toEqual(now.toSorted(byKey));
  });

  const byKey = (one: Thread, other: Thread) =>
    keyOf(one).localeCompare(keyOf(other));

  it('has urgent threads and the others apart', async () => {
    const urgent = await pages('urgent=true');
    const others = await pages('urgent=false');
    expect(urgent.rows.map(keyOf).toSorted()).toEqual([
      '41-7312',
      '42-7312',
      '42-7400',
      '50-7313',
      '51-7313',
    ]);
    expect(others.rows.map(keyOf).toSorted()).toEqual(['41-7400', '43-7314']);
    // One that becomes urgent comes to the others.
    await post('maria', 205, [903]);
    await post('maria', 206, []);
    await database().db.execute(
      sql`update option set flagged = true where id = 903`,
    );
    await post('maria', 205, [903]);
    expect((await pages('urgent=true', urgent.next)).rows.map(keyOf)).toEqual([
      '41-7312',
    ]);
    expect((await pages('urgent=false', others.next)).rows).toEqual([]);
  });

  it('is limited to the organisation of its reader', async () => {
    const { data } = await page('', 'admin');
    const own = await database()
      .db.select({ id: observer.id })
      .from(observer)
      .where(sql`ngo_id = 2`);
    const ids = new Set(own.map(({ id }) => id));
    expect(data.length).toBeGreaterThan(2);
    expect(data.filter((each) => !ids.has(each.observerId))).toEqual([]);
    // A cursor of somebody who reads all opens nothing.
    const { next } = await page('limit=1');
    const rest = await page(`after=${next}`, 'admin');
    expect(rest.data.filter((each) => !ids.has(each.observerId))).toEqual([]);
  });

  it('names what is wrong with a question', async () => {
    const refused = async (query: string) => {
      const reply = await server().ask(`${path}?${query}`, { as: 'organizer' });
      return [reply.status, Object.keys((await reply.json()).errors ?? {})];
    };
    expect(await refused('limit=0')).toEqual([400, ['limit']]);
    expect(await refused('limit=501')).toEqual([400, ['limit']]);
    expect(await refused('after=x')).toEqual([400, ['after']]);
    expect(await refused('urgent=perhaps')).toEqual([400, ['urgent']]);
  });

  it('refuses a cursor of another time, and rows of another database', async () => {
    const { next } = await page();
    const ask = (query: string) =>
      server().ask(`${path}?${query}`, { as: 'organizer' });
    const { db } = database();
    await db.execute(sql`
      insert into setting (key, value) values ('feed', 'another time')
      on conflict (key) do update set value = excluded.value`);
    expect((await ask(`after=${next}`)).status).toBe(410);

    // As after a restore by a program that fires no triggers.
    await db.execute(sql`alter table note disable trigger note_written`);
    await db.execute(sql`update note set changed_in = 9000000000`);
    await db.execute(sql`alter table note enable trigger note_written`);
    const refused = await ask('');
    expect(refused.status).toBe(503);
    expect((await refused.json()).detail).toContain('docs/operations.md');
    // What the handbook says to do.
    await db.execute(sql`update note set id = id`);
    expect((await page()).data).toHaveLength(7);
  });

  it('is not there for phones, nor on a server without extensions', async () => {
    expect((await server().ask(path, { as: 'maria' })).status).toBe(403);
    const known = startServer(database(), { quirks: { noExtensions: true } });
    expect((await known.ask(path, { as: 'organizer' })).status).toBe(404);
  });

  it('waits for a note that is still being written, and then has it', async () => {
    if (database().dialect === 'pglite') return;
    const { db } = database();
    const start = (await pages()).next;
    let commit = () => {};
    let opened = () => {};
    const isOpen = new Promise<void>((resolve) => (opened = resolve));
    const open = db.transaction(async (tx) => {
      await tx.insert(note).values({
        observerId: 43,
        pollingStationId: 7314,
        text: 'Early',
        lastModified: MORNING,
      });
      opened();
      await new Promise<void>((resolve) => (commit = resolve));
    });
    await isOpen;
    await post('maria', 205, [903]);
    // The post began later and is committed: the end must not go past the note.
    const during = await pages('', start);
    commit();
    await open;
    const after = await pages('', during.next);
    expect(during.rows).toEqual([]);
    expect(after.rows.map(keyOf).toSorted()).toEqual(['41-7312', '43-7314']);
    expect(after.rows.find((row) => keyOf(row) === '43-7314')?.notes).toEqual([
      expect.objectContaining({ text: 'Early' }),
    ]);
  });
});
