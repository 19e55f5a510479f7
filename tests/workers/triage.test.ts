import { expect, it } from 'vitest';

import type { Databases } from '@/db/open';
import type { TriageMark } from '@/domain/triage/triage';

import { anActor } from '../support/builders';
import { createLocks } from '../support/locks';
import type { ModelServer } from '../support/model-server';
import { createModelServer } from '../support/model-server';
import { createDatabases } from '../support/tab';
import { prepareTabs } from '../support/tabs';
import { until } from '../support/until';

const { open } = prepareTabs();

const noon = Date.UTC(2026, 10, 22, 12);

function aMark(changes: Partial<TriageMark> = {}): TriageMark {
  return {
    state: 'resolved',
    note: 'Sunat',
    setBy: anActor.sub,
    setAt: noon,
    ...changes,
  };
}

/** The marks of a server that shares them, as it answers with them. */
function shareMarks(server: ModelServer) {
  const marks: Record<string, unknown>[] = [];
  const add = (sent: object, setBy = anActor.sub) => {
    const known = marks.find((mark) =>
      Object.entries({ ...sent, setBy }).every(([k, v]) => mark[k] === v),
    );
    if (known) return known;
    const receivedAt = new Date(noon + 5000).toISOString();
    const mark = { id: 10 * (marks.length + 1), ...sent, setBy, receivedAt };
    marks.push(mark);
    return mark;
  };
  server.answer = ({ method, path, query, body }) => {
    if (path === '/api/extensions') {
      return { status: 200, body: '{"triage":{"version":1}}' };
    }
    if (path !== '/api/v1/triage') return undefined;
    if (method === 'POST') {
      const sent = Object(body);
      return sent.observerId === 404
        ? { status: 404, body: '{"detail":"No such thread."}' }
        : { status: 200, body: JSON.stringify(add(sent)) };
    }
    const after = Number(query.get('after') ?? 0);
    const rest = marks.filter(({ id }) => Number(id) > after);
    const page = { data: rest.slice(0, 2), hasMore: rest.length > 2 };
    return { status: 200, body: JSON.stringify(page) };
  };
  return { marks, add };
}

function sentTo(server: ModelServer): unknown[] {
  return server.log
    .filter(
      ({ method, path }) => path === '/api/v1/triage' && method === 'POST',
    )
    .map(({ body }) => body);
}

function asked(server: ModelServer, path: string): number {
  return server.log.filter((each) => each.path === path).length;
}

async function decide(
  { intent }: Databases,
  key: string,
  ...history: TriageMark[]
) {
  await intent.triage.put({ key, history });
}

it('sends the decisions of this account, oldest first, and reads them back', async () => {
  const server = createModelServer();
  const { marks } = shareMarks(server);
  const databases = createDatabases();
  const older = aMark({ state: 'inProgress', note: '', setAt: noon - 1000 });
  await decide(databases, '41:1', aMark(), older);
  await decide(databases, '41:2', aMark({ setBy: 'din.fisier@example.org' }));
  open(server, databases, createLocks());
  await until(async () =>
    expect(await databases.cache.sharedMarks.count()).toBe(2),
  );
  expect(sentTo(server)).toEqual([
    {
      observerId: 41,
      pollingStationId: 1,
      state: 'inProgress',
      note: '',
      setAt: new Date(noon - 1000).toISOString(),
    },
    {
      observerId: 41,
      pollingStationId: 1,
      state: 'resolved',
      note: 'Sunat',
      setAt: new Date(noon).toISOString(),
    },
  ]);
  expect(marks).toHaveLength(2);
});

