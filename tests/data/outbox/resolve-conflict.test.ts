import 'fake-indexeddb/auto';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { retryOp } from '@/data/outbox/change-ops';
import { exportOutbox } from '@/data/outbox/queue-file';
import { resolveConflict } from '@/data/outbox/resolve-conflict';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { seal } from '@/db/seal';
import type { FormInput, Section } from '@/domain/forms/form';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op, OpState } from '@/domain/outbox/op';
import { isKind } from '@/domain/outbox/op';
import { overlayObserver } from '@/domain/outbox/overlay';
import { SETTLE_WINDOW_MS } from '@/domain/outbox/waits';

import { aForm, anActor, anObserver, aSection } from '../../support/builders';
import { aClock } from '../../support/clock';
import { sync } from '../../support/fake-sync';
import { createFormShelf } from '../../support/form-shelf';
import type { Fault, ModelServer } from '../../support/model-server';
import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';

import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareTabs();

beforeEach(async () => {
  closeDatabases();
  await deleteDatabases(anActor);
  openFor(anActor);
});

/** The page's databases and a real engine on them, with a server behind it. */
function aWorld(server: ModelServer = createModelServer()) {
  const clock = aClock();
  const tab = open(server, databases(), createLocks(), { now: clock.now });
  sync.push.mockImplementation(() => tab.session.call('push', []));
  sync.pullObservers.mockImplementation(() =>
    tab.session.call('pullObservers', []),
  );
  return { server, tab, clock };
}

async function ops(): Promise<Op[]> {
  return databases().intent.outbox.toArray();
}

function untilStates(...states: OpState[]): Promise<unknown> {
  return until(async () =>
    expect((await ops()).map(({ state }) => state)).toEqual(states),
  );
}

async function first<K extends OpKind>(kind: K) {
  const op = (await ops()).find((each) => isKind(each, kind));
  if (!op || !isKind(op, kind)) throw new Error(`No ${kind} is enqueued`);
  return op;
}

function writes({ log }: ModelServer) {
  return log.filter(({ method }) => method !== 'GET');
}

const base = { name: 'Maria Ionel', phone: '0700000041' };

/** Another user renamed the observer that this user renamed offline. */
async function renamedByBoth(theirs: Partial<typeof base> = { name: 'Ioana' }) {
  const world = aWorld();
  world.server.observers.set(41, anObserver(theirs));
  await world.tab.enqueue('observer.update', {
    id: 41,
    base,
    patch: { name: 'Ana', phone: '0700000099' },
  });
  return world;
}

