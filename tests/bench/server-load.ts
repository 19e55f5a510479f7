import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { newPostgresDatabase } from '../server/support/postgres';
import { startServer } from '../support/server-process';
import type { ServerProcess, ServerSize } from '../support/server-process';
import { percentile } from './figures';

/**
 * `npm run bench:server -- --against DIR`: pages of answers for fifty clients
 * who ask without a pause, on PGlite and on PostgreSQL, in the first ten seconds
 * (`--seconds 120`) after a start and afterwards. DIR is another checkout of this repository; its
 * server and ours take turns, because a busy machine is never the same twice.
 * With `--streams 500` so many event streams are open while the pages are asked
 * for, and every round ends with how long a change takes to reach them all.
 */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    size: { type: 'string', default: 'L' },
    rounds: { type: 'string', default: '3' },
    against: { type: 'string' },
    streams: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '10' },
  },
});

const SIZES: Record<string, ServerSize> = { S: 'S', M: 'M', L: 'L', XL: 'XL' };
const CLIENTS = 50;
const PAGES = 50;
const FIRST_MS = Number(values.seconds) * 1_000;
const WARM_TURNS = 40;
/** Of Linux, in which `/proc` counts the time of a process. */
const TICK_MS = 10;

interface Side {
  name: string;
  options: Parameters<typeof startServer>[0];
}

/** One figure for each round. */
type Figures = Record<string, number[]>;

interface Replies {
  /** Milliseconds of each request. */
  took: number[];
  /** Of the first request of each client. */
  first: number[];
  bytes: number;
}

/** Every client asks again as soon as it has its reply, while `goesOn`. */
async function load(
  { origin }: ServerProcess,
  token: string,
  goesOn: (turn: number) => boolean,
): Promise<Replies> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const replies: Replies = { took: [], first: [], bytes: 0 };
  const headers = {
    Authorization: `Bearer ${token}`,
    'Accept-Encoding': 'gzip, deflate, br',
  };
  const ask = (page: number) =>
    new Promise<number>((resolve, reject) => {
      const url = `${origin}/api/v1/answers?page=${page}&pageSize=10`;
      get(url, { agent, headers }, (reply) => {
        if (reply.statusCode !== 200) {
          reject(new Error(`${url}: ${reply.statusCode}`));
        }
        let bytes = 0;
        reply.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        reply.on('end', () => resolve(bytes));
      }).on('error', reject);
    });
  const client = async (at: number) => {
    for (let turn = 0; goesOn(turn); turn += 1) {
      const from = performance.now();
      const bytes = await ask(1 + ((at + turn) % PAGES));
      const took = performance.now() - from;
      replies.took.push(took);
      replies.bytes += bytes;
      if (turn === 0) replies.first.push(took);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, at) => client(at)));
  agent.destroy();
  return replies;
}

/** Opens streams of changes, all heard before this resolves. */
async function openStreams({ origin }: ServerProcess, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const heardAt: number[] = [];
  let onMark = (_at: number) => {};
  const open = (at: number) =>
    new Promise<void>((resolve, reject) => {
      const url = `${origin}/api/extensions/changes`;
      get(url, { agent, headers }, (reply) => {
        if (reply.statusCode !== 200) {
          reject(new Error(`${url}: ${reply.statusCode}`));
        }
        reply.setEncoding('utf8');
        reply.on('data', (text: string) => {
          resolve();
          if (text.includes('"marks"')) onMark(at);
        });
        // The end of the measurement cuts it off.
        reply.on('error', () => {});
      }).on('error', reject);
    });
  const count = Number(values.streams);
  await Promise.all(Array.from({ length: count }, (_, at) => open(at)));
  return {
    /** Milliseconds until each stream has heard of one change. */
    async change(): Promise<number[]> {
      const list = await fetch(`${origin}/api/v1/answers?pageSize=1`, {
        headers,
      });
      const [thread] = (await list.json()).data;
      const all = new Promise<void>((resolve) => {
        onMark = () => {
          heardAt.push(performance.now());
          if (heardAt.length === count) resolve();
        };
      });
      const from = performance.now();
      const reply = await fetch(`${origin}/api/v1/triage`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          observerId: thread.observerId,
          pollingStationId: thread.pollingStationId,
          state: 'resolved',
          setAt: new Date().toISOString(),
        }),
      });
      if (reply.status !== 200) throw new Error(`triage: ${reply.status}`);
      await all;
      return heardAt.map((at) => at - from);
    },
    close: () => agent.destroy(),
  };
}

