import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import type { Databases } from '@/db/open';

import { offerChanges, type ChangeStream } from '../support/change-stream';
import { createLocks } from '../support/locks';
import { createModelServer, type ModelServer } from '../support/model-server';
import { createDatabases, type Tab } from '../support/tab';
import { prepareTabs } from '../support/tabs';

const BEAT_MS = 10_000;
const MINUTE_MS = 60_000;

const { open } = prepareTabs();

// The sync worker loads them when they are needed, which takes real time. No clock waits for it.
beforeAll(async () => {
  await import('@/workers/live');
  await import('@/workers/offline-tasks');
});

// The database keeps its own, real timers.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'Date',
    ],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Story {
  server: ModelServer;
  stream: ChangeStream;
  databases: Databases;
  tab: Tab;
}

function begin(prepare: (story: Omit<Story, 'tab'>) => void = () => {}): Story {
  const server = createModelServer();
  const stream = offerChanges(server);
  const databases = createDatabases();
  const story = { server, stream, databases };
  prepare(story);
  const { fetch } = stream;
  const tab = open(server, databases, createLocks(), {
    fetch,
    // What may wait a while waits.
    random: () => 0.9,
  });
  return { ...story, tab };
}

/** Lets the clock go on; the database gets real time in between. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    await vi.advanceTimersByTimeAsync(Math.min(left, 1_000));
    for (let turn = 0; turn < 5; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** As `pass`, with a stream that beats. */
async function beatFor({ stream }: Story, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= BEAT_MS) {
    await pass(Math.min(left, BEAT_MS));
    stream.current().say('beat');
  }
  await pass(1);
}

/** Until the stream is open, everything is read and the clients ask nothing more. */
async function settle(story: Story): Promise<void> {
  const { stream } = story;
  for (let s = 0; s < 60 && stream.connections.length === 0; s += 1) {
    await pass(1_000);
  }
  stream.current().say('everything');
  await beatFor(story, 20 * MINUTE_MS);
}

function pathsSince(server: ModelServer, from: number): string[] {
  return server.log.slice(from).map(({ path, query }) => {
    const urgent = query.get('urgent') ?? query.get('isUrgent');
    return urgent === null ? path : `${path} urgent=${urgent}`;
  });
}

const headOf = async ({ databases }: Story, list = 'urgent') =>
  (await databases.cache.cursors.get(`threads:${list}`))?.asOf ?? 0;

it('asks for nothing in an hour in which the server says that nothing changed', async () => {
  const story = begin();
  await settle(story);
  const from = story.server.log.length;
  await beatFor(story, 60 * MINUTE_MS);
  expect(pathsSince(story.server, from)).toEqual([]);
  expect(story.stream.connections).toHaveLength(1);
}, 60_000);

it('shows lists as of the last beats, and not as of later', async () => {
  const story = begin();
  await settle(story);
  await beatFor(story, 5 * MINUTE_MS);
  const asOf = await headOf(story);
  expect(Date.now() - asOf).toBeLessThanOrEqual(40_000);
  // A stream that says nothing proves nothing.
  story.server.fault = () => ({ status: 503 });
  await pass(2 * MINUTE_MS);
  expect(await headOf(story)).toBe(asOf);
}, 60_000);

it('notes that the server has little room, and that it has room again', async () => {
  const story = begin();
  await settle(story);
  const { meta } = story.databases.cache;
  const noted = async () => (await meta.get('isServerDiskLow'))?.v;
  await beatFor(story, BEAT_MS);
  expect(await noted()).toBe(undefined);
  for (const isLow of [true, false]) {
    story.stream.current().isDiskLow = isLow;
    await beatFor(story, BEAT_MS);
    expect(await noted()).toBe(isLow);
  }
}, 60_000);

it('shows lists as of when a late beat was said, and not as of when it came', async () => {
  const story = begin();
  await settle(story);
  const LATE_MS = 20_000;
  await pass(LATE_MS);
  const saidAt = Date.now() - LATE_MS;
  for (let beat = 0; beat < 2; beat += 1) {
    story.stream.current().say('beat', [], LATE_MS);
    await pass(1);
  }
  const asOf = await headOf(story);
  expect(asOf).toBeLessThanOrEqual(saidAt + 1_000);
}, 60_000);

it('reads the urgent list within two seconds of the word, and nothing else', async () => {
  const story = begin();
  await settle(story);
  const from = story.server.log.length;
  story.stream.current().say('changes', ['urgent']);
  await pass(2_000);
  expect(pathsSince(story.server, from)).toEqual([
    '/api/v1/answers urgent=true',
  ]);
}, 60_000);

