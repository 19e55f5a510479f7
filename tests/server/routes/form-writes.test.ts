import { and, eq, isNull, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';

import type { Db } from '../../../server/db/database';
import { form, option, thread } from '../../../server/db/schema';
import { postAnswers } from '../../../server/services/answers';
import { refreshThreadsOfOptions } from '../../../server/services/threads';
import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  postedAnswers,
  START,
  startServer,
} from '../support/server';
import type { TestServer, UserName } from '../support/server';

const path = '/api/v1/form';

/** The form of docs/api-contract.md 4.1, as a client creates it. */
const counting = {
  id: 0,
  code: 'E',
  title: 'Counting',
  description: 'Counting of the votes',
  diaspora: false,
  draft: true,
  currentVersion: 1,
  order: 4,
  formSections: [
    {
      id: 0,
      code: 'E1',
      description: 'Preparation',
      orderNumber: 1,
      questions: [
        {
          id: 0,
          code: 'E1.1',
          text: 'Were all seals intact',
          hint: null,
          questionType: 1,
          orderNumber: 1,
          optionsToQuestions: [
            {
              id: 0,
              text: 'Yes',
              isFreeText: false,
              flagged: false,
              orderNumber: 2,
            },
            {
              id: 0,
              text: 'No',
              isFreeText: false,
              flagged: true,
              orderNumber: 1,
            },
          ],
        },
      ],
    },
  ],
};

interface Option {
  id: number;
  text: string;
  flagged: boolean;
  orderNumber: number;
}
interface Question {
  id: number;
  text: string;
  optionsToQuestions: Option[];
}
interface Section {
  id: number;
  code: string;
  questions: Question[];
}

/** The section, with the flag of one option as given. */
function withFlag(section: Section | undefined, id: number, flagged: boolean) {
  return {
    ...section,
    questions: section?.questions.map((each) => ({
      ...each,
      optionsToQuestions: each.optionsToQuestions.map((one) =>
        one.id === id ? { ...one, flagged } : one,
      ),
    })),
  };
}

