import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { serve } from '@hono/node-server';
import { between, count, eq, gt, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createApp } from '../../../server/app';
import type { Db } from '../../../server/db/database';
import * as schema from '../../../server/db/schema';
import { demoPin, phoneAt } from '../../../server/seed/names';
import { createRandom } from '../../../server/seed/random';
import { openDay, SimulationError } from '../../../server/simulate/day';
import type { PlayedDay } from '../../../server/simulate/day';
import { readOptions } from '../../../server/simulate/options';
import { ServerRefusal } from '../../../server/simulate/phone';
import type { Send } from '../../../server/simulate/phone';
import { describeTotals, runDay } from '../../../server/simulate/run';
import { DAY_ENDED, loadDemo, SEED_TIMEOUT_MS } from '../support/demo';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const URL_OF_TESTS = 'http://host.test';

const HOUR_MS = 3_600_000;

const silently = () => {};
const unreachable: Send = () => Promise.reject(new TypeError('fetch failed'));

let db: Db;
let app: ReturnType<typeof createApp>;
let undo: () => Promise<void>;

/** All of it in one transaction that is undone: others use the same demo. */
beforeAll(async () => {
  const { database } = await loadDemo();
  const undone = new Error('The simulation leaves no trace.');
  db = await new Promise<Db>((opened, failed) => {
    const running = database.db
      .transaction(async (tx) => {
        const closed = new Promise<void>((close) => {
          undo = () => {
            close();
            return running;
          };
        });
        opened(tx);
        await closed;
        throw undone;
      })
      .catch((thrown: unknown) => {
        if (thrown !== undone) failed(thrown);
      });
  });
  app = createApp({
    database: {
      db,
      probeDb: db,
      dialect: 'pglite',
      listen: () => Promise.reject(new Error('Nobody listens.')),
    },
    secret: new TextEncoder().encode('a secret of the simulator test'),
    testLog: true,
  });
}, SEED_TIMEOUT_MS);

afterAll(() => undo());

const inProcess: Send = async (path, init) => app.request(path, init);

type Shares = Pick<
  Parameters<typeof openDay>[0],
  'urgentShare' | 'silentShare' | 'noteShare'
>;

function playAgainst(
  send: Send,
  seed: string,
  shares: Partial<Shares> = {},
): PlayedDay {
  return openDay({
    send,
    random: createRandom(seed),
    size: 'S',
    urgentShare: 0.5,
    silentShare: 0.4,
    noteShare: 0,
    now: () => new Date(),
    ...shares,
  });
}

async function playSteps(day: PlayedDay, steps: number) {
  const sum = { answers: 0, notes: 0, threads: 0, urgent: 0 };
  for (let step = 0; step < steps; step += 1) {
    const result = await day.step();
    sum.answers += result.answers;
    sum.notes += result.notes;
    if (result.isFirst) sum.threads += 1;
    if (result.isUrgent) sum.urgent += 1;
  }
  return sum;
}

async function countRows() {
  const fresh = gt(schema.answer.lastModified, DAY_ENDED);
  const [urgent] = await db
    .select({ n: count() })
    .from(schema.thread)
    .where(isNotNull(schema.thread.urgentLastModified));
  const questions = await db
    .selectDistinct({
      observer: schema.answer.observerId,
      station: schema.answer.pollingStationId,
      question: schema.answer.questionId,
    })
    .from(schema.answer)
    .where(fresh);
  return {
    answers: questions.length,
    notes: await db.$count(schema.note),
    threads: await db.$count(schema.thread),
    urgent: urgent?.n ?? 0,
    infos: await db.$count(schema.stationInfo),
    files: await db.$count(schema.attachment),
  };
}

/** The newest answer of each observer within a time, by id. */
async function reportsBetween(from: Date, to: Date) {
  const { answer, pollingStation } = schema;
  const rows = await db
    .select({
      observerId: answer.observerId,
      countyId: pollingStation.countyId,
      at: answer.lastModified,
    })
    .from(answer)
    .innerJoin(pollingStation, eq(pollingStation.id, answer.pollingStationId))
    .where(between(answer.lastModified, from, to))
    .orderBy(answer.lastModified);
  return new Map(rows.map((row) => [row.observerId, row]));
}

