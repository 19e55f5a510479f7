import { describe, expect, it, vi } from 'vitest';

import { sentAfterAll } from '@/domain/outbox/notification-op';
import type { Op, OpState } from '@/domain/outbox/op';
import { isKind, withChanges } from '@/domain/outbox/op';

import { anActor, anObserver } from '../../support/builders';
import { createLocks } from '../../support/locks';
import type {
  Exchange,
  Fault,
  WireNotification,
} from '../../support/model-server';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases, reopen } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

// A server that was away is asked again at once, not after five real seconds.
vi.mock('@/config', async (load) => ({
  ...(await load<typeof import('@/config')>()),
  PROBE_EVERY_MS: 50,
}));

const { open } = prepareTabs();

const HISTORY = '/api/v1/notification/get/all';
const SEND = '/api/v1/notification/send';
const TO_ALL = '/api/v1/notification/send/all';

const isSending = ({ path }: Exchange) => path === SEND || path === TO_ALL;

/** A server with two observers, a tab, and a clock that jumps. */
function aStage() {
  const server = createModelServer();
  server.observers.set(41, anObserver());
  server.observers.set(42, anObserver({ id: 42, phone: '0700000042' }));
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const databases = createDatabases();
  const locks = createLocks();
  const tab = open(server, databases, locks, { now });

  let made = 0;
  /** Enqueues a message, and waits for the end of its undo time. */
  async function send(recipients?: number[]): Promise<void> {
    made += 1;
    await tab.enqueue('notification.send', {
      id: -made,
      title: 'Atenție',
      message: 'Trimiteți formularul C.',
      recipientCount: recipients?.length ?? 2,
      expiresAt: now() + 30 * 60_000,
      ...(recipients ? { recipients } : {}),
    });
    await pass(11_000);
  }

  /** Time passes, and what is due by then is done. */
  async function pass(ms: number): Promise<void> {
    ahead += ms;
    // The server is asked for a sign at once, not after the pause of a probe.
    tab.network.dispatchEvent(new Event('online'));
    await tab.session.call('push', []);
  }

  const ops = async (): Promise<Op[]> =>
    (await tab.databases.intent.outbox.toArray()).filter((op) =>
      isKind(op, 'notification.send'),
    );
  async function untilStates(...states: OpState[]): Promise<Op[]> {
    await until(async () =>
      expect((await ops()).map(({ state }) => state)).toEqual(states),
    );
    return ops();
  }
  /** The next sending fails like this; all others go through. */
  function failNext(fault: Fault): void {
    let left = 1;
    server.fault = (exchange) =>
      isSending(exchange) && left-- > 0 ? fault : undefined;
  }
  const sendings = () => server.log.filter(isSending);
  return {
    server,
    tab,
    databases,
    locks,
    now,
    send,
    pass,
    ops,
    untilStates,
    failNext,
    sendings,
  };
}

function aRow(changes: Partial<WireNotification> = {}): WireNotification {
  return {
    id: 900,
    title: 'Atenție',
    body: 'Trimiteți formularul C.',
    channel: 'Firebase',
    senderAccount: anActor.sub,
    sentObserverIds: [41, 42],
    insertedAt: new Date().toISOString(),
    ...changes,
  };
}

/** Does to the first op what the dialog "send now" does. */
async function sendAgain(tab: Tab, recipients?: number[]): Promise<void> {
  const { outbox } = tab.databases.intent;
  const op = await outbox.toCollection().last();
  if (!op || !isKind(op, 'notification.send')) throw new Error('No message');
  const changes = sentAfterAll(op, Date.now() + 30 * 60_000, recipients);
  await outbox.put(withChanges(op, changes));
}