it('reads those of others page by page, and goes on from the last one', async () => {
  const server = createModelServer();
  const { add } = shareMarks(server);
  const state = 'falseAlarm';
  const setAt = new Date(noon).toISOString();
  const ana = 'ana.pop@example.org';
  for (const id of [1, 2, 3]) {
    add({ observerId: 41, pollingStationId: id, state, note: '', setAt }, ana);
  }
  const databases = createDatabases();
  const tab = open(server, databases, createLocks());
  const keys = () => databases.cache.sharedMarks.toCollection().keys();
  await until(async () => expect(await keys()).toEqual([10, 20, 30]));
  add({ observerId: 41, pollingStationId: 4, state, note: '', setAt }, ana);
  await tab.session.call('freshen', []);
  await until(async () => expect(await keys()).toEqual([10, 20, 30, 40]));
  const afters = server.log
    .filter(({ path }) => path === '/api/v1/triage')
    .map(({ query }) => query.get('after'));
  expect(afters).toEqual(['0', '20', '29']);
});

it('a decision of somebody else that was stored just before this one is read, too', async () => {
  const server = createModelServer();
  const { add } = shareMarks(server);
  const { answer } = server;
  const setAt = new Date(noon).toISOString();
  const other = { observerId: 41, pollingStationId: 9, note: '', setAt };
  server.answer = (exchange) => {
    if (exchange.method === 'POST' && exchange.path === '/api/v1/triage') {
      add({ ...other, state: 'falseAlarm' }, 'ana.pop@example.org');
    }
    return answer(exchange);
  };
  const databases = createDatabases();
  await decide(databases, '41:1', aMark());
  open(server, databases, createLocks());
  const keys = () => databases.cache.sharedMarks.toCollection().keys();
  await until(async () => expect(await keys()).toEqual([10, 20]));
});

it('a server that was restored from a backup gets the decisions that it lost, and its new ones are read', async () => {
  const server = createModelServer();
  const { marks, add } = shareMarks(server);
  const databases = createDatabases();
  await decide(databases, '41:1', aMark());
  await decide(databases, '41:2', aMark({ setAt: noon + 1 }));
  await decide(databases, '41:3', aMark({ setAt: noon + 2 }));
  const tab = open(server, databases, createLocks());
  const { sharedMarks } = databases.cache;
  await until(async () => expect(await sharedMarks.count()).toBe(3));
  marks.splice(1);
  const { state, note, setAt } = aMark({ state: 'falseAlarm' });
  add(
    {
      observerId: 42,
      pollingStationId: 1,
      state,
      note,
      setAt: new Date(setAt).toISOString(),
    },
    'ana.pop@example.org',
  );
  await tab.session.call('freshen', []);
  await until(async () => {
    const shared = await sharedMarks.orderBy('id').toArray();
    expect(shared.map(({ id, key }) => [id, key])).toEqual([
      [10, '41:1'],
      [20, '42:1'],
      [30, '41:2'],
      [40, '41:3'],
    ]);
  });
  expect(sentTo(server)).toHaveLength(5);
});

it('a decision whose reply was lost is there once', async () => {
  const server = createModelServer();
  const { marks } = shareMarks(server);
  let isLost = false;
  server.fault = ({ method, path }) => {
    const isMark = path === '/api/v1/triage' && method === 'POST';
    if (!isMark || isLost) return undefined;
    isLost = true;
    return 'cutAfter';
  };
  const databases = createDatabases();
  await decide(databases, '41:1', aMark());
  const tab = open(server, databases, createLocks());
  await until(() => expect(marks).toHaveLength(1));
  await tab.session.call('freshen', []);
  await until(async () =>
    expect(await databases.cache.sharedMarks.count()).toBe(1),
  );
  expect(marks).toHaveLength(1);
  expect(isLost).toBe(true);
  // Nor is it sent again with a later one.
  await decide(databases, '41:2', aMark({ setAt: noon + 1 }));
  await tab.session.call('push', []);
  await until(() => expect(marks).toHaveLength(2));
  expect(sentTo(server)).toHaveLength(2);
});