/** Each is seconds of work on a quiet machine; tests share theirs with others. */
describe('the simulator against a real server', { timeout: 90_000 }, () => {
  it('makes threads arrive through the mobile endpoints', async () => {
    const before = await countRows();
    app.requestLog.take();
    const sum = await playSteps(playAgainst(inProcess, 'arrivals'), 50);
    const after = await countRows();

    expect(sum.threads).toBeGreaterThan(12);
    expect(sum.urgent).toBeGreaterThan(2);
    expect(sum.notes).toBeGreaterThan(2);
    expect(after.threads - before.threads).toBe(sum.threads);
    expect(after.urgent - before.urgent).toBe(sum.urgent);
    expect(after.notes - before.notes).toBe(sum.notes);
    expect(after.answers - before.answers).toBe(sum.answers);
    expect(after.infos - before.infos).toBe(sum.threads);
    expect(after.files).toBeGreaterThan(before.files);

    const played = app.requestLog.entries();
    expect(played.filter(({ status }) => status !== 200)).toEqual([]);
    expect(
      new Set(played.map(({ method, path }) => `${method} ${path}`)),
    ).toEqual(
      new Set([
        'POST /api/v2/access/authorize',
        'GET /api/v1/form',
        ...[1, 2, 3, 4].map((id) => `GET /api/v1/form/${id}`),
        'POST /api/v1/polling-station',
        'PUT /api/v1/polling-station',
        'POST /api/v1/answers',
        'POST /api/v2/note',
      ]),
    );
  });

  it('lets the silent ones report from where they are, when told so', async () => {
    const before = await reportsBetween(new Date(0), DAY_ENDED);
    const start = new Date();
    await playSteps(playAgainst(inProcess, 'silent', { silentShare: 1 }), 30);
    const fresh = await reportsBetween(start, new Date());
    expect(fresh.size).toBeGreaterThan(5);
    const known = [...fresh].filter(([id]) => before.has(id));
    expect(known.length).toBeGreaterThan(0);
    for (const [id, { countyId }] of known) {
      const last = before.get(id);
      const silentFor = DAY_ENDED.getTime() - (last?.at.getTime() ?? 0);
      expect(silentFor, `observer ${id}`).toBeGreaterThan(HOUR_MS);
      expect(countyId, `county of observer ${id}`).toBe(last?.countyId);
    }
  });

  it('sends notes alone when told so', async () => {
    const before = await countRows();
    await playSteps(playAgainst(inProcess, 'notes', { noteShare: 1 }), 10);
    const after = await countRows();
    expect(after).toEqual({
      ...before,
      notes: before.notes + 10,
      files: after.files,
    });
    expect(after.files).toBeGreaterThan(before.files);
  });

  it('flags none or all of its visits when told so', async () => {
    // The real forms, and a server that takes everything: what is flagged is
    // decided before anything is sent.
    const signedIn = await inProcess('/api/v2/access/authorize', {
      method: 'POST',
      body: JSON.stringify({
        user: phoneAt(0),
        password: demoPin(phoneAt(0)),
        fcmToken: 'a phone',
      }),
    });
    const { access_token } = await signedIn.json();
    const forms = new Map<string, Response>();
    const takesAll: Send = async (path, init) => {
      if (path.includes('authorize')) return Response.json({ access_token });
      if (!path.startsWith('/api/v1/form')) return new Response();
      const form = forms.get(path) ?? (await inProcess(path, init));
      forms.set(path, form);
      return form.clone();
    };
    const none = await playSteps(
      playAgainst(takesAll, 'none', { urgentShare: 0 }),
      60,
    );
    expect(none.urgent).toBe(0);
    const all = playAgainst(takesAll, 'all', { urgentShare: 1 });
    let over = 0;
    let urgent = 0;
    // Up to four sections per visit and twelve visits side by side.
    while (over < 20) {
      const { isOver, isUrgent } = await all.step();
      if (isOver) over += 1;
      if (isUrgent) urgent += 1;
    }
    expect(urgent).toBeGreaterThanOrEqual(over);
  });

  it('goes on with other observers when some may not sign in', async () => {
    await db.update(schema.observer).set({ pin: 'changed' });
    const day = playAgainst(inProcess, 'no pins');
    await expect(day.step()).rejects.toThrow(
      /does not know the demo observers/,
    );

    // Now only every second sign-in is refused.
    let logins = 0;
    const half: Send = async (path) => {
      if (!path.includes('authorize')) return Response.json({});
      logins += 1;
      return logins % 2 === 1
        ? new Response('Invalid credentials', { status: 400 })
        : Response.json({ access_token: 'x' });
    };
    await expect(playAgainst(half, 'half').step()).rejects.toThrow(
      ServerRefusal,
    );
    expect(logins).toBe(2);
  });
});