describe('a message whose request was lost before it had an effect', () => {
  it('is not taken for the same text that went to two before', async () => {
    const { server, send, pass, untilStates, failNext } = aStage();
    await send([41, 42]);
    await untilStates('done');
    failNext('cutBefore');
    await send();
    await untilStates('done', 'unknown');
    await pass(61_000);
    const [, op] = await untilStates('done', 'needsConfirm');
    expect(server.effects).toHaveLength(1);
    expect(op?.fate).toEqual({ shown: 0, sent: 1 });
  });

  it('is not taken for the same text that went to the same two before', async () => {
    const { server, send, pass, untilStates, failNext } = aStage();
    await send([41, 42]);
    await untilStates('done');
    failNext('cutBefore');
    await send([41, 42]);
    await untilStates('done', 'unknown');
    await pass(61_000);
    await untilStates('done', 'needsConfirm');
    expect(server.effects).toHaveLength(1);
  });

  it.each([
    ['another account', { senderAccount: 'colleague@demo.org' }],
    ['an account that the server does not name', { senderAccount: null }],
    ['other recipients', { sentObserverIds: [41] }],
    ['another title', { title: 'Alt titlu' }],
    ['another text', { body: 'Alt mesaj' }],
  ])('is not taken for a message of %s', async (_what, changes) => {
    const { server, send, pass, untilStates, failNext } = aStage();
    failNext('cutBefore');
    await send([41, 42]);
    await untilStates('unknown');
    server.history.push(aRow(changes));
    await pass(61_000);
    await untilStates('needsConfirm');
  });

  it('is not taken for a dated message on a server that dates none to all', async () => {
    const { server, send, pass, untilStates, failNext } = aStage();
    const insertedAt = '0001-01-01T00:00:00';
    server.history.push(aRow({ id: 1, title: 'Mai demult', insertedAt }));
    failNext('cutBefore');
    await send();
    await untilStates('unknown');
    server.history.push(aRow());
    await pass(61_000);
    await untilStates('needsConfirm');
  });

  it('is not said to be absent before it must have died', async () => {
    const { send, pass, untilStates, failNext } = aStage();
    failNext('cutBefore');
    await send();
    await untilStates('unknown');
    await pass(40_000);
    await untilStates('unknown');
  });
});

describe('a lost reply', () => {
  it('is proven by the new row of the history, also one without a date', async () => {
    const { server, send, pass, untilStates, failNext } = aStage();
    failNext('cutAfter');
    await send();
    await untilStates('unknown');
    for (const row of server.history) row.insertedAt = '0001-01-01T00:00:00';
    await pass(61_000);
    const [op] = await untilStates('done');
    expect(op?.createdId).toBe(1);
    expect(server.effects).toHaveLength(1);
  });

  it('is proven among 250 messages whose pages come in no order', async () => {
    const { server, send, pass, untilStates, failNext } = aStage();
    for (let id = 1; id <= 250; id += 1) {
      server.history.push(aRow({ id, title: `Mesajul ${id}` }));
    }
    let turn = 0;
    // Each request gets another order: pages of one reading overlap.
    server.orderHistory = (rows) => {
      turn += 37;
      return rows.map((_, at) => rows[(at + turn) % rows.length] ?? aRow());
    };
    failNext('cutAfter');
    await send([41, 42]);
    await untilStates('unknown');
    await pass(61_000);
    const [op] = await untilStates('done');
    expect(op?.createdId).toBe(251);
  });

  it('is proven by the worker that follows a dead one', async () => {
    const { server, send, untilStates, databases, tab, now } = aStage();
    await send([41, 42]);
    await untilStates('done');
    server.fault = (exchange) =>
      isSending(exchange) && server.effects.length === 1 ? 'hang' : undefined;
    await send([41, 42]);
    await untilStates('done', 'inflight');
    await tab.session.stop();
    server.fault = () => undefined;
    const next = open(server, reopen(databases.userKey), createLocks(), {
      now: () => now() + 61_000,
    });
    await next.session.call('push', []);
    // The request never arrived: the row that stands there is the first one's.
    await untilStates('done', 'needsConfirm');
    expect(server.effects).toHaveLength(1);
  });

  it('of two that may be the one in the history is left to a person', async () => {
    const { server, send, pass, untilStates, failNext, tab } = aStage();
    failNext('cutBefore');
    await send([41, 42]);
    await untilStates('unknown');
    await pass(61_000);
    await untilStates('needsConfirm');
    await sendAgain(tab);
    failNext('cutAfter');
    await pass(0);
    await untilStates('unknown');
    await pass(61_000);
    const [op] = await untilStates('needsConfirm');
    expect(op?.fate).toEqual({ shown: 1, sent: 2 });
    expect(server.effects).toHaveLength(1);
  });

  it('is left to a person when two such messages came, and one was sent', async () => {
    const { server, send, pass, untilStates, failNext } = aStage();
    failNext('cutAfter');
    await send([41, 42]);
    await untilStates('unknown');
    // The same account on another device.
    server.history.push(aRow());
    await pass(61_000);
    const [op] = await untilStates('needsConfirm');
    expect(op?.fate).toEqual({ shown: 2, sent: 1 });
  });

  it('cannot be proven where the history may not be read', async () => {
    const { server, send, pass, untilStates } = aStage();
    server.fault = (exchange) =>
      exchange.path === HISTORY
        ? { status: 403 }
        : isSending(exchange)
          ? 'cutAfter'
          : undefined;
    await send([41, 42]);
    await untilStates('unknown');
    await pass(61_000);
    const [op] = await untilStates('needsConfirm');
    expect(op?.fate).toEqual({ sent: 1 });
    expect(server.effects).toHaveLength(1);
  });

  it('cannot be proven for a message that an older version sent', async () => {
    const { server, send, pass, untilStates, failNext, tab } = aStage();
    failNext('cutAfter');
    await send([41, 42]);
    const [op] = await untilStates('unknown');
    const { knownIds: _, ...older } = Object(op);
    await tab.databases.intent.outbox.put(older);
    await pass(61_000);
    await untilStates('needsConfirm');
    expect(server.effects).toHaveLength(1);
  });
});