it('a decision that the server refuses holds up no other one, and stays with the reason', async () => {
  const server = createModelServer();
  const { marks } = shareMarks(server);
  const databases = createDatabases();
  const refused = aMark({ setAt: noon - 1 });
  await decide(databases, '404:1', refused);
  await decide(databases, '41:1', aMark());
  const tab = open(server, databases, createLocks());
  await until(() => expect(marks).toHaveLength(1));
  await tab.session.call('push', []);
  await decide(databases, '41:2', aMark());
  await tab.session.call('push', []);
  await until(() => expect(marks).toHaveLength(2));
  expect(sentTo(server)).toHaveLength(3);
  expect(await databases.intent.triage.count()).toBe(3);
  expect(await databases.intent.refusedMarks.toArray()).toEqual([
    {
      key: '404:1',
      ...refused,
      failure: { kind: 'missing', status: 404, detail: 'No such thread.' },
    },
  ]);
});

it('a refused decision is sent again when a person says so, by no later leader unasked', async () => {
  const server = createModelServer();
  const { marks } = shareMarks(server);
  const databases = createDatabases();
  await decide(databases, '404:1', aMark());
  const { refusedMarks } = databases.intent;
  const first = open(server, databases, createLocks());
  await until(async () => expect(await refusedMarks.count()).toBe(1));
  await first.session.stop();
  const next = open(server, databases, createLocks());
  await decide(databases, '41:1', aMark());
  await next.session.call('push', []);
  await until(() => expect(marks).toHaveLength(1));
  expect(sentTo(server)).toHaveLength(2);
  await refusedMarks.clear();
  await next.session.call('push', []);
  await until(async () => expect(await refusedMarks.count()).toBe(1));
  expect(sentTo(server)).toHaveLength(3);
});

it.each([
  [400, true],
  [403, true],
  [409, true],
  [422, true],
  [408, false],
  [429, false],
  [503, false],
])(
  'an answer of %i to a decision refuses it: %s',
  async (status, isRefused) => {
    const server = createModelServer();
    shareMarks(server);
    server.fault = ({ method, path, body }) =>
      method === 'POST' &&
      path === '/api/v1/triage' &&
      Object(body).observerId === 42
        ? { status }
        : undefined;
    const databases = createDatabases();
    await decide(databases, '42:1', aMark({ setAt: noon - 1 }));
    await decide(databases, '41:1', aMark());
    open(server, databases, createLocks());
    await until(async () =>
      expect(await databases.cache.sharedMarks.count()).toBe(1),
    );
    const refused = await databases.intent.refusedMarks.toArray();
    expect(refused.map(({ key }) => key)).toEqual(isRefused ? ['42:1'] : []);
  },
);

it('a refused decision that the server has after all is refused no longer', async () => {
  const server = createModelServer();
  const { add } = shareMarks(server);
  const databases = createDatabases();
  await decide(databases, '404:1', aMark());
  const { refusedMarks } = databases.intent;
  const tab = open(server, databases, createLocks());
  await until(async () => expect(await refusedMarks.count()).toBe(1));
  const { state, note, setAt } = aMark();
  add({
    observerId: 404,
    pollingStationId: 1,
    state,
    note,
    setAt: new Date(setAt).toISOString(),
  });
  await tab.session.call('freshen', []);
  await until(async () => expect(await refusedMarks.count()).toBe(0));
  expect(sentTo(server)).toHaveLength(1);
});

it('a decision at which the server fails holds up no other one, and is sent again', async () => {
  const server = createModelServer();
  const { marks } = shareMarks(server);
  let isBroken = true;
  server.fault = ({ method, path, body }) =>
    isBroken &&
    method === 'POST' &&
    path === '/api/v1/triage' &&
    Object(body).observerId === 41
      ? { status: 500 }
      : undefined;
  const databases = createDatabases();
  await decide(databases, '41:1', aMark({ setAt: noon - 1 }));
  await decide(databases, '42:1', aMark());
  const tab = open(server, databases, createLocks());
  await until(() => expect(marks).toHaveLength(1));
  isBroken = false;
  await tab.session.call('freshen', []);
  await until(() => expect(marks).toHaveLength(2));
});