it.each([
  ['threads', '/api/v1/answers'],
  ['marks', '/api/v1/triage'],
  ['observers', '/api/v1/observer'],
  ['notifications', '/api/v1/notification/get/all'],
  ['forms', '/api/v1/form'],
  ['places', '/api/v1/county'],
])(
  'reads what changed: %s',
  async (kind, path) => {
    const story = begin();
    await settle(story);
    const from = story.server.log.length;
    story.stream.current().say('changes', [kind]);
    await pass(2_000);
    expect(pathsSince(story.server, from)).toContain(path);
  },
  60_000,
);

it('takes no notice of a kind that it does not know', async () => {
  const story = begin();
  await settle(story);
  const from = story.server.log.length;
  story.stream.current().say('changes', ['weather', 'notes']);
  await beatFor(story, MINUTE_MS);
  expect(pathsSince(story.server, from)).toEqual([]);
}, 60_000);

it('does not say that a list is right while its change is not read', async () => {
  const story = begin();
  await settle(story);
  story.server.fault = ({ path }) =>
    path === '/api/v1/answers' ? { status: 500 } : undefined;
  const asOf = await headOf(story);
  story.stream.current().say('changes', ['urgent']);
  await beatFor(story, 2 * MINUTE_MS);
  expect(await headOf(story)).toBe(asOf);
  // And it is asked for again, though nobody says anything.
  story.server.fault = () => undefined;
  await beatFor(story, 2 * MINUTE_MS);
  expect(await headOf(story)).toBeGreaterThan(asOf);
}, 60_000);

it('polls at once when the stream ends, goes on where it was, and rests again', async () => {
  const story = begin();
  await settle(story);
  const from = story.server.log.length;
  story.stream.current().end();
  // The database has few turns in a second of this clock; polling would take a minute.
  await pass(5_000);
  expect(pathsSince(story.server, from)).toEqual(
    expect.arrayContaining(['/api/v1/answers urgent=true', '/api/v1/answers']),
  );
  await pass(3_000);
  expect(story.stream.connections).toHaveLength(2);
  expect(story.stream.current().lastId).toMatch(/^1-\d+$/);
  story.stream.current().say('changes', []);
  await beatFor(story, 20 * MINUTE_MS);
  const rested = story.server.log.length;
  await beatFor(story, 30 * MINUTE_MS);
  expect(pathsSince(story.server, rested)).toEqual([]);
}, 60_000);

it('polls as ever while the stream is silent', async () => {
  const story = begin();
  await settle(story);
  const { stream, server } = story;
  const silent = stream.current();
  stream.refusal = new Response(null, {
    status: 503,
    headers: { 'Retry-After': '3600' },
  });
  await pass(30_000);
  expect(silent.isOpen()).toBe(false);
  const from = server.log.length;
  await pass(5 * MINUTE_MS);
  const heads = pathsSince(server, from).filter(
    (path) => path === '/api/v1/answers urgent=true',
  );
  expect(heads.length).toBeGreaterThanOrEqual(4);
}, 60_000);

it('reads again what it would poll after "everything"', async () => {
  const story = begin();
  await settle(story);
  await beatFor(story, 16 * MINUTE_MS);
  const from = story.server.log.length;
  story.stream.current().say('everything');
  await beatFor(story, MINUTE_MS);
  expect(new Set(pathsSince(story.server, from))).toEqual(
    new Set([
      '/api/v1/answers urgent=true',
      '/api/v1/answers',
      '/api/v1/triage',
      '/api/v1/observer',
      '/api/v1/notification/get/all',
      '/api/v1/form',
    ]),
  );
}, 60_000);

it('closes the stream of a page that nobody looks at, and opens it when somebody does', async () => {
  const story = begin();
  await settle(story);
  story.tab.session.setVisible(false);
  const first = story.stream.current();
  await beatFor(story, MINUTE_MS);
  expect(first.isOpen()).toBe(false);
  expect(story.stream.connections).toHaveLength(1);
  story.tab.session.setVisible(true);
  await pass(5_000);
  expect(story.stream.connections).toHaveLength(2);
}, 60_000);

it('closes the stream when the session stops', async () => {
  const story = begin();
  await settle(story);
  await story.tab.session.stop();
  await pass(1_000);
  expect(story.stream.current().isOpen()).toBe(false);
}, 60_000);

it('opens none where the server offers none', async () => {
  const story = begin(({ server }) => {
    const { answer } = server;
    server.answer = (exchange) =>
      exchange.path === '/api/extensions' ? { status: 404 } : answer(exchange);
  });
  await pass(10 * MINUTE_MS);
  expect(story.stream.connections).toHaveLength(0);
}, 60_000);