describe('an observer that two people edited', () => {
  it('never asks where each changed something else', async () => {
    const { server, tab } = aWorld();
    server.observers.set(41, anObserver({ name: 'Ioana' }));
    const patch = { phone: '0700000099' };
    await tab.enqueue('observer.update', { id: 41, base, patch });
    await untilStates('done');
    expect(server.observers.get(41)).toMatchObject({ name: 'Ioana', ...patch });
  });

  it('waits for a person, and everything of it waits behind', async () => {
    const { server, tab } = await renamedByBoth();
    await untilStates('conflict');
    await tab.enqueue('observer.update', {
      id: 41,
      base: { name: 'Ana', phone: '0700000099' },
      patch: { phone: '0700000100' },
    });
    await tab.session.call('push', []);
    await untilStates('conflict', 'queued');
    expect(writes(server)).toEqual([]);
    expect(overlayObserver(anObserver(), await ops())?.pending).toBe(
      'needsYou',
    );
  });

  it('ours stays: sent over theirs, which is remembered, and the rest follows', async () => {
    const { server, tab } = await renamedByBoth();
    await untilStates('conflict');
    await tab.enqueue('observer.update', {
      id: 41,
      base: { name: 'Ana', phone: '0700000099' },
      patch: { phone: '0700000100' },
    });
    const op = await first('observer.update');
    expect(await resolveConflict(op, { to: 'settle', mine: ['name'] })).toBe(
      'decided',
    );
    await untilStates('done', 'done');
    expect(server.observers.get(41)).toMatchObject({
      name: 'Ana',
      phone: '0700000100',
    });
    expect(server.effects.map(({ body }) => Object(body))).toEqual([
      { observerId: 41, name: 'Ana', phone: '0700000099' },
      { observerId: 41, phone: '0700000100' },
    ]);
    expect((await ops())[0]?.overrode).toEqual({
      kind: 'observer',
      row: { name: 'Ioana', phone: base.phone },
    });
  });

  it('theirs stays: only what nobody else touched is sent', async () => {
    const { server } = await renamedByBoth();
    await untilStates('conflict');
    const op = await first('observer.update');
    await resolveConflict(op, { to: 'settle', mine: [] });
    await untilStates('done');
    expect(server.effects.map(({ body }) => Object(body))).toEqual([
      { observerId: 41, phone: '0700000099' },
    ]);
    expect((await ops())[0]).not.toHaveProperty('overrode');
  });

  it('given up: nothing is sent, and what waits behind goes on', async () => {
    const { server, tab } = await renamedByBoth();
    await untilStates('conflict');
    await tab.enqueue('observer.update', {
      id: 41,
      base,
      patch: { phone: '0700000100' },
    });
    await resolveConflict(await first('observer.update'), { to: 'theirs' });
    await untilStates('cancelled', 'done');
    expect(server.observers.get(41)).toMatchObject({
      name: 'Ioana',
      phone: '0700000100',
    });
  });

  it('changed once more before ours went out: asks again, nothing is overwritten', async () => {
    const { server } = await renamedByBoth();
    await untilStates('conflict');
    const op = await first('observer.update');
    // The list was just read: what it says is older than the decision.
    await until(async () =>
      expect(await databases().cache.cursors.get('observers')).toHaveProperty(
        'sweptAt',
      ),
    );
    server.observers.set(41, anObserver({ name: 'Ilinca' }));
    await resolveConflict(op, { to: 'settle', mine: ['name'] });
    await until(async () =>
      expect((await ops())[0]).toMatchObject({
        state: 'conflict',
        theirs: { row: { name: 'Ilinca' } },
      }),
    );
    expect(writes(server)).toEqual([]);
    // Decided on what was there before: it no longer counts.
    expect(await resolveConflict(op, { to: 'theirs' })).toBe('tooLate');
  });

  it('decided in another tab meanwhile: refused, and nothing changes', async () => {
    await renamedByBoth();
    await untilStates('conflict');
    const op = await first('observer.update');
    await resolveConflict(op, { to: 'theirs' });
    const decision = { to: 'settle', mine: ['name'] } as const;
    expect(await resolveConflict(op, decision)).toBe('tooLate');
    await untilStates('cancelled');
  });

  it('tried again without a decision: it is looked at, not overwritten', async () => {
    const { server } = await renamedByBoth();
    await untilStates('conflict');
    const { outbox } = databases().intent;
    const op = await first('observer.update');
    await outbox.update(op.seq, { attempts: 2 });
    await retryOp(op);
    await untilStates('conflict');
    expect(writes(server)).toEqual([]);
  });

  it('changed while ours waited for a busy server: asks, and nothing is overwritten', async () => {
    const { server, tab } = aWorld();
    server.observers.set(41, anObserver());
    // The other change comes with the refusal: any retry, also one that the app
    // begins by itself, comes after it.
    server.fault = ({ method }) => {
      if (method !== 'PUT') return undefined;
      server.observers.set(41, anObserver({ name: 'Ioana' }));
      server.fault = () => undefined;
      return { status: 503 };
    };
    const patch = { name: 'Ana' };
    await tab.enqueue('observer.update', { id: 41, base, patch });
    await until(() => expect(writes(server)).toHaveLength(1));
    await retryOp(await first('observer.update'));
    await untilStates('conflict');
    expect(server.observers.get(41)?.name).toBe('Ioana');
    expect(writes(server)).toHaveLength(1);
  });

  it('refused as outdated for what does not clash: merged and sent anew', async () => {
    const { server, tab } = aWorld();
    server.observers.set(41, anObserver());
    server.fault = ({ method }) => {
      if (method !== 'PUT') return undefined;
      server.observers.set(41, anObserver({ phone: '0700000077' }));
      server.fault = () => undefined;
      return { status: 412 };
    };
    const patch = { name: 'Ana' };
    await tab.enqueue('observer.update', { id: 41, base, patch });
    await untilStates('done');
    expect(await first('observer.update')).toMatchObject({ generation: 1 });
    expect(server.observers.get(41)).toMatchObject({
      name: 'Ana',
      phone: '0700000077',
    });
  });

  it.each<[string, Fault]>([
    ['refused as outdated', { status: 412 }],
    ['cut off on its way', 'cutBefore'],
  ])(
    '%s, with the same changed meanwhile: shows what the server has',
    async (_how, fault) => {
      const { server, tab, clock } = aWorld();
      server.observers.set(41, anObserver());
      server.fault = ({ method }) => {
        if (method !== 'PUT') return undefined;
        server.observers.set(41, anObserver({ name: 'Ioana' }));
        return fault;
      };
      await tab.enqueue('observer.update', {
        id: 41,
        base,
        patch: { name: 'Ana' },
      });
      await untilStates('conflict');
      expect((await ops())[0]?.theirs).toMatchObject({
        row: { name: 'Ioana' },
      });
      server.fault = () => undefined;
      const op = await first('observer.update');
      await resolveConflict(op, { to: 'settle', mine: ['name'] });
      if (fault === 'cutBefore') {
        // It may still arrive: what was decided waits for it.
        await until(async () =>
          expect((await ops())[0]?.nextAt).toBeGreaterThan(clock.now()),
        );
        clock.forward(SETTLE_WINDOW_MS);
        await tab.session.call('push', []);
      }
      await untilStates('done');
      expect(server.observers.get(41)?.name).toBe('Ana');
    },
  );

  it('a PIN that was set here leaves with the change that is given up', async () => {
    const { tab } = aWorld();
    await databases().intent.outbox.add({
      ...(await aParked(tab)),
      state: 'conflict',
      theirs: { kind: 'observer', row: { ...base, name: 'Ioana' } },
    });
    await resolveConflict(await first('observer.update'), { to: 'theirs' });
    expect((await first('observer.update')).args).not.toHaveProperty('pin');
  });
});