/** Starts the server anew and measures it. */
async function round({ options }: Side, figures: Figures): Promise<void> {
  const server = await startServer(options);
  try {
    const token = await server.signIn();
    const streams =
      values.streams === '0' ? undefined : await openStreams(server, token);
    const until = performance.now() + FIRST_MS;
    const cold = await load(server, token, () => performance.now() < until);
    const before = processorMs(server);
    const warm = await load(server, token, (turn) => turn < WARM_TURNS);
    const used = processorMs(server) - before;
    const reached = await streams?.change();
    streams?.close();
    const round: Record<string, number> = {
      'first request of each client, slowest, ms': percentile(cold.first, 1),
      [`first ${values.seconds} s, p50, ms`]: percentile(cold.took, 0.5),
      [`first ${values.seconds} s, p95, ms`]: percentile(cold.took, 0.95),
      [`first ${values.seconds} s, slowest, ms`]: percentile(cold.took, 1),
      [`first ${values.seconds} s, replies`]: cold.took.length,
      'warm, p50, ms': percentile(warm.took, 0.5),
      'warm, p95, ms': percentile(warm.took, 0.95),
      'warm, processor time of the server for a reply, ms':
        used / warm.took.length,
      'bytes of a reply of ten rows': warm.bytes / warm.took.length,
      ...(reached && {
        'a change reaches a stream, p50, ms': percentile(reached, 0.5),
        'a change reaches the last stream, ms': percentile(reached, 1),
      }),
    };
    for (const [name, value] of Object.entries(round)) {
      figures[name] = [...(figures[name] ?? []), value];
    }
  } finally {
    await server.stop();
  }
}

/** User and system time of the server so far; NaN where there is no `/proc`. */
function processorMs(server: ServerProcess): number {
  try {
    const stat = readFileSync(`/proc/${server.pid()}/stat`, 'utf8');
    const [, user, system] =
      /\) (?:\S+ ){11}(\d+) (\d+)/.exec(stat)?.map(Number) ?? [];
    return ((user ?? NaN) + (system ?? NaN)) * TICK_MS;
  } catch {
    // Another operating system.
    return Number.NaN;
  }
}

/** Median, and the least and the most in brackets. */
function told(rounds: readonly number[] = []): string {
  const digits = percentile(rounds, 0.5) < 10 ? 2 : 0;
  const [middle = '', least, most] = [
    percentile(rounds, 0.5),
    Math.min(...rounds),
    Math.max(...rounds),
  ].map((value) => value.toFixed(digits));
  return `${middle} (${least} to ${most})`;
}

async function compare(title: string, sides: readonly Side[]): Promise<void> {
  const figures: Figures[] = sides.map(() => ({}));
  for (let turn = 0; turn < Number(values.rounds); turn += 1) {
    for (const [at, side] of sides.entries()) {
      await round(side, figures[at] ?? {});
    }
  }
  console.log(`\n${title}: ${sides.map(({ name }) => name).join(' | ')}`);
  for (const name of Object.keys(figures[0] ?? {})) {
    const cells = figures.map((each) => told(each[name]).padEnd(26));
    console.log(`${name.padEnd(54)}${cells.join('')}`);
  }
}

async function bench(size: ServerSize, folder: string): Promise<void> {
  const dataDir = join(folder, 'ours');
  const theirs = values.against;
  const url = await newPostgresDatabase();
  const databases = [
    { title: 'PGlite', databaseUrl: undefined },
    ...(url ? [{ title: 'PostgreSQL', databaseUrl: url }] : []),
  ];
  console.log(
    `Tier ${size}, ${process.version}, ${CLIENTS} clients, ${values.streams} event streams`,
  );
  for (const { title, databaseUrl } of databases) {
    const options = { dataDir, size, databaseUrl };
    await (await startServer(options)).stop();
    const sides: Side[] = [{ name: 'this checkout', options }];
    if (theirs) {
      const copy = join(folder, 'theirs');
      cpSync(dataDir, copy, { recursive: true });
      const other = { ...options, dataDir: copy, checkout: theirs };
      sides.unshift({ name: theirs, options: other });
    }
    await compare(title, sides);
  }
}

const size = SIZES[values.size];
if (!size) throw new Error('--size must be S, M, L or XL');
const folder = mkdtempSync(join(tmpdir(), 'vmo-bench-'));
try {
  await bench(size, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