describe('the same message twice at once', () => {
  it('waits until it is known what became of the first', async () => {
    const { server, tab, send, pass, untilStates, failNext, sendings } =
      aStage();
    failNext('cutAfter');
    await send([41, 42]);
    await untilStates('unknown');
    await send([41, 42]);
    await until(() =>
      expect(server.log.some(({ path }) => path === HISTORY)).toBe(true),
    );
    await untilStates('unknown', 'queued');
    expect(sendings()).toHaveLength(1);
    await pass(61_000);
    await untilStates('done', 'queued');
    await pass(3_000);
    await untilStates('done', 'done');
    expect(sendings()).toHaveLength(2);
    expect(tab.errors).toEqual([]);
  });

  it('goes out one after the other when both are due', async () => {
    const { server, tab, pass, now, untilStates, failNext } = aStage();
    failNext('cutBefore');
    const twice = [-1, -2];
    await Promise.all(
      twice.map((id) =>
        tab.enqueue('notification.send', {
          id,
          title: 'Atenție',
          message: 'Către toți.',
          recipientCount: 2,
          expiresAt: now() + 30 * 60_000,
        }),
      ),
    );
    await pass(11_000);
    await untilStates('unknown', 'queued');
    await pass(61_000);
    await untilStates('needsConfirm', 'queued');
    await pass(3_000);
    await untilStates('needsConfirm', 'done');
    expect(server.effects).toHaveLength(1);
  });
});

