import { sql } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';

import { answer } from '../../../server/db/schema';
import { holdElection, MORNING } from '../support/election';
import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  postedAnswers,
  START,
  type UserName,
} from '../support/server';

const path = '/api/extensions/feed';

interface Row {
  thread: string;
  questionId: number;
  optionId: number;
  isRemoved: boolean;
  [field: string]: unknown;
}

interface Page {
  data: Row[];
  next: string;
  hasMore: boolean;
}

const keyOf = ({ thread, optionId }: Row) => `${thread} ${optionId}`;

/** docs/api-contract.md 10.12. */
onEachDatabase((database) => {
  const server = freshServer(database);
  beforeEach(() => holdElection(database().db));

  const page = async (query = '') =>
    (await server().read(`${path}?${query}`)) as Page;

  /** All pages from a cursor on; `between` runs after each of them. */
  async function pages(
    after?: string,
    limit = 1000,
    between = async () => {},
  ): Promise<{ rows: Row[]; next: string }> {
    const rows: Row[] = [];
    let next = after;
    for (;;) {
      const from = next === undefined ? '' : `&after=${next}`;
      const read = await page(`limit=${limit}${from}`);
      expect(read.data.length).toBeLessThanOrEqual(limit);
      rows.push(...read.data);
      next = read.next;
      if (!read.hasMore) return { rows, next };
      await between();
    }
  }

  async function post(
    as: UserName,
    questionId: number,
    optionIds: number[],
  ): Promise<void> {
    const body = postedAnswers(
      questionId,
      optionIds.map((optionId) => ({ optionId })),
    );
    const sent = { method: 'POST', as, body };
    expect((await server().ask('/api/v1/answers', sent)).status).toBe(200);
  }

  async function token(ngoId?: number): Promise<string> {
    const sent = {
      method: 'POST',
      as: 'organizer',
      body: { name: 'Dashboard', ngoId },
    } as const;
    return (await (await server().ask('/api/extensions/tokens', sent)).json())
      .token;
  }

  it('tells answers by codes and ids, and nobody by name or phone', async () => {
    const { data, hasMore } = await page();
    expect(hasMore).toBe(false);
    expect(data[0]).toEqual({
      thread: '41-7312',
      observerId: 41,
      ngoId: 2,
      pollingStationId: 7312,
      countyCode: 'AB',
      municipalityCode: 'AB-SEB',
      pollingStationNumber: 12,
      formCode: 'A',
      questionId: 205,
      questionCode: expect.any(String),
      optionId: 902,
      option: 'No',
      flagged: true,
      lastModified: MORNING.toISOString(),
      isRemoved: false,
    });
    // All but those of the test observer 50.
    expect(data).toHaveLength(10);
    expect(data.map(({ observerId }) => observerId)).not.toContain(50);
    expect(JSON.stringify(data)).not.toMatch(/0722|Maria|Dan|tape|votes"/);
  });

  it('is read in pages, each row once', async () => {
    const whole = (await page()).data;
    for (const limit of [1, 3, 10, 11]) {
      expect((await pages(undefined, limit)).rows).toEqual(whole);
    }
  });

  it('goes on where it ended, with what changed since', async () => {
    const { next } = await pages();
    expect((await pages(next)).rows).toEqual([]);
    // Until something changes, the end stays where it is.
    expect((await pages(next)).next).toBe(next);
    await post('maria', 205, [902]);
    await post('dan', 206, [904]);
    const later = await pages(next);
    expect(later.rows.map(keyOf)).toEqual(['41-7312 902', '42-7312 904']);
    expect(later.rows[0]).toHaveProperty('lastModified', START.toISOString());
    expect((await pages(later.next)).rows).toEqual([]);
  });

  it('loses nothing that is written between two pages', async () => {
    const seen = new Map<string, boolean>();
    let round = 0;
    const options = [901, 902, 903];
    const write = async () => {
      round += 1;
      if (round > 9) return;
      await post('maria', 205, [options[round % 3] ?? 901]);
      await post('dan', 206, round % 2 ? [904, 905] : []);
    };
    const first = await pages(undefined, 2, write);
    const second = await pages(first.next, 2);
    for (const row of [...first.rows, ...second.rows]) {
      seen.set(keyOf(row), !row.isRemoved);
    }
    const kept = [...seen].filter(([, isThere]) => isThere);
    const stored = await database().db.select().from(answer);
    expect(round).toBeGreaterThan(5);
    expect(kept.map(([key]) => key).toSorted()).toEqual(
      stored
        .filter(({ observerId }) => observerId !== 50)
        .map(
          (row) => `${row.observerId}-${row.pollingStationId} ${row.optionId}`,
        )
        .toSorted(),
    );
  });

  it('tells an option that is no longer ticked, until it is again', async () => {
    const { next } = await pages();
    await post('maria', 206, [904]);
    const unticked = (await pages(next)).rows;
    expect(unticked.map((row) => [row.optionId, row.isRemoved])).toEqual([
      [904, false],
      [905, true],
    ]);
    expect(unticked[1]).toMatchObject({
      thread: '41-7312',
      formCode: 'A',
      lastModified: START.toISOString(),
    });
    await post('maria', 206, [905]);
    expect(
      (await pages(next)).rows.map((row) => [row.optionId, row.isRemoved]),
    ).toEqual([
      [904, true],
      [905, false],
    ]);
    // A thread whose answers are all taken back is told, too.
    await post('maria', 206, []);
    expect((await pages(next)).rows.map((row) => row.isRemoved)).toEqual([
      true,
      true,
    ]);
  });

  it('is limited to the organisation of a token', async () => {
    const own = await token(2);
    const ask = async (query: string) =>
      (await (
        await server().ask(`${path}?${query}`, {
          headers: { Authorization: `Bearer ${own}` },
        })
      ).json()) as Page;
    await post('maria', 206, []);
    await post('dan', 205, []);
    const first = await ask('limit=3');
    const rest = await ask(`after=${first.next}`);
    const rows = [...first.data, ...rest.data];
    expect(new Set(rows.map(({ ngoId }) => ngoId))).toEqual(new Set([2]));
    expect(rows).toHaveLength(7);
    // A cursor of somebody who reads all opens nothing.
    const { next } = await page('limit=1');
    const others = await ask(`after=${next}`);
    expect(new Set(others.data.map(({ ngoId }) => ngoId))).toEqual(
      new Set([2]),
    );
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=5001', 'limit'],
    ['limit=x', 'limit'],
    ['after=x', 'after'],
    ['after=WyJ4IiwxXQ', 'after'],
    ['format=xml', 'format'],
  ])('refuses %s', async (query, field) => {
    const reply = await server().ask(`${path}?${query}`, { as: 'organizer' });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toHaveProperty(['errors', field]);
  });

  it('comes as CSV, with the cursor in its headers and formulas made harmless', async () => {
    const form = { as: 'organizer' } as const;
    const json = await page('limit=6');
    for (const reply of [
      await server().ask(`${path}?limit=6&format=csv`, form),
      await server().ask(`${path}?limit=6`, {
        ...form,
        headers: { Accept: 'text/csv' },
      }),
    ]) {
      expect(reply.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
      expect(reply.headers.get('Cache-Control')).toBe('private, no-store');
      expect(reply.headers.get('Feed-Next')).toBe(json.next);
      expect(reply.headers.get('Feed-Has-More')).toBe('true');
      const lines = (await reply.text()).split('\r\n');
      expect(lines).toHaveLength(8);
      expect(lines[0]).toBe(Object.keys(json.data[0] ?? {}).join(','));
      expect(lines[1]).toMatch(/^"41-7312",41,2,7312,AB,"AB-SEB",12,A,205,/);
    }
    await database().db.execute(
      sql`update option set text = '=HYPERLINK("x")' where id = 902`,
    );
    const file = await server().ask(`${path}?format=csv`, form);
    expect(await file.text()).toContain(`"'=HYPERLINK(""x"")"`);
    const forced = await server().ask(`${path}?format=json`, {
      ...form,
      headers: { Accept: 'text/csv' },
    });
    expect(forced.headers.get('Content-Type')).toContain('application/json');
  });

  it('begins anew where more changed than is told one by one', async () => {
    const begunAnew = async (cursor: string) => {
      const asked = `${path}?after=${cursor}`;
      const reply = await server().ask(asked, { as: 'organizer' });
      if (reply.status !== 200) {
        expect((await reply.json()).detail).toContain('from the beginning');
      }
      return reply.status;
    };
    const flag = (id: number, flagged: boolean) =>
      server().ask('/api/v1/form', {
        method: 'PUT',
        as: 'organizer',
        body: form(id, flagged),
      });
    const form = (id: number, flagged: boolean) => ({
      id: 16,
      code: 'PL-C',
      description: 'Counting',
      formSections: [
        {
          id: 41,
          code: 'C1',
          description: 'Counting',
          questions: [
            {
              id: 301,
              code: 'C1.1',
              text: 'What was lost',
              questionType: 0,
              optionsToQuestions: [
                { id: 951, text: 'Votes, lost', flagged: true },
                { id: 952, text: 'Nothing', isFreeText: true, flagged },
              ].map((one) => (one.id === id ? { ...one, flagged } : one)),
            },
          ],
        },
      ],
    });
    const first = (await pages()).next;
    expect((await flag(952, false)).status).toBe(200);
    expect(await begunAnew(first)).toBe(200);
    expect((await flag(952, true)).status).toBe(200);
    expect(await begunAnew(first)).toBe(410);
    const second = await pages();
    expect(second.rows).toContainEqual(
      expect.objectContaining({ optionId: 952, flagged: true }),
    );

    const cleared = await server().ask(
      '/api/v2/polling-station/clearAll?includeRelatedData=true',
      { method: 'DELETE', as: 'organizer' },
    );
    expect(cleared.status).toBe(200);
    expect(await begunAnew(second.next)).toBe(410);
    expect((await pages()).rows).toEqual([]);
  });

  it('begins anew when an observer is deleted of whom it had told', async () => {
    await post('dan', 205, []);
    await database().db.execute(sql`delete from answer where observer_id = 42`);
    await database().db.execute(sql`delete from note where observer_id = 42`);
    await database().db.execute(
      sql`delete from triage_mark where observer_id = 42`,
    );
    const { rows, next } = await pages();
    expect(rows).toContainEqual(
      expect.objectContaining({ observerId: 42, isRemoved: true }),
    );
    const deleted = await server().ask('/api/v1/observer?id=42', {
      method: 'DELETE',
      as: 'organizer',
    });
    expect(deleted.status).toBe(200);
    const asked = `${path}?after=${next}`;
    expect((await server().ask(asked, { as: 'organizer' })).status).toBe(410);
  });

  it('refuses a cursor from the future, and answers of another database', async () => {
    const { next } = await page();
    const [name, ...place] = JSON.parse(
      Buffer.from(next, 'base64url').toString(),
    );
    const ahead = [name, place[0] + 1_000_000, 0, 0, 0, 0];
    const cursor = Buffer.from(JSON.stringify(ahead)).toString('base64url');
    const ask = (query: string) =>
      server().ask(`${path}?${query}`, { as: 'organizer' });
    expect((await ask(`after=${cursor}`)).status).toBe(410);

    // As after a restore by a program that fires no triggers.
    const { db } = database();
    await db.execute(sql`alter table answer disable trigger answer_written`);
    await db.execute(
      sql`update answer set changed_in = 9000000000 where observer_id = 43`,
    );
    await db.execute(sql`alter table answer enable trigger answer_written`);
    const refused = await ask('');
    expect(refused.status).toBe(503);
    expect((await refused.json()).detail).toContain('docs/operations.md');
    // What the handbook says to do.
    await db.execute(sql`update answer set option_id = option_id`);
    expect((await pages()).rows).toHaveLength(10);
  });

  it('has an entry in the audit log for each page that staff read', async () => {
    await page();
    const reader = await token();
    await server().ask(path, {
      headers: { Authorization: `Bearer ${reader}` },
    });
    const entries = await server().read('/api/extensions/audit?action=export');
    expect(entries).toEqual([
      expect.objectContaining({ account: 'olga@example.org', subject: 'feed' }),
    ]);
  });

  it('waits for a write that is still open, and then has it', async () => {
    if (database().dialect === 'pglite') return;
    const { db } = database();
    const start = (await pages()).next;
    let commit = () => {};
    let opened = () => {};
    const isOpen = new Promise<void>((resolve) => (opened = resolve));
    const open = db.transaction(async (tx) => {
      await tx
        .update(answer)
        .set({ value: 'early' })
        .where(sql`observer_id = 43`);
      opened();
      await new Promise<void>((resolve) => (commit = resolve));
    });
    await isOpen;
    await post('maria', 205, [903]);
    // The post began later and is committed: it must not come first.
    const during = await pages(start);
    commit();
    await open;
    const after = await pages(during.next);
    const keys = [...during.rows, ...after.rows].map(keyOf);
    expect(keys).toContain('43-7314 903');
    expect(keys).toContain('41-7312 903');
    expect(during.rows).toEqual([]);
  });
});
