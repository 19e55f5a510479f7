import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';

import { demoPin, phoneAt } from '../../server/seed/names';
import { newPostgresDatabase } from '../server/support/postgres';
import { startServer, type ServerProcess } from '../support/server-process';
import { percentile } from './figures';

/**
 * `npm run bench:uploads -- --against DIR`: how long a page of answers takes
 * while phones send films of 29 MB, and how much memory the server takes, on
 * PGlite and on PostgreSQL. DIR is another checkout of this repository.
 */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    against: { type: 'string' },
    many: { type: 'string', default: '20' },
  },
});

const FILM_BYTES = 29 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;
const BOUNDARY = 'the-film-of-a-phone';
const IDLE_MS = 3_000;
const PAGE = '/api/v1/answers?page=1&pageSize=10';

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: Readable;
}

/** A request on a connection of its own agent; gives the status. */
function send(url: string, agent: Agent, { body, ...rest }: Sent = {}) {
  return new Promise<number>((resolve, reject) => {
    const outgoing = request(url, { agent, ...rest }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode ?? 0));
    });
    outgoing.on('error', reject);
    if (body) body.pipe(outgoing);
    else outgoing.end();
  });
}

async function signInPhone({ origin }: ServerProcess, phone: string) {
  const reply = await fetch(`${origin}/api/v2/access/authorize`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      user: phone,
      password: demoPin(phone),
      fcmToken: `bench-${phone}`,
    }),
  });
  const { access_token: token } = await reply.json();
  return String(token);
}

async function upload({ origin }: ServerProcess, token: string, agent: Agent) {
  const fields = Object.entries({
    CountyCode: 'AB',
    PollingStationNumber: '1',
    Text: 'A film',
  }).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const body = Buffer.concat([
    Buffer.from(fields.join('')),
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="Files"; filename="film.mp4"\r\nContent-Type: video/mp4\r\n\r\n`,
    ),
    randomBytes(FILM_BYTES),
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  const chunks = Array.from(
    { length: Math.ceil(body.length / CHUNK_BYTES) },
    (_, at) => body.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES),
  );
  const status = await send(`${origin}/api/v2/note`, agent, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      'Content-Length': String(body.length),
    },
    body: Readable.from(chunks),
  });
  if (status !== 200) throw new Error(`A film was answered with ${status}.`);
}

/** Asks for a page, one after the other, until `work` has ended. */
async function during(
  { origin }: ServerProcess,
  token: string,
  work: Promise<unknown>,
) {
  const agent = new Agent({ keepAlive: true });
  const headers = { Authorization: `Bearer ${token}` };
  const startedAt = performance.now();
  const took: number[] = [];
  const state = { isDone: false };
  const marked = work.finally(() => {
    state.isDone = true;
  });
  while (!state.isDone) {
    const from = performance.now();
    await send(`${origin}${PAGE}`, agent, { headers });
    took.push(performance.now() - from);
  }
  await marked;
  agent.destroy();
  return { took, all: performance.now() - startedAt };
}

/** The most that the process has held; Linux alone tells. */
function peakMegabytes({ pid }: ServerProcess): number {
  const status = readFileSync(`/proc/${pid()}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

function tell(what: string, { took, all }: { took: number[]; all: number }) {
  const [p50, p95, most] = [0.5, 0.95, 1].map((share) =>
    percentile(took, share).toFixed(0),
  );
  console.log(
    `${what}: a page took ${p50} ms (p50), ${p95} ms (p95), ${most} ms (most), ${took.length} pages in ${(all / 1000).toFixed(1)} s`,
  );
}

async function measure(checkout: string | undefined, databaseUrl?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'vmo-uploads-'));
  const server = await startServer({ dataDir, databaseUrl, checkout });
  try {
    const staff = await server.signIn();
    const many = Number(values.many);
    const phones: string[] = [];
    for (let at = 0; at < many; at += 1) {
      const phone = phoneAt(at);
      phones.push(await signInPhone(server, phone));
    }
    const agent = new Agent({ maxSockets: many });
    const films = (tokens: string[]) =>
      Promise.all(tokens.map((token) => upload(server, token, agent)));
    const idle = new Promise((done) => setTimeout(done, IDLE_MS));
    tell('  nothing else', await during(server, staff, idle));
    const before = peakMegabytes(server);
    const one = films(phones.slice(0, 1));
    tell('  during one film', await during(server, staff, one));
    tell(`  during ${many} films`, await during(server, staff, films(phones)));
    console.log(
      `  peak memory: ${peakMegabytes(server).toFixed(0)} MB, ${before.toFixed(0)} MB before`,
    );
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const checkouts = values.against ? [values.against, undefined] : [undefined];
for (const checkout of checkouts) {
  console.log(`${checkout ?? 'this checkout'}, PGlite`);
  await measure(checkout);
  const url = await newPostgresDatabase();
  if (!url) continue;
  console.log(`${checkout ?? 'this checkout'}, PostgreSQL`);
  await measure(checkout, url);
}