describe('a run', () => {
  const still = { answers: 1, notes: 0, isFirst: false } as const;

  it('ends with one sentence when nobody answers', async () => {
    const run = runDay(playAgainst(unreachable, 'nobody'), {
      url: URL_OF_TESTS,
      perMinute: 6000,
      signal: new AbortController().signal,
      say: silently,
    });
    await expect(run).rejects.toThrow(SimulationError);
    await expect(run).rejects.toThrow(
      'http://host.test does not answer. Start the server first: npm start',
    );
  });

  it('ends with one sentence when something else answers', async () => {
    const page: Send = () => Promise.resolve(new Response('<html></html>'));
    const run = runDay(playAgainst(page, 'page'), {
      url: URL_OF_TESTS,
      perMinute: 6000,
      signal: new AbortController().signal,
      say: silently,
    });
    await expect(run).rejects.toThrow(/is not a server that works/);
  });

  it('keeps the pace, stops at the signal and waits for what is sent', async () => {
    const stop = new AbortController();
    let started = 0;
    let finished = 0;
    const day: PlayedDay = {
      async step() {
        started += 1;
        await new Promise((resolve) => setTimeout(resolve, 250));
        finished += 1;
        return { ...still, isUrgent: false, isOver: false };
      },
    };
    setTimeout(() => stop.abort(), 1000);
    const totals = await runDay(day, {
      url: URL_OF_TESTS,
      perMinute: 600,
      signal: stop.signal,
      say: silently,
    });
    expect(finished).toBe(started);
    expect(totals.sections).toBe(started);
    // One each 100 ms: ten in a second, fewer on a busy machine, never more.
    expect(started).toBeGreaterThan(2);
    expect(started).toBeLessThanOrEqual(12);
  });

  it('says once that the server is away, and goes on when it is back', async () => {
    const stop = new AbortController();
    const lines: string[] = [];
    let step = 0;
    const day: PlayedDay = {
      step() {
        step += 1;
        if (step === 3 || step === 4) {
          return Promise.reject(new TypeError('fetch failed'));
        }
        if (step === 6) stop.abort();
        return Promise.resolve({ ...still, isUrgent: true, isOver: false });
      },
    };
    const totals = await runDay(day, {
      url: URL_OF_TESTS,
      perMinute: 6000,
      pauseMs: 10,
      signal: stop.signal,
      say: (line) => lines.push(line),
    });
    expect(lines).toEqual([
      'The server does not answer; trying again until it does.',
      'The server is back.',
    ]);
    expect(totals).toMatchObject({ sections: 4, urgent: 4, failed: 2 });
    expect(describeTotals(totals)).toBe(
      '4 sections, 4 answers, 0 threads (4 flagged), 0 notes, 2 failed',
    );
  });
});

describe('its flags', () => {
  it('have defaults', () => {
    expect(readOptions([])).toEqual({
      url: 'http://127.0.0.1:8080',
      perMinute: 120,
      minutes: undefined,
      size: 'S',
      urgent: 0.2,
      silent: 0.4,
      notes: 0.1,
    });
    expect(
      readOptions(
        '--url http://localhost:8225/ --per-minute 30 --minutes 5 --size XL --urgent 0 --silent 1 --notes 0'.split(
          ' ',
        ),
      ),
    ).toEqual({
      url: 'http://localhost:8225',
      perMinute: 30,
      minutes: 5,
      size: 'XL',
      urgent: 0,
      silent: 1,
      notes: 0,
    });
  });

  it.each([
    ['--per-minute', '0'],
    ['--per-minute', 'many'],
    ['--minutes', ''],
    ['--urgent', '1.5'],
    ['--silent', '-1'],
    ['--notes', 'few'],
    ['--size', 'HUGE'],
    ['--url', 'ftp://server'],
    ['--url', 'server'],
    ['--speed', '3'],
  ])('are refused with the usage: %s "%s"', (flag, value) => {
    expect(() => readOptions([flag, value])).toThrow(SimulationError);
    expect(() => readOptions([flag, value])).toThrow(flag);
    expect(() => readOptions([flag, value])).toThrow('Usage:');
  });
});

/** Starts a process of its own. */
describe('the command', { timeout: 60_000 }, () => {
  it('stops cleanly on Ctrl-C and prints the totals', async () => {
    const server = serve({
      fetch: (request) =>
        request.url.includes('authorize')
          ? Response.json({ access_token: 'x' })
          : request.url.endsWith('/form/1')
            ? Response.json([aSection()])
            : Response.json({
                formVersions: [{ id: 1, code: 'A', diaspora: false }],
              }),
      hostname: '127.0.0.1',
      port: 0,
    });
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        'server/simulate.ts',
        '--url',
        `http://127.0.0.1:${port}`,
        '--per-minute',
        '3000',
      ],
      { cwd: ROOT },
    );
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('20 sections')) child.kill('SIGINT');
    });
    const [code] = await once(child, 'exit');
    server.close();

    expect(code).toBe(0);
    expect(output).toMatch(/^20 sections, 20 answers/m);
    expect(output).toMatch(/^Stopped: \d+ sections/m);
  });
});

function aSection() {
  return {
    questions: [
      {
        id: 1,
        questionType: 1,
        optionsToQuestions: [{ id: 1, isFreeText: false, flagged: false }],
      },
    ],
  };
}