/** docs/api-contract.md 4.1. */
onEachDatabase((database) => {
  const server = freshServer(database);

  it('lets an NGO admin create drafts, and nothing that phones have at once', async () => {
    const create = async (body: object) =>
      (
        await server().ask('/api/v1/form', {
          method: 'POST',
          as: 'admin',
          body: { code: 'N', description: 'New', ...body },
        })
      ).status;
    expect(await create({})).toBe(403);
    expect(await create({ draft: false })).toBe(403);
    expect(await create({ draft: true })).toBe(200);
  });

  const write = (
    method: string,
    to: string,
    body?: unknown,
    as: UserName = 'organizer',
    on: TestServer = server(),
  ) => on.ask(to, { method, as, body });
  const create = async (body: unknown = counting) =>
    Number(await (await write('POST', path, body)).json());
  const sectionsOf = async (id: number, on: TestServer = server()) =>
    (await on.read(`${path}/${id}`)) as Section[];
  const headOf = async (id: number, draft = true) => {
    const list = await server().read(`${path}?draft=${draft}`);
    const { formVersions } = list as { formVersions: { id: number }[] };
    return formVersions.find((form) => form.id === id);
  };

  it('changes nothing for a sender who read another state of it', async () => {
    const id = await create();
    const read = await server().ask(`${path}/${id}`, { as: 'organizer' });
    const seen = { 'If-Match': read.headers.get('ETag') ?? '' };
    const [section] = await sectionsOf(id);
    const change = (description: string, headers: Record<string, string>) =>
      server().ask(path, {
        method: 'PUT',
        as: 'organizer',
        headers,
        body: {
          ...counting,
          id,
          formSections: [{ ...section, description }],
        },
      });
    expect((await change('First', seen)).status).toBe(200);
    const late = await change('Second', seen);
    expect(late.status).toBe(412);
    expect(await late.text()).toContain('changed since');
    expect(await sectionsOf(id)).toMatchObject([{ description: 'First' }]);
    expect((await change('Third', { 'If-Match': '*' })).status).toBe(200);
    expect((await change('Fourth', {})).status).toBe(200);
  });

  it('creates a form and gives back all of it', async () => {
    const reply = await write('POST', path, counting, 'admin');
    expect(reply.status).toBe(200);
    expect(await reply.json()).toBe(15);
    expect(await headOf(15)).toEqual({
      id: 15,
      code: 'E',
      title: 'Counting',
      description: 'Counting of the votes',
      currentVersion: 1,
      ver: 1,
      diaspora: false,
      order: 4,
      draft: true,
    });
    const option = { isFreeText: false };
    expect(await sectionsOf(15)).toEqual([
      {
        uniqueId: 'EE133',
        id: 33,
        code: 'E1',
        description: 'Preparation',
        orderNumber: 1,
        questions: [
          {
            id: 207,
            formCode: 'E',
            code: 'E1.1',
            idSection: 33,
            questionType: 1,
            text: 'Were all seals intact',
            hint: null,
            orderNumber: 1,
            optionsToQuestions: [
              {
                ...option,
                id: 907,
                optionId: 907,
                idOption: 907,
                text: 'No',
                flagged: true,
                orderNumber: 1,
              },
              {
                ...option,
                id: 906,
                optionId: 906,
                idOption: 906,
                text: 'Yes',
                flagged: false,
                orderNumber: 2,
              },
            ],
          },
        ],
      },
    ]);
  });

  it('publishes a form without a draft flag, and needs no sections', async () => {
    const { draft: _, formSections: __, ...head } = counting;
    const id = await create(head);
    expect(await headOf(id, false)).toMatchObject({ draft: false });
    expect(await sectionsOf(id)).toEqual([]);
  });

  it('refuses a code or an id that exists, with a text', async () => {
    for (const body of [
      { ...counting, code: 'A' },
      { ...counting, code: ' B ' },
      { ...counting, id: 12 },
    ]) {
      const reply = await write('POST', path, body);
      expect(reply.status).toBe(400);
      expect(reply.headers.get('Content-Type')).toMatch(/^text\/plain/);
      expect(await reply.text()).toContain('already exists');
    }
  });

  it('creates a code once when two ask together', async () => {
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => write('POST', path, counting)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([
      200, 400, 400, 400,
    ]);
  });

  const [section] = counting.formSections;
  const [question] = section?.questions ?? [];
  const withSection = (change: object) => ({
    ...counting,
    formSections: [{ ...section, ...change }],
  });
  const withQuestion = (change: object) =>
    withSection({ questions: [{ ...question, ...change }] });

  it.each([
    ['no code', { ...counting, code: ' ' }, /Code/],
    ['no description', { ...counting, description: null }, /description/],
    [
      'a long section code',
      withSection({ code: 'E1234' }),
      /Section 'E1234'.*4/,
    ],
    ['no section code', withSection({ code: undefined }), /Section '1'.*code/],
    [
      'a long description',
      withSection({ description: 'x'.repeat(201) }),
      /E1.*200/,
    ],
    [
      'a long question',
      withQuestion({ text: 'x'.repeat(1001) }),
      /E1\.1.*1000/,
    ],
    ['no question text', withQuestion({ text: null }), /E1\.1.*text/],
    ['another type', withQuestion({ questionType: 4 }), /E1\.1.*type/],
    [
      'a long option',
      withQuestion({ optionsToQuestions: [{ text: 'x'.repeat(1001) }] }),
      /E1\.1.*option 1.*1000/,
    ],
    [
      'sections of another kind',
      { ...counting, formSections: ['x'] },
      /formSections/,
    ],
  ])('refuses %s with 400 and a reason', async (_, body, reason) => {
    for (const [method, sent] of [
      ['POST', body],
      ['PUT', { ...body, id: 12 }],
    ] as const) {
      const reply = await write(method, path, sent);
      expect(reply.status).toBe(400);
      expect(await reply.text()).toMatch(reason);
    }
    expect(await headOf(12, false)).toMatchObject({ currentVersion: 4 });
  });

  it('takes texts as long as they may be, and empty ones', async () => {
    const long = withQuestion({ text: 'x'.repeat(1000) });
    expect((await write('POST', path, long)).status).toBe(200);
    const empty = {
      ...counting,
      code: 'F',
      description: '',
      formSections: [
        {
          code: '',
          description: '',
          questions: [
            { code: '', text: '', optionsToQuestions: [{ text: '' }] },
          ],
        },
      ],
    };
    expect((await write('POST', path, empty)).status).toBe(200);
  });

  it('publishes by metadata alone, and leaves the content alone', async () => {
    const id = await create();
    const before = await sectionsOf(id);
    const { formSections: _, ...head } = counting;
    for (const more of [{}, { formSections: null }]) {
      const body = { ...head, id, draft: false, ...more };
      const reply = await write('PUT', path, body);
      expect([reply.status, await reply.json()]).toEqual([200, id]);
    }
    expect(await headOf(id, false)).toMatchObject({
      currentVersion: 3,
      ver: 3,
      order: 4,
      title: 'Counting',
    });
    expect(await sectionsOf(id)).toEqual(before);
  });

  it('keeps a title that is not sent, and never lets the version fall', async () => {
    const body = { id: 12, code: 'A', description: 'Opening', order: 1 };
    await write('PUT', path, { ...body, currentVersion: 1 });
    expect(await headOf(12, false)).toMatchObject({
      title: 'Opening',
      currentVersion: 5,
    });
    const old = startServer(database(), { quirks: { versionFromBody: true } });
    await write('PUT', path, { ...body, currentVersion: 1 }, 'organizer', old);
    expect(await headOf(12, false)).toMatchObject({ currentVersion: 2 });
  });

  it('changes what has an id, adds what has none, removes nothing', async () => {
    const [before] = await sectionsOf(12);
    const [asked, other] = before?.questions ?? [];
    const [yes] = asked?.optionsToQuestions ?? [];
    const body = {
      id: 12,
      code: 'A',
      description: 'Opening of the station',
      currentVersion: 4,
      order: 1,
      formSections: [
        {
          id: 31,
          code: 'A1',
          description: 'Before',
          questions: [
            {
              ...asked,
              text: 'Was the box sealed',
              optionsToQuestions: [
                { ...yes, text: 'Yes, it was' },
                { id: 0, text: 'Perhaps' },
                { id: 999_999, text: 'Unknown id' },
              ],
            },
            { code: 'A1.3', text: 'New', questionType: 0 },
          ],
        },
        {
          code: 'A3',
          description: 'New',
          questions: [{ ...other, code: 'A3.1' }],
        },
      ],
    };
    expect((await write('PUT', path, body)).status).toBe(200);
    const [first, added] = await sectionsOf(12);
    expect(first).toMatchObject({ id: 31, description: 'Before' });
    expect(first?.questions.map(({ id, text }) => [id, text])).toEqual([
      [205, 'Was the box sealed'],
      // Missing in the body, so still there; a new one stands beside it.
      [206, 'Who was there'],
      [207, 'New'],
    ]);
    expect(
      first?.questions[0]?.optionsToQuestions.map(({ text }) => text).sort(),
    ).toEqual(['No', 'Other', 'Perhaps', 'Unknown id', 'Yes, it was']);
    // A question's id counts under its own section only (docs/api-contract.md
    // 4.1).
    expect(added).toMatchObject({ code: 'A3', questions: [{ id: 208 }] });
  });

  it('adds the same new parts again when the same body comes again (F7)', async () => {
    const id = await create({ ...counting, formSections: [] });
    for (const times of [1, 2]) {
      await write('PUT', path, { ...counting, id });
      expect(await sectionsOf(id)).toHaveLength(times);
    }
  });

  it('refuses an id that comes twice', async () => {
    const [asked] = (await sectionsOf(12))[0]?.questions ?? [];
    const body = {
      ...counting,
      id: 12,
      formSections: [
        { id: 31, code: 'A1', description: 'x', questions: [asked, asked] },
      ],
    };
    const reply = await write('PUT', path, body);
    expect(reply.status).toBe(400);
    expect(await reply.text()).toContain('205');
  });

  it('answers 404 with a text to an unknown form', async () => {
    const reply = await write('PUT', path, { ...counting, id: 999 });
    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain('999');
    expect((await write('PUT', path, counting)).status).toBe(400);
  });

  it('moves threads between the lists when a flag changes', async () => {
    await write(
      'POST',
      '/api/v1/answers',
      postedAnswers(205, [{ optionId: 901 }]),
      'maria',
    );
    const urgent = () => server().read('/api/v1/answers?isUrgent=true');
    expect(await urgent()).toMatchObject({ totalItems: 0 });
    const [first] = await sectionsOf(12);
    for (const flagged of [true, false]) {
      await write('PUT', path, {
        ...counting,
        id: 12,
        code: 'A',
        formSections: [withFlag(first, 901, flagged)],
      });
      expect(await urgent()).toMatchObject({ totalItems: flagged ? 1 : 0 });
    }
    expect(await server().read('/api/v1/answers')).toMatchObject({
      totalItems: 1,
    });
  });

  it('flags an option while a phone reports on another form, and both are stored', async () => {
    const { db, dialect } = database();
    const form = await create(counting);
    const [asked] = (await sectionsOf(form))[0]?.questions ?? [];
    const questionId = asked?.id ?? 0;
    const optionIds = (asked?.optionsToQuestions ?? []).map(({ id }) => id);
    const report = {
      questionId,
      options: optionIds.map((optionId) => ({ optionId, value: null })),
      station: {
        countyCode: 'AB',
        municipalityCode: 'AB-SEB',
        pollingStationNumber: 12,
      },
    };
    const post = (question: number, ids: number[]) =>
      write(
        'POST',
        '/api/v1/answers',
        postedAnswers(
          question,
          ids.map((optionId) => ({ optionId })),
        ),
        'maria',
      );
    await post(205, [901]);
    const [first] = await sectionsOf(12);
    const flag = (flagged: boolean) =>
      write('PUT', path, {
        ...counting,
        id: 12,
        code: 'A',
        formSections: [withFlag(first, 901, flagged)],
      });
    const counts = () =>
      db
        .select({ normal: thread.normalCount, flagged: thread.flaggedCount })
        .from(thread);
    /** Asks while `work` is not committed yet. */
    async function askDuring(
      work: (tx: Db) => Promise<void>,
      ask: () => Promise<Response>,
    ): Promise<number | undefined> {
      let asked: Promise<Response> | undefined;
      await db.transaction(async (tx) => {
        await work(tx);
        asked = ask();
        // PGlite runs one transaction at a time, and would wait for this one.
        if (dialect === 'pglite') return;
        await vi.waitUntil(isWaiting, { timeout: 10_000 });
      });
      return (await asked)?.status;
    }

    const reports = (tx: Db) => postAnswers(tx, 41, [report], START);
    expect(await askDuring(reports, () => flag(true))).toBe(200);
    // `No` of the other form is flagged, too.
    expect(await counts()).toEqual([{ normal: 1, flagged: 2 }]);

    const unflags = async (tx: Db) => {
      await tx.update(option).set({ flagged: false }).where(eq(option.id, 901));
      await refreshThreadsOfOptions(tx, [901]);
    };
    const sends = () => post(questionId, optionIds);
    expect(await askDuring(unflags, sends)).toBe(200);
    expect(await counts()).toEqual([{ normal: 2, flagged: 1 }]);
  });

  /** Whether a connection waits for a lock that another one holds. */
  async function isWaiting(): Promise<boolean> {
    const [row] = await database()
      .db.select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(
        sql`(select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock') waiting`,
      );
    return row?.count === 1;
  }

  it('saves a form of a thousand questions', async () => {
    const questions = Array.from({ length: 1_000 }, (_, at) => ({
      code: `Q${at}`,
      text: `Question ${at}`,
      questionType: 1,
      optionsToQuestions: [{ text: 'Yes' }, { text: 'No', flagged: true }],
    }));
    const id = await create({
      ...counting,
      formSections: [{ code: 'X', description: 'Long', questions }],
    });
    const [long] = await sectionsOf(id);
    expect(long?.questions.map(({ text }) => text)).toEqual(
      questions.map(({ text }) => text),
    );
    const ids = long?.questions.map((each) => each.id);
    await write('PUT', path, { ...counting, id, formSections: [long] });
    expect((await sectionsOf(id))[0]?.questions.map((each) => each.id)).toEqual(
      ids,
    );
  });

  it('refuses more parts than a form may have, and keeps what it had', async () => {
    const many = (questions: number, options: number) => ({
      code: 'X',
      description: 'Long',
      questions: Array.from({ length: questions }, (_, at) => ({
        code: `Q${at}`,
        text: '',
        optionsToQuestions: Array.from({ length: options }, () => ({
          text: '',
        })),
      })),
    });
    const id = await create({ ...counting, formSections: [many(1_500, 0)] });
    for (const [sections, reason] of [
      [Array.from({ length: 201 }, () => many(0, 0)), 'at most 200 sections'],
      [[many(501, 0)], 'at most 2000 questions'],
      [[many(400, 51)], 'at most 20000 options'],
    ] as const) {
      const sent = { ...counting, id, formSections: sections };
      const reply = await write('PUT', path, sent);
      expect([reply.status, await reply.text()]).toEqual([
        422,
        `A form may have ${reason}.`,
      ]);
    }
    const [kept, ...others] = await sectionsOf(id);
    expect([kept?.questions.length, others]).toEqual([1_500, []]);
  });

  it('refuses more drafts of an organisation and more published forms than there may be', async () => {
    const { db } = database();
    const fill = async (draft: boolean, ngoId: number | null, most: number) => {
      const ofNgo = ngoId === null ? isNull(form.ngoId) : eq(form.ngoId, ngoId);
      const there = await db.$count(form, and(eq(form.draft, draft), ofNgo));
      await db.insert(form).values(
        Array.from({ length: most - there }, (_, at) => ({
          code: `${draft}${ngoId}${at}`,
          description: '',
          draft,
          ngoId,
        })),
      );
    };
    const sent = async (draft: boolean, code: string, as?: 'admin') => {
      const body = { ...counting, draft, code };
      const reply = await write('POST', path, body, as);
      return [reply.status, await reply.text()];
    };
    const full = [422, 'An organisation may have at most 100 drafts.'];
    await fill(true, 2, 100);
    expect(await sent(true, 'E', 'admin')).toEqual(full);
    const [status, id] = await sent(true, 'E');
    expect(status).toBe(200);
    await fill(true, null, 100);
    expect(await sent(true, 'F')).toEqual(full);
    await fill(false, null, 499);
    expect((await sent(false, 'F'))[0]).toBe(200);
    const many = [422, 'There may be at most 500 published forms.'];
    expect(await sent(false, 'G')).toEqual(many);
    const publication = {
      ...counting,
      id: Number(id),
      draft: false,
      code: 'E',
    };
    const reply = await write('PUT', path, publication);
    expect([reply.status, await reply.text()]).toEqual(many);
  });

  async function answerAndNote(questionId: number, optionId: number) {
    await write(
      'POST',
      '/api/v1/answers',
      postedAnswers(questionId, [{ optionId }]),
      'maria',
    );
  }

  async function note(questionId: number) {
    const form = new FormData();
    form.set('CountyCode', 'AB');
    form.set('PollingStationNumber', '12');
    form.set('QuestionId', String(questionId));
    form.set('Text', 'Commission refused access');
    expect((await write('POST', '/api/v2/note', form, 'maria')).status).toBe(
      200,
    );
  }

  it('deletes drafts without answers only, and says why not', async () => {
    const unpublish = (id: number) =>
      write('PUT', path, { id, code: 'A', description: 'x', draft: true });
    const refusal = async (id: number) => {
      const reply = await write('DELETE', `${path}?formId=${id}`);
      expect(reply.status).toBe(400);
      return reply.text();
    };
    expect(await refusal(999)).toContain('no such form');
    expect(await refusal(12)).toContain('published');
    await unpublish(12);
    await answerAndNote(205, 901);
    expect(await refusal(12)).toContain('answers');

    const id = await create();
    const done = await write('DELETE', `${path}?formId=${id}`);
    expect([done.status, await done.text()]).toEqual([200, '']);
    expect(
      (await server().ask(`${path}/${id}`, { as: 'organizer' })).status,
    ).toBe(204);
    expect((await write('DELETE', path)).status).toBe(400);
  });

  it('does not delete a draft whose questions have notes', async () => {
    await note(206);
    await write('PUT', path, {
      id: 12,
      code: 'A',
      description: 'x',
      draft: true,
    });
    const reply = await write('DELETE', `${path}?formId=12`);
    expect([reply.status, await reply.text()]).toEqual([
      400,
      'The form has notes.',
    ]);
  });

  it('deletes sections and questions that are not in use', async () => {
    const ok = async (to: string) => {
      const reply = await write('DELETE', `${path}/section/${to}`);
      expect([reply.status, await reply.text()]).toEqual([200, '']);
    };
    const refused = async (to: string) => {
      const reply = await write('DELETE', `${path}/section/${to}`);
      expect(reply.status).toBe(400);
      return reply.text();
    };
    await answerAndNote(205, 901);
    expect(await refused('31')).toContain('answers');
    expect(await refused('31/question/205')).toContain('answers');
    expect(await refused('32/question/206')).toContain('no such question');
    expect(await refused('31/question/999')).toContain('no such question');
    expect(await refused('999')).toContain('no such section');
    expect(await refused('999/question/205')).toContain('no such section');
    expect(await refused('x')).toContain('sectionId');
    await ok('31/question/206');
    expect((await sectionsOf(12))[0]?.questions).toHaveLength(1);
    await ok('32');
  });

  it('does not delete what has notes, or fails on it when told so', async () => {
    await note(206);
    for (const to of ['31', '31/question/206']) {
      const reply = await write('DELETE', `${path}/section/${to}`);
      expect(await reply.text()).toContain('notes');
    }
    const classic = startServer(database(), { quirks: { crashes: true } });
    const crash = await write(
      'DELETE',
      `${path}/section/31`,
      undefined,
      'organizer',
      classic,
    );
    expect(crash.status).toBe(500);
    expect(await sectionsOf(12)).toHaveLength(1);
  });

  it('shows the sections of before for a while when told so (F13)', async () => {
    const classic = startServer(database(), { quirks: { staleForms: true } });
    await sectionsOf(12, classic);
    const body = {
      id: 12,
      code: 'A',
      description: 'x',
      formSections: [{ id: 31, code: 'A1', description: 'Changed' }],
    };
    await write('PUT', path, body, 'organizer', classic);
    expect((await sectionsOf(12))[0]).toMatchObject({ description: 'Changed' });
    const shown = async () => (await sectionsOf(12, classic))[0];
    expect(await shown()).toMatchObject({ description: 'Before opening' });
    classic.clock.now = new Date(classic.clock.now.getTime() + 10_000);
    expect(await shown()).toMatchObject({ description: 'Changed' });
  });
});