it('a decision at which the server fails is stored before a later one about its thread', async () => {
  const server = createModelServer();
  const { marks } = shareMarks(server);
  let isBroken = true;
  server.fault = ({ method, path, body }) => {
    if (method !== 'POST' || path !== '/api/v1/triage') return undefined;
    return isBroken && Object(body).state === 'resolved'
      ? { status: 500 }
      : undefined;
  };
  const databases = createDatabases();
  const resolved = aMark();
  const takenBack = aMark({ state: 'inProgress', note: '', setAt: noon + 1 });
  await decide(databases, '41:1', takenBack, resolved);
  await decide(databases, '42:1', aMark({ state: 'new', setAt: noon + 2 }));
  const tab = open(server, databases, createLocks());
  await until(() => expect(marks).not.toEqual([]));
  isBroken = false;
  await tab.session.call('freshen', []);
  await until(() => expect(marks).toHaveLength(3));
  expect(marks.map(({ state }) => state)).toEqual([
    'new',
    'resolved',
    'inProgress',
  ]);
});

it('a server without the extension is asked once, and sent nothing', async () => {
  const server = createModelServer();
  server.answer = ({ path }) =>
    path === '/api/extensions' ? { status: 404 } : undefined;
  const databases = createDatabases();
  await decide(databases, '41:1', aMark());
  const tab = open(server, databases, createLocks());
  await until(() => expect(asked(server, '/api/extensions')).toBe(1));
  await tab.session.call('push', []);
  await tab.session.call('freshen', []);
  await until(() =>
    expect(asked(server, '/api/v1/answers')).toBeGreaterThan(3),
  );
  expect(asked(server, '/api/extensions')).toBe(1);
  expect(asked(server, '/api/v1/triage')).toBe(0);
  expect(await databases.intent.triage.count()).toBe(1);
});

it('a server that answers every path with its page is asked a few times, then no more', async () => {
  const server = createModelServer();
  server.answer = ({ path }) =>
    path === '/api/extensions'
      ? { status: 200, body: '<html>The app</html>' }
      : undefined;
  const databases = createDatabases();
  await decide(databases, '41:1', aMark());
  const tab = open(server, databases, createLocks());
  const { meta } = databases.cache;
  await until(async () => {
    await tab.session.call('freshen', []);
    expect(await meta.get('offers')).toEqual({ k: 'offers', v: [] });
  });
  const probes = asked(server, '/api/extensions');
  const answers = asked(server, '/api/v1/answers');
  await until(async () => {
    await tab.session.call('freshen', []);
    expect(asked(server, '/api/v1/answers')).toBeGreaterThan(answers + 3);
  });
  expect(asked(server, '/api/extensions')).toBe(probes);
  expect(asked(server, '/api/v1/triage')).toBe(0);
});

it('nothing is said to wait before the marks of the server were read once', async () => {
  const server = createModelServer();
  shareMarks(server);
  const { answer } = server;
  let isDown = true;
  server.answer = (request) =>
    isDown && request.path === '/api/v1/triage'
      ? { status: 500 }
      : answer?.(request);
  const databases = createDatabases();
  const tab = open(server, databases, createLocks());
  await until(() => expect(asked(server, '/api/v1/triage')).toBeGreaterThan(0));
  expect(await databases.cache.meta.get('offers')).toBe(undefined);
  isDown = false;
  await until(async () => {
    await tab.session.call('freshen', []);
    expect(await databases.cache.meta.get('offers')).toMatchObject({
      v: ['triage'],
    });
  });
});

it('what a server offers is remembered for the pages, and outlives its silence', async () => {
  const server = createModelServer();
  shareMarks(server);
  const databases = createDatabases();
  const offers = async () => (await databases.cache.meta.get('offers'))?.v;
  const first = open(server, databases, createLocks());
  await until(async () => expect(await offers()).toEqual(['triage']));
  await first.session.stop();
  server.answer = () => ({ status: 200, body: '<html>Sign in here</html>' });
  const asksBefore = asked(server, '/api/extensions');
  const next = open(server, databases, createLocks());
  await until(() =>
    expect(asked(server, '/api/extensions')).toBeGreaterThan(asksBefore),
  );
  await next.session.stop();
  expect(await offers()).toEqual(['triage']);
});
