import 'fake-indexeddb/auto';

import Papa from 'papaparse';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { cancelOp, enqueue } from '@/data/outbox/change-ops';
import type { Databases } from '@/db/open';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { seal } from '@/db/seal';
import type { County } from '@/domain/county';
import type { FormInput } from '@/domain/forms/form';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op, OpArgs } from '@/domain/outbox/op';
import { opKinds } from '@/domain/outbox/kinds';

import {
  aCounty,
  aForm,
  anActor,
  anObserver,
  aSection,
} from '../../support/builders';
import { createFormShelf } from '../../support/form-shelf';
import type { Exchange } from '../../support/model-server';
import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';

import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

// Nobody hears the bell: the tests say when something is sent.
vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareTabs();

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return closeDatabases;
});

const maria = anObserver();
const draft = aForm({ title: 'Deschidere', draft: true });
const alba = aCounty();
const input: FormInput = {
  ...draft,
  title: 'Deschidere',
  description: 'Deschiderea secției',
  sections: [aSection()],
};

/** One change of each kind; the compiler misses the one that is not here. */
const mutations: { [K in OpKind]: (here: Databases) => Promise<OpArgs[K]> } = {
  'observer.create': async ({ intent }) => ({
    id: -5,
    input: { name: 'Dana Munteanu', phone: '0700000099' },
    pin: await seal(intent, '4321'),
    knownIds: [41],
  }),
  'observer.update': async () => ({
    id: 41,
    base: { name: maria.name, phone: maria.phone },
    patch: { name: 'Maria Ionescu' },
  }),
  'observer.delete': async () => ({
    id: 41,
    base: { name: maria.name, phone: maria.phone },
  }),
  'form.create': async () => ({ id: -7, input: { ...input, code: 'Z' } }),
  'form.update': async () => ({
    id: 12,
    base: { meta: draft, sections: [aSection()] },
    input,
  }),
  'form.publish': async () => ({ id: 12, base: draft, draft: false }),
  'form.delete': async () => ({ id: 12, base: draft }),
  'notification.send': async () => ({
    id: -9,
    title: 'Atenție',
    message: 'Trimiteți formularul C.',
    recipients: [41],
    recipientCount: 1,
    expiresAt: Date.now() + 1_800_000,
  }),
  'county.create': async () => ({
    id: -3,
    input: { name: 'Cluj', code: 'CJ', diaspora: false, order: 2 },
  }),
  'county.update': async () => ({
    id: 1,
    base: { name: 'Alba', code: 'AB', diaspora: false, order: 1 },
    patch: { name: 'Alba de Sus' },
  }),
};

const kinds = Object.keys(opKinds) as OpKind[];

async function keepOne<K extends OpKind>(kind: K): Promise<void> {
  await enqueue(kind, await mutations[kind](databases()));
}

/** The op of the kind, as it is now. */
async function opOf(kind: OpKind): Promise<Op | undefined> {
  const ops: Op[] = await databases().intent.outbox.toArray();
  return ops.find((op) => op.kind === kind);
}

/** A server with an observer, a draft and a county, and a clock that jumps. */
function aWorld() {
  const server = createModelServer();
  const shelf = createFormShelf();
  const counties = new Map<number, County>([[1, alba]]);
  server.observers.set(41, maria);
  shelf.forms.set(12, { meta: { ...draft }, sections: [aSection()] });
  server.answer = (exchange) => {
    const answer =
      shelf.answer(exchange) ?? answerOfCounties(counties, exchange);
    if (answer && exchange.method !== 'GET') server.effects.push(exchange);
    return answer;
  };
  let ahead = 0;
  function openOne() {
    const tab = open(server, databases(), createLocks(), {
      now: () => Date.now() + ahead,
    });
    return {
      isLocked: tab.locked,
      /** A good minute later: what waits is looked at again. */
      later() {
        ahead += 61_000;
        tab.network.dispatchEvent(new Event('online'));
        return tab.session.call('push', []);
      },
    };
  }
  const writes = () => server.log.filter(({ method }) => method !== 'GET');
  return { server, openOne, writes };
}

/**
 * Counties are changed by POST and added by a file (docs/api-contract.md 4.7).
 */
function answerOfCounties(
  counties: Map<number, County>,
  { method, path, body }: Exchange,
) {
  if (!/^\/api\/v1\/county(\/|$)/.test(path)) return undefined;
  if (method === 'GET') {
    return { status: 200, body: JSON.stringify([...counties.values()]) };
  }
  const sent = Object(body);
  const last = path.split('/').at(-1);
  if (last === 'import') {
    const { data } = Papa.parse<string[]>(String(sent.CsvFile));
    const [id, code = '', name = ''] = data[1] ?? [];
    counties.set(Number(id), aCounty({ id: Number(id), code, name }));
  } else {
    counties.set(Number(last), aCounty({ id: Number(last), ...sent }));
  }
  return { status: 200 };
}