describe('a server that is busy', () => {
  it.each([503, 429])(
    'and says %i gets the message again once it must have died',
    async (status) => {
      const { server, send, pass, untilStates, failNext, sendings } = aStage();
      failNext({ status });
      await send([41, 42]);
      await untilStates('unknown');
      await pass(40_000);
      expect(sendings()).toHaveLength(1);
      await pass(21_000);
      await untilStates('done');
      expect(sendings()).toHaveLength(2);
      expect(server.effects).toHaveLength(1);
    },
  );

  it('that took it nevertheless does not get it again', async () => {
    const { server, send, pass, untilStates, failNext, sendings } = aStage();
    failNext({ status: 503 });
    await send([41, 42]);
    await untilStates('unknown');
    server.history.push(aRow());
    await pass(61_000);
    await untilStates('done');
    expect(sendings()).toHaveLength(1);
  });

  it('that failed after the phones buzzed, and wrote no row, is not asked again', async () => {
    const { server, send, pass, untilStates, failNext, sendings } = aStage();
    failNext({ status: 500 });
    await send([41, 42]);
    const [op] = await untilStates('needsConfirm');
    for (let turn = 0; turn < 3; turn += 1) await pass(61_000);
    await untilStates('needsConfirm');
    expect(op?.failure).toMatchObject({ kind: 'server', status: 500 });
    expect(sendings()).toHaveLength(1);
    expect(server.effects).toHaveLength(0);
  });

  it('asks a person once the message is too old', async () => {
    const { server, send, pass, ops } = aStage();
    server.fault = (exchange) =>
      isSending(exchange) ? { status: 503 } : undefined;
    await send([41, 42]);
    await until(async () => {
      await pass(5 * 60_000);
      expect((await ops())[0]?.state).toBe('needsConfirm');
    });
    expect((await ops())[0]?.failure).toEqual({ kind: 'expired' });
    expect(server.effects).toEqual([]);
  });

  it('asks a person where the history proves nothing', async () => {
    const { server, send, pass, untilStates } = aStage();
    server.fault = (exchange) =>
      exchange.path === HISTORY
        ? { status: 403 }
        : isSending(exchange)
          ? { status: 503 }
          : undefined;
    await send([41, 42]);
    await untilStates('unknown');
    await pass(61_000);
    await untilStates('needsConfirm');
  });
});

describe('recipients', () => {
  it('who were deleted while the message waited do not get it', async () => {
    const { server, tab, pass, now, untilStates, sendings } = aStage();
    await tab.session.call('pullObservers', []);
    await tab.enqueue('notification.send', {
      id: -1,
      title: 'Atenție',
      message: 'Trimiteți formularul C.',
      recipients: [41, 42],
      recipientCount: 2,
      expiresAt: now() + 30 * 60_000,
    });
    server.observers.delete(42);
    await pass(11_000);
    const [op] = await untilStates('needsConfirm');
    expect(op?.failure).toEqual({ kind: 'recipientsGone' });
    expect(op?.goneIds).toEqual([42]);
    expect(sendings()).toHaveLength(0);

    await sendAgain(tab, [41]);
    await pass(0);
    await untilStates('done');
    expect(server.effects.map(({ body }) => Object(body).recipients)).toEqual([
      [41],
    ]);
  });

  it('are looked at before each further sending, too', async () => {
    const { server, tab, send, pass, untilStates, failNext, sendings } =
      aStage();
    failNext({ status: 500 });
    await send([41, 42]);
    await untilStates('needsConfirm');
    server.observers.delete(41);
    await sendAgain(tab);
    await pass(0);
    await until(async () =>
      expect((await untilStates('needsConfirm'))[0]?.goneIds).toEqual([41]),
    );
    expect(sendings()).toHaveLength(1);
  });

  it('are not called gone by a list that was torn while it was read', async () => {
    const { server, send, untilStates } = aStage();
    server.answer = ({ path, query }) => {
      if (path !== '/api/v1/observer') return undefined;
      const isWhole = query.get('Number') === null;
      const data = isWhole ? [] : [...server.observers.values()];
      const body = { data, totalItems: 2, totalPages: 1, page: 1, pageSize: 9 };
      return { status: 200, body: JSON.stringify(body) };
    };
    await send([41, 42]);
    await untilStates('done');
  });

  it.each([2, 12])('all there, %i of them, get it at once', async (count) => {
    const { server, send, untilStates } = aStage();
    const ids = Array.from({ length: count }, (_, at) => 41 + at);
    for (const id of ids) {
      server.observers.set(id, anObserver({ id, phone: `07000000${id}` }));
    }
    await send(ids);
    await untilStates('done');
    expect(Object(server.effects[0]?.body).recipients).toEqual(ids);
  });
});