async function aParked({ databases: { actor } }: Tab) {
  return {
    opId: 'op-pin',
    kind: 'observer.update' as const,
    version: 1,
    lane: 'observer:41',
    actor,
    createdAt: 1,
    args: {
      id: 41,
      base,
      patch: { name: 'Ana' },
      pin: { iv: new Uint8Array(1), data: new ArrayBuffer(1) },
    },
    attempts: 0,
    nextAt: 0,
  };
}

describe('an addition whose phone somebody else has', () => {
  async function notTaken() {
    const world = aWorld();
    const { server, tab } = world;
    server.fault = ({ method, body }) =>
      method === 'POST' && Object(body).phone === base.phone
        ? { status: 409 }
        : undefined;
    await tab.enqueue('observer.create', {
      id: -5,
      input: { name: 'Ana', phone: base.phone },
      pin: await seal(tab.databases.intent, '1357'),
      knownIds: [],
    });
    await untilStates('conflict');
    return world;
  }

  it('goes out with another one, once, and what waits behind it follows', async () => {
    const { server, tab } = await notTaken();
    await tab.enqueue('observer.update', {
      id: -5,
      base: { name: 'Ana', phone: base.phone },
      patch: { name: 'Ana Pop' },
    });
    const input = { name: 'Ana', phone: '0700000099' };
    const op = await first('observer.create');
    expect(await resolveConflict(op, { to: 'correct', input })).toBe('decided');
    await untilStates('done', 'done');
    expect(server.effects.map(({ method, body }) => [method, body])).toEqual([
      ['POST', expect.objectContaining({ ...input, pin: '1357' })],
      ['PUT', { observerId: 1, name: 'Ana Pop' }],
    ]);
    expect((await first('observer.update')).args.base).toEqual(input);
  });

  it('goes out under another name, and no edit behind it clashes with that', async () => {
    const { server, tab } = await notTaken();
    const edited = { name: 'Ana Pop', phone: '0700000100' };
    await tab.enqueue('observer.update', {
      id: -5,
      base: { name: 'Ana', phone: base.phone },
      patch: edited,
    });
    const again = { name: 'Ana Popa', phone: '0700000101' };
    await tab.enqueue('observer.update', {
      id: -5,
      base: edited,
      patch: again,
    });
    const input = { name: 'Dana', phone: '0700000099' };
    const op = await first('observer.create');
    await resolveConflict(op, { to: 'correct', input });
    await untilStates('done', 'done', 'done');
    expect([...server.observers.values()]).toMatchObject([again]);
  });

  it('goes out with another PIN, too, and keeps none of them', async () => {
    const { server } = await notTaken();
    const op = await first('observer.create');
    await resolveConflict(op, {
      to: 'correct',
      input: { name: 'Ana', phone: '0700000099' },
      pin: '2468',
    });
    await untilStates('done');
    expect(server.effects[0]?.body).toMatchObject({ pin: '2468' });
    expect((await ops())[0]?.args).not.toHaveProperty('pin');
  });

  it('counts as added where the other device of a file added it since', async () => {
    const { server, tab } = await notTaken();
    await exportOutbox();
    const input = { name: 'Ana', phone: '0700000099' };
    server.observers.set(42, anObserver({ ...input, id: 42 }));
    await tab.session.call('pullObservers', []);
    const op = await first('observer.create');
    await resolveConflict(op, { to: 'correct', input, pin: '2468' });
    await untilStates('done');
    expect(server.effects).toEqual([]);
  });

  it('is given up with all that waits behind it', async () => {
    const { server, tab } = await notTaken();
    await tab.enqueue('observer.update', {
      id: -5,
      base: { name: 'Ana', phone: base.phone },
      patch: { name: 'Ana Pop' },
    });
    await resolveConflict(await first('observer.create'), { to: 'theirs' });
    await untilStates('cancelled', 'cancelled');
    expect(server.effects).toEqual([]);
  });
});

