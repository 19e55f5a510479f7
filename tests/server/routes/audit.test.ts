import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { operations } from '../../../server/app';
import { auditEntry, formSection, ngo } from '../../../server/db/schema';
import { cleanUp } from '../../../server/services/clean-up';
import { holdElection } from '../support/election';
import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  postedAnswers,
  START,
  startServer,
} from '../support/server';

const path = '/api/extensions/audit';

/** All secrets that the story below sends. */
const SECRETS = [
  's3cret',
  'organizer-pass',
  'a wrong password',
  'typed in the wrong field',
  'long enough too',
  'another long one',
  '887766',
  '998877',
  'token-of-a-phone',
];

interface Entry {
  id: number;
  action: string;
  subject: string | null;
  before: string | null;
  after: string | null;
}

/** docs/api-contract.md 10.8. */
onEachDatabase((database) => {
  const server = freshServer(database);

  const write = (method: string, to: string, body?: unknown) =>
    server().ask(to, { method, as: 'organizer', body });
  const signIn = (user: string, password: string, more = {}) =>
    server().ask('/api/v2/access/authorize', {
      method: 'POST',
      body: { user, password, ...more },
    });
  const entries = async (query = '') =>
    (await server().read(`${path}?pageSize=100&${query}`)) as Entry[];
  const actions = async (query = '') =>
    (await entries(query)).map(({ action }) => action);

  it('has sign-ins of staff, right and wrong, and none of phones', async () => {
    await signIn('olga@example.org', 'organizer-pass');
    await signIn('olga@example.org', 'a wrong password');
    await signIn('typed in the wrong field', 'a wrong password');
    await signIn('0722000041', '1234', { fcmToken: 'token-of-a-phone' });
    await signIn('0722000041', '0000', { fcmToken: 'token-of-a-phone' });
    const entry = {
      at: START.toISOString(),
      adminId: 3,
      account: 'olga@example.org',
      address: 'unknown',
      requestId: expect.stringMatching(/^[\w-]{16,64}$/),
      subject: null,
      before: null,
      after: null,
    };
    expect(await entries()).toEqual([
      // What somebody typed as a name may be a password.
      {
        ...entry,
        id: 3,
        action: 'sign-in failed',
        adminId: null,
        account: '',
      },
      { ...entry, id: 2, action: 'sign-in failed' },
      { ...entry, id: 1, action: 'sign-in' },
    ]);
  });

  it('has no more wrong sign-ins than the throttle lets through', async () => {
    const statuses: number[] = [];
    while (statuses.length < 30) {
      const reply = await signIn('olga@example.org', 'a wrong password');
      statuses.push(reply.status);
    }
    const looked = statuses.filter((status) => status === 400);
    expect(looked.length).toBeLessThan(30);
    expect(await actions()).toHaveLength(looked.length);
  });

  it('says of a change what it was and what it is', async () => {
    await write('PUT', '/api/v1/observer', {
      observerId: 41,
      name: 'Maria Pop',
      pin: '887766',
    });
    const [entry] = await entries();
    expect(entry).toMatchObject({
      action: 'observer changed',
      subject: 'observer 41',
    });
    expect(JSON.parse(entry?.before ?? '')).toEqual({
      name: 'Maria Ionescu',
      phone: '0722000041',
    });
    expect(JSON.parse(entry?.after ?? '')).toEqual({
      name: 'Maria Pop',
      pin: '(secret)',
    });
  });

  it('has an entry of every kind, and no secret in any', async () => {
    await holdElection(database().db);
    await signIn('ana.pop@example.org', 's3cret');
    await signIn('ana.pop@example.org', 'a wrong password');
    const password = 'long enough too';
    const person = { name: 'Ion', phone: '0733', pin: '998877' };
    const changes: [string, string, unknown?][] = [
      ['POST', '/api/v1/observer', person],
      [
        'POST',
        '/api/v1/observer/reset',
        {
          action: 'reset-password',
          phoneNumber: '0722000041',
          pin: '887766',
        },
      ],
      ['POST', '/api/v1/observer/removeDeviceId?id=41'],
      ['DELETE', '/api/v1/observer?id=44'],
      [
        'POST',
        '/api/extensions/accounts',
        { ngoId: 2, account: 'dan@example.org', password },
      ],
      ['PATCH', '/api/extensions/accounts/7', { password }],
      ['PATCH', '/api/v1/ngo/2/status', { isActive: false }],
      ['POST', '/api/v1/form', { code: 'N', description: 'x' }],
      ['DELETE', '/api/v1/form?formId=13'],
      [
        'POST',
        '/api/v1/county/1',
        { code: 'AB', name: 'Alba de Sus', order: 1 },
      ],
      [
        'POST',
        '/api/v1/notification/send/all',
        { from: 'x', channel: 'Firebase', title: 'Hello', message: 'World' },
      ],
      ['POST', '/api/v1/cache/clear'],
      ['POST', '/api/extensions/sign-out'],
    ];
    for (const [method, to, body] of changes) {
      const { status } = await write(method, to, body);
      expect([to, status]).toEqual([to, to.includes('/send') ? 202 : 200]);
    }
    const seen = (
      await database()
        .db.select({ action: auditEntry.action })
        .from(auditEntry)
        .orderBy(auditEntry.id)
    ).map(({ action }) => action);
    expect(seen).toEqual([
      'sign-in',
      'sign-in failed',
      'observer added',
      'observer reset',
      'device removed',
      'observer deleted',
      'account added',
      'account changed',
      'organisation changed',
      'form added',
      'form deleted',
      'county changed',
      'notification',
      'caches cleared',
      'sign-out',
    ]);
    const stored = JSON.stringify(
      await database().db.select().from(auditEntry),
    );
    expect(stored).toContain('(secret)');
    for (const secret of SECRETS) expect(stored).not.toContain(secret);
  });

  it('has who changed the own password, and who tried', async () => {
    for (const current of ['a wrong password', 'organizer-pass']) {
      await write('POST', '/api/extensions/password', {
        current,
        next: 'another long one',
      });
    }
    const rows = await database().db.select().from(auditEntry);
    expect(rows.map(({ action }) => action)).toEqual([
      'sign-in failed',
      'password changed',
    ]);
    for (const secret of SECRETS) {
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });

  it('has downloads with their filter, not their headers alone', async () => {
    const all = '/api/v1/export/all';
    await server().ask(`${all}?county=AB`, { as: 'organizer', method: 'HEAD' });
    await (
      await server().ask(`${all}?county=AB`, { as: 'organizer' })
    ).arrayBuffer();
    await (
      await server().ask(`${all}/notes`, { as: 'organizer' })
    ).arrayBuffer();
    expect(await entries()).toMatchObject([
      { action: 'export', subject: 'notes' },
      {
        action: 'export',
        subject: 'answers',
        after: expect.stringContaining('"countyCode":"AB"'),
      },
    ]);
  });

  it('has nothing of what was refused, changed nothing or came from a phone', async () => {
    const other = { observerId: 41, phone: '0722000042' };
    await write('PUT', '/api/v1/observer', { observerId: 41 });
    await write('PUT', '/api/v1/observer', {
      ...other,
      phone: '0722000041',
    });
    await write('DELETE', '/api/v1/observer?id=999');
    await write('DELETE', '/api/v1/form?formId=12');
    await server().ask('/api/v1/answers', {
      method: 'POST',
      as: 'maria',
      body: postedAnswers(205, [{ optionId: 901 }]),
    });
    expect(await entries()).toEqual([]);
  });

  it('has one entry of a write that is repeated with its key', async () => {
    for (let times = 0; times < 2; times += 1) {
      await server().ask('/api/v1/observer', {
        method: 'PUT',
        as: 'organizer',
        headers: { 'Idempotency-Key': 'one-key-of-this-test' },
        body: { observerId: 41, name: 'Maria Pop' },
      });
    }
    expect(await actions()).toEqual(['observer changed']);
  });

  it('is filtered, and comes in pages downwards', async () => {
    await signIn('olga@example.org', 'organizer-pass');
    await signIn('ana.pop@example.org', 'a wrong password');
    server().clock.now = new Date(START.getTime() + 60_000);
    await signIn('ana.pop@example.org', 's3cret');
    expect(await actions('account=ana.pop@example.org')).toEqual([
      'sign-in',
      'sign-in failed',
    ]);
    expect(await actions('action=sign-in')).toHaveLength(2);
    expect(await actions('from=2026-11-22T09:00:30Z')).toEqual(['sign-in']);
    expect(await actions('to=2026-11-22T09:00:30Z')).toHaveLength(2);
    const ids = async (query: string) =>
      ((await server().read(`${path}?${query}`)) as Entry[]).map(
        ({ id }) => id,
      );
    expect(await ids('pageSize=2')).toEqual([3, 2]);
    expect(await ids('pageSize=2&before=2')).toEqual([1]);
    expect(await ids('before=1')).toEqual([]);
    const wrong = await server().ask(`${path}?from=x`, { as: 'organizer' });
    expect(wrong.status).toBe(400);
  });

  it('is for organizers', async () => {
    expect((await server().ask(path, { as: 'admin' })).status).toBe(403);
    expect((await server().ask(path, { as: 'maria' })).status).toBe(403);
  });

  it('is not there on a server without extensions', async () => {
    const classic = startServer(database(), { quirks: { noExtensions: true } });
    expect((await classic.ask(path, { as: 'organizer' })).status).toBe(404);
  });

  it('tells what was there before it was deleted, closed or ended', async () => {
    await signIn('ana.pop@example.org', 's3cret');
    const sessions = (await server().read(
      '/api/extensions/sessions?accountId=7',
    )) as { id: string }[];
    const id = sessions[0]?.id ?? '';
    const done: [string, string, unknown?][] = [
      ['DELETE', `/api/extensions/sessions/${id}`],
      ['PATCH', '/api/extensions/accounts/7', { isActive: false }],
      ['DELETE', '/api/v1/form/section/31/question/206'],
      ['DELETE', '/api/v1/form?formId=13'],
    ];
    for (const [method, to, body] of done) {
      expect([to, (await write(method, to, body)).status]).toEqual([to, 200]);
    }
    const told = ((await server().read(path)) as Entry[])
      .filter(({ action }) => action !== 'sign-in')
      .map(({ subject, before }) => [subject, JSON.parse(before ?? 'null')]);
    expect(told).toEqual([
      [
        'form 13',
        {
          code: expect.any(String),
          text: expect.any(String),
          sections: 0,
          questions: 0,
        },
      ],
      ['question 206', { code: expect.any(String), text: expect.any(String) }],
      ['account 7', { account: 'ana.pop@example.org', isActive: true }],
      [`session ${id}`, { account: 'account 7' }],
    ]);
  });

  /** The newest entry, with its texts read. */
  const newest = async () => {
    const [{ subject, before, after } = { subject: '' } as Partial<Entry>] =
      await entries();
    return {
      subject,
      before: JSON.parse(before ?? 'null'),
      after: JSON.parse(after ?? 'null'),
    };
  };

  it('says of a form which parts were added and changed, and how', async () => {
    const [section] = (await server().read('/api/v1/form/12')) as {
      questions: { optionsToQuestions: object[] }[];
    }[];
    const [asked, ...others] = section?.questions ?? [];
    const [yes, no, ...more] = asked?.optionsToQuestions ?? [];
    const sent = {
      id: 12,
      code: 'A',
      title: 'Opening',
      description: 'Opening of the station',
      currentVersion: 4,
      order: 1,
      draft: false,
      formSections: [
        {
          ...section,
          questions: [
            {
              ...asked,
              text: 'Was the box sealed',
              optionsToQuestions: [
                { ...yes, flagged: true },
                no,
                ...more,
                { text: 'Not seen', isFreeText: false, flagged: false },
              ],
            },
            ...others,
          ],
        },
      ],
    };
    expect((await write('PUT', '/api/v1/form', sent)).status).toBe(200);
    const { before, after } = await newest();
    expect(before).toEqual({
      code: 'A',
      draft: false,
      'question 205': { text: 'Was the ballot box sealed' },
      'option 901': { flagged: false },
    });
    expect(after).toEqual({
      code: 'A',
      draft: false,
      'question 205': { text: 'Was the box sealed' },
      'option 901': { flagged: true },
      [Object.keys(after).at(-1) ?? '']: {
        questionId: 205,
        text: 'Not seen',
        isFreeText: false,
        flagged: false,
        orderNumber: 4,
      },
    });

    const copy = { ...sent, id: undefined, code: 'N' };
    expect((await write('POST', '/api/v1/form', copy)).status).toBe(200);
    expect((await newest()).after).toEqual({
      code: 'N',
      draft: false,
      sections: 1,
      questions: 2,
      options: 6,
      flaggedOptions: 2,
    });
  });

  it('says which sections without questions were added, changed and removed', async () => {
    const empty = { code: 'E', description: 'Later', orderNumber: 1 };
    const form = { code: 'E1', description: 'Empty', order: 9, draft: true };
    const sent = { ...form, formSections: [{ ...empty, questions: [] }] };
    const added = await write('POST', '/api/v1/form', sent);
    const id: unknown = await added.json();
    expect((await newest()).after).toMatchObject({ sections: 1, questions: 0 });

    const content = await database().db.select().from(formSection);
    const section = content.find(({ formId }) => formId === id);
    const changed = {
      ...form,
      id,
      formSections: [
        { ...section, description: 'Later on', questions: [] },
        { ...empty, code: 'F', questions: [] },
      ],
    };
    expect((await write('PUT', '/api/v1/form', changed)).status).toBe(200);
    const { before, after } = await newest();
    const name = `section ${section?.id}`;
    expect(before).toEqual({
      code: 'E1',
      draft: true,
      [name]: { description: 'Later' },
    });
    expect(after).toEqual({
      code: 'E1',
      draft: true,
      [name]: { description: 'Later on' },
      [`section ${(section?.id ?? 0) + 1}`]: { ...empty, code: 'F' },
    });
    const gone = await write('DELETE', `/api/v1/form?formId=${String(id)}`);
    expect(gone.status).toBe(200);
    expect((await newest()).before).toMatchObject({ sections: 2 });
  });

  it('says what went with the stations, and what an import changed', async () => {
    await holdElection(database().db);
    const cleared = '/api/v2/polling-station/clearAll?includeRelatedData=true';
    expect((await write('DELETE', cleared)).status).toBe(200);
    expect(await newest()).toMatchObject({
      before: {
        stations: 4,
        answers: 11,
        notes: 3,
        files: 1,
        visits: 1,
        marks: 2,
      },
      after: { includeRelatedData: true },
    });
    const form = new FormData();
    const rows = 'Id,Code,Name,ProvinceCode\n1,AB,Alba de Sus,TR\n9,ZZ,New,TR';
    form.set('CsvFile', new File([rows], 'counties.csv'));
    expect((await write('POST', '/api/v1/county/import', form)).status).toBe(
      200,
    );
    expect(await newest()).toMatchObject({
      before: [{ id: 1, code: 'AB', name: 'Alba' }],
      after: { count: 2 },
    });
  });

  it('names the organisation that was added by its id', async () => {
    const added = { shortName: 'NEW', name: 'New one' };
    expect((await write('POST', '/api/v1/ngo', added)).status).toBe(200);
    const [found] = await database()
      .db.select({ id: ngo.id })
      .from(ngo)
      .where(eq(ngo.shortName, 'NEW'));
    expect((await newest()).subject).toBe(`organisation ${found?.id}`);
  });

  it('keeps its entries for as long as is said, and tells what is gone', async () => {
    const days = (count: number) =>
      new Date(START.getTime() + count * 86_400_000);
    const { db } = database();
    const lines: string[] = [];
    const clean = (now: Date, auditDays?: number) =>
      cleanUp(db, now, (line) => lines.push(line), auditDays);
    await signIn('olga@example.org', 'organizer-pass');
    await signIn('ana.pop@example.org', 's3cret');
    server().clock.now = days(10);
    await signIn('olga@example.org', 'organizer-pass');
    await clean(days(1_000));
    await clean(days(30), 30);
    expect(await actions()).toHaveLength(3);

    await clean(days(31), 30);
    expect(lines).toEqual([]);
    const [told, ...left] = (await server().read(path)) as Entry[];
    expect(told).toMatchObject({
      account: 'server',
      action: 'audit log shortened',
      after: JSON.stringify({ entries: 2, until: days(1) }),
    });
    expect(left.map(({ action }) => action)).toEqual(['sign-in']);
    // Nothing is gone, so nothing is told.
    await clean(days(31), 30);
    expect(await actions()).toHaveLength(2);
    await expect(db.delete(auditEntry)).rejects.toThrow();
  });

  it('keeps its entries as they are', async () => {
    await signIn('olga@example.org', 'organizer-pass');
    const { db } = database();
    const change = { account: 'ana.pop@example.org' };
    await expect(
      db.update(auditEntry).set(change).where(eq(auditEntry.id, 1)),
    ).rejects.toThrow();
    await expect(db.delete(auditEntry)).rejects.toThrow();
    expect(await actions()).toEqual(['sign-in']);
  });
});

it('is thought of by every write, and by every download of staff', () => {
  const lacking = operations
    .filter(
      ({ method, files, role }) =>
        method !== 'get' || (files !== undefined && role !== 'link'),
    )
    .filter(({ audit }) => audit === undefined)
    .map(({ method, path: of }) => `${method} ${of}`);
  expect(lacking).toEqual([]);
});

it('leaves out writes of staff only where nothing is to be told', () => {
  const left = operations
    .filter(({ method, role }) => method !== 'get' && role !== 'observer')
    .filter(({ audit }) => typeof audit === 'object' && 'none' in audit)
    .map(({ method, path: of }) => `${method} ${of}`);
  expect(left).toEqual(['post /api/v1/access/test', 'post /api/v1/triage']);
});