const PAGE = '<!doctype html><title>Wi-Fi</title>';

/** What a network answers in the place of the server, as if all was well. */
const FOREIGN: readonly [status: number, body?: string][] = [
  [200],
  [200, PAGE],
  [200, '{"ok":true}'],
  [200, '[]'],
  [200, '{"formVersions":[{"id":'],
  [201],
  [202],
  [203, PAGE],
  [204],
  [205],
  [206, PAGE],
  [226],
  [300, PAGE],
  [301, PAGE],
  [302, PAGE],
  [303],
  [304],
  [307],
  [308, PAGE],
];

describe.each(kinds)('%s', (kind) => {
  // A person is asked about a message after the first of them.
  const isMessage = kind === 'notification.send';
  const atOnce = isMessage ? 1 : 4;
  const foreign = FOREIGN.flatMap((_, at) =>
    at % atOnce === 0 ? [FOREIGN.slice(at, at + atOnce)] : [],
  );

  it.each(foreign.map((replies) => ({ replies })))(
    'is not done by what somebody else answers: $replies',
    async ({ replies }) => {
      const { server, openOne, writes } = aWorld();
      server.fault = ({ method }) => {
        if (method === 'GET') return undefined;
        const [status, body] = replies[writes().length - 1] ?? [];
        if (status === undefined) return undefined;
        return body === undefined ? { status } : { status, body };
      };
      await keepOne(kind);
      const tab = openOne();
      await until(async () => {
        await tab.later();
        const state = (await opOf(kind))?.state;
        expect(state).toBe(isMessage ? 'needsConfirm' : 'done');
      });
      expect(server.effects).toHaveLength(isMessage ? 0 : 1);
      expect(writes()).toHaveLength(replies.length + (isMessage ? 0 : 1));
    },
  );

  it('is done once when the reply is lost', async () => {
    const { server, openOne, writes } = aWorld();
    server.fault = ({ method }) =>
      method !== 'GET' && writes().length === 1 ? 'cutAfter' : undefined;
    await keepOne(kind);
    const tab = openOne();
    await until(async () => {
      await tab.later();
      expect((await opOf(kind))?.state).toBe('done');
    });
    expect(server.effects).toHaveLength(1);
    expect(writes()).toHaveLength(1);
  });

  it("is refused with the server's reason, and nothing of it is lost", async () => {
    const { server, openOne, writes } = aWorld();
    server.fault = ({ method }) =>
      method === 'GET' ? undefined : { status: 400, body: 'Not today.' };
    await keepOne(kind);
    const before = await opOf(kind);
    const tab = openOne();
    await until(async () => {
      await tab.later();
      expect((await opOf(kind))?.state).toBe('rejected');
    });
    const refused = await opOf(kind);
    expect(refused?.failure).toEqual({
      kind: 'refused',
      status: 400,
      detail: 'Not today.',
    });
    expect(refused?.args).toEqual(before?.args);
    await tab.later();
    expect(writes()).toHaveLength(1);
  });

  it('is not permitted to who may not, who is not signed out for it', async () => {
    const { server, openOne, writes } = aWorld();
    server.fault = ({ method }) =>
      method === 'GET' ? undefined : { status: 403 };
    await keepOne(kind);
    const tab = openOne();
    await until(async () => {
      await tab.later();
      expect((await opOf(kind))?.state).toBe('rejected');
    });
    expect((await opOf(kind))?.failure?.kind).toBe('forbidden');
    expect(tab.isLocked()).toBe(false);
    expect(writes()).toHaveLength(1);
  });

  it('is never sent once it was cancelled before', async () => {
    const { server, openOne, writes } = aWorld();
    await keepOne(kind);
    const waiting = await opOf(kind);
    expect(waiting?.state).toBe('queued');
    expect(waiting && (await cancelOp(waiting))).toBe(true);

    // Another change goes out, so the cancelled one had its chance.
    server.observers.set(77, anObserver({ id: 77, phone: '0700000077' }));
    await enqueue('observer.update', {
      id: 77,
      base: { name: maria.name, phone: '0700000077' },
      patch: { name: 'Altcineva' },
    });
    const tab = openOne();
    await until(async () => {
      await tab.later();
      expect(server.observers.get(77)?.name).toBe('Altcineva');
    });
    expect(writes()).toHaveLength(1);
    const cancelled = await opOf(kind);
    expect(cancelled?.state).toBe('cancelled');
    expect(cancelled && 'pin' in cancelled.args).toBe(false);
  });
});
