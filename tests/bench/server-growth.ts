import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import * as v from 'valibot';

import { sizeNamed, sizes } from '../../server/seed/sizes';
import type { Size } from '../../server/seed/sizes';
import { newPostgresDatabase } from '../server/support/postgres';
import { startServer } from '../support/server-process';
import type { ServerProcess } from '../support/server-process';
import { percentile } from './figures';

/**
 * `npm run bench:growth`: how long each reading call of staff takes at XL and at four
 * times as much, in turns in one run, on PostgreSQL. One client asks, one call
 * after another: what grows is the work for one reply. `--database pglite` asks the
 * embedded database.
 */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    sizes: { type: 'string', default: 'XL,XXL' },
    times: { type: 'string', default: '20' },
    database: { type: 'string', default: 'postgres' },
  },
});

interface Side {
  size: Size;
  server: ServerProcess;
  token: string;
  calls: readonly Call[];
}

interface Call {
  name: string;
  path: string;
  isDownload?: true;
}

const threads = v.object({
  data: v.array(
    v.object({
      observerId: v.number(),
      pollingStationId: v.number(),
      observerPhoneNumber: v.string(),
    }),
  ),
});

const counties = v.array(v.object({ id: v.number(), code: v.string() }));

/** What the app asks for, with a thread of this server's own. */
async function callsOf(origin: string, token: string, size: Size) {
  const headers = { Authorization: `Bearer ${token}` };
  const list = '/api/v1/answers?pageSize=50';
  const read = async (path: string): Promise<unknown> =>
    (await fetch(`${origin}${path}`, { headers })).json();
  const [thread] = v.parse(threads, await read(`${list}&page=1`)).data;
  const [county] = v.parse(counties, await read('/api/v1/county'));
  if (!thread || !county) throw new Error(`No thread at ${origin}`);
  const { observerId, pollingStationId, observerPhoneNumber } = thread;
  const of = `observerId=${observerId}&pollingStationId=${pollingStationId}`;
  const last = Math.floor(sizes[size].threads / 50);
  const calls: Call[] = [
    { name: 'threads, first page', path: `${list}&page=1` },
    { name: 'threads, last page', path: `${list}&page=${last}` },
    {
      name: 'urgent threads, first page',
      path: `${list}&page=1&urgent=true&isUrgent=true`,
    },
    {
      name: 'threads of a county',
      path: `${list}&page=1&county=${county.code}`,
    },
    {
      name: 'threads of a phone',
      path: `${list}&page=1&observerPhoneNumber=${observerPhoneNumber}`,
    },
    {
      name: 'a page of 1,000 threads',
      path: '/api/v1/answers?page=1&pageSize=1000',
    },
    { name: 'answers of a thread', path: `/api/v1/answers/filledIn?${of}` },
    {
      name: 'station of a thread',
      path: `/api/v1/answers/pollingStationInfo?${of}`,
    },
    {
      name: 'notes of a thread',
      path: `/api/v2/note?${of}&idObserver=${observerId}&idPollingStation=${pollingStationId}`,
    },
    {
      name: 'observers, first page',
      path: '/api/v1/observer?page=1&pageSize=50',
    },
    {
      name: 'observers of a phone',
      path: `/api/v1/observer?page=1&pageSize=50&number=${observerPhoneNumber}`,
    },
    {
      name: 'observers of a name',
      path: '/api/v1/observer?page=1&pageSize=50&name=Ion',
    },
    {
      name: 'a page of 1,000 observers',
      path: '/api/v1/observer?page=1&pageSize=1000',
    },
    { name: 'number of observers', path: '/api/v1/observer/count' },
    { name: 'forms', path: '/api/v1/form' },
    { name: 'counties', path: '/api/v1/county' },
    {
      name: 'stations of a county',
      path: `/api/v2/polling-station?countyId=${county.id}`,
    },
    {
      name: 'messages, first page',
      path: '/api/v1/notification/get/all?page=1&pageSize=50',
    },
    { name: 'decisions', path: '/api/v1/triage' },
    ...[
      'observerNumber',
      'countiesIrregularities',
      'pollingStationIrregularities',
      'countiesOpeningIrregularities',
      'pollingStationOpeningIrregularities',
      'countiesByCountingIrregularities',
      'pollingStationsByCountingIrregularities',
    ].map((name) => ({
      name: `statistics ${name}`,
      path: `/api/v1/statistics/${name}?page=1&pageSize=10`,
    })),
    { name: 'statistics mini/all', path: '/api/v1/statistics/mini/all' },
    { name: 'audit log', path: '/api/extensions/audit?page=1&pageSize=50' },
    { name: 'feed, 1,000 answers', path: '/api/extensions/feed?limit=1000' },
    {
      name: 'download of answers',
      path: '/api/v2/export/all',
      isDownload: true,
    },
    {
      name: 'download of notes',
      path: '/api/v1/export/all/notes',
      isDownload: true,
    },
  ];
  return calls;
}

async function open(size: Size, folder: string): Promise<Side> {
  const databaseUrl =
    values.database === 'pglite' ? undefined : await newPostgresDatabase();
  const from = performance.now();
  const dataDir = join(folder, size);
  const server = await startServer({ dataDir, size, databaseUrl });
  const seconds = Math.round((performance.now() - from) / 1_000);
  const token = await server.signIn();
  const { observers, threads } = sizes[size];
  console.log(
    `${size}: ${observers} observers, ${threads} threads, filled and started in ${seconds} s`,
  );
  const calls = await callsOf(server.origin, token, size);
  return { size, server, token, calls };
}

interface Replies {
  took: number[];
  bytes: number;
}

async function ask({ server, token }: Side, path: string, replies: Replies) {
  const from = performance.now();
  const reply = await fetch(`${server.origin}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { byteLength } = await reply.arrayBuffer();
  replies.took.push(performance.now() - from);
  replies.bytes = byteLength;
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`);
}

/** Resident memory of a server, in MB; NaN where there is no `/proc`. */
function memoryOf({ server }: Side): number {
  try {
    const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

async function compare(sides: readonly Side[]): Promise<void> {
  const names = sides[0]?.calls.map(({ name }) => name) ?? [];
  console.log(
    `| call | ${sides.map(({ size }) => `${size}, p50 and p95, ms | kB`).join(' | ')} |`,
  );
  console.log(`|---|${'---|'.repeat(2 * sides.length)}`);
  for (const [at, name] of names.entries()) {
    const figures = sides.map((): Replies => ({ took: [], bytes: 0 }));
    // A download of everything takes minutes: one says enough.
    const times = sides[0]?.calls[at]?.isDownload ? 1 : Number(values.times);
    for (let time = 0; time < times; time += 1) {
      for (const [of, side] of sides.entries()) {
        const replies = figures[of];
        const call = side.calls[at];
        if (replies && call) await ask(side, call.path, replies);
      }
    }
    const cells = figures.map(({ took, bytes }) => {
      const [middle, most] = [0.5, 0.95].map((share) =>
        percentile(took, share).toFixed(1),
      );
      return `${middle}, ${most} | ${(bytes / 1_000).toFixed(1)}`;
    });
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
  for (const side of sides) {
    console.log(`${side.size}: ${Math.round(memoryOf(side))} MB of memory`);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'vmo-growth-'));
try {
  const sides: Side[] = [];
  for (const name of values.sizes.split(',')) {
    const size = sizeNamed(name);
    if (!size) throw new Error(`There is no size ${name}`);
    sides.push(await open(size, folder));
  }
  await compare(sides);
  for (const { server } of sides) await server.stop();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