describe('the history', () => {
  const pull = (tab: Tab) => tab.session.call('pullNotifications', []);

  function fill(server: ReturnType<typeof createModelServer>, count: number) {
    for (let id = 1; id <= count; id += 1) {
      server.history.push(aRow({ id, title: `Mesajul ${id}` }));
    }
  }

  it('is read whole in one request of the known total, in any order', async () => {
    const { server, tab } = aStage();
    fill(server, 250);
    let turn = 0;
    server.orderHistory = (rows) => {
      turn += 37;
      return rows.map((_, at) => rows[(at + turn) % rows.length] ?? aRow());
    };
    expect(await pull(tab)).toEqual({ ok: true });
    const { cache } = tab.databases;
    expect(await cache.notifications.count()).toBe(250);
    const asked = server.log.filter(({ path }) => path === HISTORY);
    expect(asked.map(({ query }) => query.get('pageSize'))).toEqual([
      '100',
      '250',
    ]);
    const cursor = await cache.cursors.get('notifications');
    expect(cursor?.total).toBe(250);
    expect(cursor?.seen).toBe(undefined);
  });

  it('that does not change is asked for once, and written no more', async () => {
    const { server, tab } = aStage();
    fill(server, 250);
    await pull(tab);
    const { notifications } = tab.databases.cache;
    let written = 0;
    notifications.hook('creating', () => void (written += 1));
    notifications.hook('updating', () => void (written += 1));
    notifications.hook('deleting', () => void (written += 1));
    const before = server.log.length;
    await pull(tab);
    server.hasEtags = false;
    await pull(tab);
    expect(written).toBe(0);
    const asked = server.log
      .slice(before)
      .filter(({ path }) => path === HISTORY);
    expect(asked).toHaveLength(2);
  });

  it('is read again when it grew while it was read', async () => {
    const { server, tab } = aStage();
    fill(server, 150);
    let requests = 0;
    server.orderHistory = () => {
      requests += 1;
      if (requests === 2) server.history.push(aRow({ id: 151 }));
      return [...server.history];
    };
    await pull(tab);
    expect(await tab.databases.cache.notifications.count()).toBe(151);
  });

  it('comes in pages from a server that gives no more at once', async () => {
    const { server, tab } = aStage();
    fill(server, 250);
    server.answer = ({ path, query }) => {
      if (path !== HISTORY) return undefined;
      const page = Number(query.get('page'));
      const size = Math.min(100, Number(query.get('pageSize')));
      const body = {
        data: server.history.slice((page - 1) * size, page * size),
        totalItems: 250,
        totalPages: Math.ceil(250 / size),
        page,
        pageSize: size,
      };
      return { status: 200, body: JSON.stringify(body) };
    };
    await pull(tab);
    expect(await tab.databases.cache.notifications.count()).toBe(250);
    const cursor = await tab.databases.cache.cursors.get('notifications');
    expect(cursor?.seen).toBe(undefined);
  });

  it('that stays torn keeps what it has, and says how much that is', async () => {
    const { server, tab } = aStage();
    fill(server, 250);
    await pull(tab);
    server.answer = ({ path, query }) => {
      if (path !== HISTORY) return undefined;
      // Every page brings the same rows.
      const data = server.history.slice(0, 100);
      const page = Number(query.get('page'));
      const body = {
        data,
        totalItems: 250,
        totalPages: 3,
        page,
        pageSize: 100,
      };
      return { status: 200, body: JSON.stringify(body) };
    };
    await pull(tab);
    const { cache } = tab.databases;
    expect(await cache.notifications.count()).toBe(250);
    const cursor = await cache.cursors.get('notifications');
    expect(cursor?.seen).toBe(100);
    expect(cursor?.total).toBe(250);
  });

  it('forgets what a clean reading no longer has', async () => {
    const { server, tab } = aStage();
    fill(server, 12);
    await pull(tab);
    server.history.shift();
    await pull(tab);
    expect(await tab.databases.cache.notifications.count()).toBe(11);
  });
});