describe('an observer that others deleted', () => {
  it('is added again with its PIN, and its later edits follow the new one', async () => {
    const { server, tab } = aWorld();
    await tab.enqueue('observer.update', {
      id: 41,
      base,
      patch: { name: 'Ana' },
    });
    await untilStates('conflict');
    await tab.enqueue('observer.update', {
      id: 41,
      base: { ...base, name: 'Ana' },
      patch: { phone: '0700000100' },
    });
    const op = await first('observer.update');
    expect(op.failure?.kind).toBe('missing');
    await resolveConflict(op, { to: 'again', pin: '135790' });
    await untilStates('done', 'done', 'superseded');
    expect(server.effects.map(({ method, body }) => [method, body])).toEqual([
      [
        'POST',
        expect.objectContaining({
          name: 'Ana',
          phone: base.phone,
          pin: '135790',
        }),
      ],
      ['PUT', { observerId: 1, phone: '0700000100' }],
    ]);
  });

  it('is added again once where the other device of a file did so before', async () => {
    const { server, tab } = aWorld();
    await tab.enqueue('observer.update', {
      id: 41,
      base,
      patch: { name: 'Ana' },
    });
    await untilStates('conflict');
    await exportOutbox();
    server.observers.set(42, anObserver({ ...base, id: 42, name: 'Ana' }));
    await tab.session.call('pullObservers', []);
    const op = await first('observer.update');
    await resolveConflict(op, { to: 'again', pin: '135790' });
    await untilStates('done', 'superseded');
    expect(writes(server)).toEqual([]);
    expect(await first('observer.create')).toMatchObject({ createdId: 42 });
  });

  it('is added again where no device of a file did so, without a further question', async () => {
    const { server, tab, clock } = aWorld();
    await tab.enqueue('observer.update', {
      id: 41,
      base,
      patch: { name: 'Ana' },
    });
    await untilStates('conflict');
    await exportOutbox();
    const op = await first('observer.update');
    await resolveConflict(op, { to: 'again', pin: '135790' });
    await until(async () => {
      clock.forward(SETTLE_WINDOW_MS);
      await tab.session.call('push', []);
      expect((await ops())[0]?.state).toBe('done');
    });
    expect(writes(server)).toMatchObject([{ method: 'POST' }]);
  });

  it('is taken off the list once it is decided, and not before', async () => {
    const { server, tab } = aWorld();
    const { observers } = databases().cache;
    server.observers.set(41, anObserver());
    // The first sweep of the schedule is over; its next one is far away.
    await until(async () => expect(await observers.count()).toBe(1));
    server.observers.delete(41);
    await tab.enqueue('observer.update', {
      id: 41,
      base,
      patch: { name: 'Ana' },
    });
    await untilStates('conflict');
    expect(await observers.toCollection().primaryKeys()).toEqual([41]);
    const op = await first('observer.update');
    await resolveConflict(op, { to: 'again', pin: '135790' });
    await until(async () =>
      expect(await observers.toCollection().primaryKeys()).toEqual([1]),
    );
  });

  it('deleted here and edited there: deleted only once that is decided', async () => {
    const { server, tab } = aWorld();
    server.observers.set(41, anObserver({ name: 'Ioana' }));
    await tab.enqueue('observer.delete', { id: 41, base });
    await untilStates('conflict');
    const op = await first('observer.delete');
    await resolveConflict(op, { to: 'settle', mine: [] });
    await untilStates('done');
    expect(server.observers.size).toBe(0);
    expect((await ops())[0]?.overrode).toMatchObject({
      row: { name: 'Ioana' },
    });
  });
});

describe('a county that two people edited', () => {
  const county = { name: 'Alba', code: 'AB', diaspora: false, order: 1 };
  const rows = [{ id: 1, ...county, numberOfPollingStations: 4, limit: 4 }];

  function withCounties(now: Partial<(typeof rows)[0]>) {
    const server = createModelServer();
    const kept = { ...rows[0], ...now };
    server.answer = ({ method, path, body }) => {
      if (!path.startsWith('/api/v1/county')) return undefined;
      if (method !== 'GET') Object.assign(kept, body);
      return { status: 200, body: JSON.stringify([kept]) };
    };
    return { ...aWorld(server), kept };
  }

  it('asks when both renamed it, and sends what was decided', async () => {
    const { server, tab, kept } = withCounties({ name: 'ALBA', order: 9 });
    const patch = { name: 'Alba Iulia' };
    await tab.enqueue('county.update', { id: 1, base: county, patch });
    await untilStates('conflict');
    expect(writes(server)).toEqual([]);
    const op = await first('county.update');
    await resolveConflict(op, { to: 'settle', mine: ['name'] });
    await untilStates('done');
    expect(kept).toMatchObject({ name: 'Alba Iulia', order: 9 });
  });

  it('never asks when each changed something else', async () => {
    const { tab, kept } = withCounties({ diaspora: true });
    const patch = { name: 'Alba Iulia' };
    await tab.enqueue('county.update', { id: 1, base: county, patch });
    await untilStates('done');
    expect(kept).toMatchObject({ name: 'Alba Iulia', diaspora: true });
  });
});

const meta = aForm({ draft: true, currentVersion: 1 });

function sections(description: string): Section[] {
  return [{ ...aSection(), description }];
}

function inputOf(changes: Partial<FormInput> = {}): FormInput {
  const { id: _, ...head } = meta;
  return { ...head, title: 'A', sections: sections('bază'), ...changes };
}

/** Both restructured the form; they also added a question. */
async function restructuredByBoth() {
  const server = createModelServer();
  const shelf = createFormShelf();
  server.answer = (exchange) => {
    const answer = shelf.answer(exchange);
    if (answer && exchange.method !== 'GET') server.effects.push(exchange);
    return answer;
  };
  const [theirs] = sections('a lor');
  const added = {
    ...aSection().questions[0],
    id: 77,
    text: 'Nouă?',
    options: [],
  };
  shelf.forms.set(12, {
    meta: { ...meta, currentVersion: 2 },
    sections: [
      { ...aSection(), ...theirs, questions: [...aSection().questions, added] },
    ] as Section[],
  });
  const world = aWorld(server);
  await world.tab.enqueue('form.update', {
    id: 12,
    base: { meta, sections: sections('bază') },
    input: inputOf({ sections: sections('a mea') }),
  });
  await untilStates('conflict');
  return { ...world, shelf };
}

describe('a form that two people restructured', () => {
  it('ours becomes a new draft under another code; theirs is left alone', async () => {
    const { shelf } = await restructuredByBoth();
    const op = await first('form.update');
    await resolveConflict(op, { to: 'copy', code: 'A2' });
    await untilStates('done', 'superseded');
    expect(shelf.forms.size).toBe(2);
    expect(shelf.forms.get(12)).toMatchObject({
      meta: { code: 'A' },
      sections: [{ description: 'a lor' }],
    });
    const copy = [...shelf.forms.values()].find(
      ({ meta: { id } }) => id !== 12,
    );
    expect(copy).toMatchObject({
      meta: { code: 'A2', draft: true },
      sections: [{ description: 'a mea' }],
    });
  });

  it('no new draft gets the code of another form', async () => {
    await restructuredByBoth();
    await databases().cache.forms.put(aForm({ id: 13, code: 'A2' }));
    const op = await first('form.update');
    for (const code of ['A', 'A2']) {
      expect(await resolveConflict(op, { to: 'copy', code })).toBe('codeTaken');
    }
    await untilStates('conflict');
  });

  it('theirs stays: nothing is saved', async () => {
    const { server, shelf } = await restructuredByBoth();
    const op = await first('form.update');
    await resolveConflict(op, { to: 'settle', mine: [] });
    await untilStates('cancelled');
    expect(server.effects).toEqual([]);
    expect(shelf.forms.get(12)?.sections[0]?.description).toBe('a lor');
  });

  it('ours overwrites theirs, and what they added is removed', async () => {
    const { shelf } = await restructuredByBoth();
    const op = await first('form.update');
    await resolveConflict(op, { to: 'settle', mine: ['sections'] });
    await untilStates('done');
    const [section] = shelf.forms.get(12)?.sections ?? [];
    expect(section?.description).toBe('a mea');
    expect(section?.questions.map(({ id }) => id)).toEqual([205]);
    expect((await ops())[0]?.overrode).toMatchObject({
      sections: [{ description: 'a lor' }],
    });
  });

  it('deleted by others: ours becomes a draft, even under its old code', async () => {
    const { shelf, tab } = await restructuredByBoth();
    shelf.forms.delete(12);
    await retryOp(await first('form.update'));
    await until(async () =>
      expect((await first('form.update')).failure?.kind).toBe('missing'),
    );
    await tab.databases.cache.forms.put(meta);
    const op = await first('form.update');
    await resolveConflict(op, { to: 'copy', code: 'A' });
    await untilStates('done', 'superseded');
    expect([...shelf.forms.values()]).toMatchObject([
      {
        meta: { code: 'A', draft: true },
        sections: [{ description: 'a mea' }],
      },
    ]);
  });

  it('new here, under a code that the server has: goes out under another one', async () => {
    const { shelf, tab } = await restructuredByBoth();
    await databases().intent.outbox.clear();
    const sent = sections('nouă');
    await tab.enqueue('form.create', {
      id: -5,
      input: inputOf({ sections: sent }),
    });
    await untilStates('conflict');
    const op = await first('form.create');
    expect(await resolveConflict(op, { to: 'copy', code: 'A' })).toBe(
      'codeTaken',
    );
    await resolveConflict(op, { to: 'copy', code: 'A2' });
    await untilStates('done');
    expect([...shelf.forms.values()].map((form) => form.meta.code)).toEqual([
      'A',
      'A2',
    ]);
  });
});

it('a refused change that is sent again is another request for the server', async () => {
  const server = createModelServer();
  const keys: (string | null)[] = [];
  const tab = open(server, databases(), createLocks(), {
    fetch: (input, init) => {
      const request = new Request(input, init);
      const key = request.headers.get('idempotency-key');
      if (request.method === 'PUT') keys.push(key);
      return server.fetch(request);
    },
  });
  sync.push.mockImplementation(() => tab.session.call('push', []));
  server.observers.set(41, anObserver());
  server.fault = ({ method }) =>
    method === 'PUT' ? { status: 400, body: '{"detail":"no"}' } : undefined;
  await tab.enqueue('observer.update', {
    id: 41,
    base,
    patch: { name: 'Ana' },
  });
  await untilStates('rejected');
  server.fault = () => undefined;
  await retryOp(await first('observer.update'));
  await untilStates('done');
  expect(server.observers.get(41)?.name).toBe('Ana');
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(2);
});
