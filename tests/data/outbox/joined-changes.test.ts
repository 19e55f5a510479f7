import 'fake-indexeddb/auto';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { updateCounty } from '@/data/counties/change-counties';
import { publishForm, updateForm } from '@/data/forms/change-forms';
import {
  createObserver,
  updateObserver,
} from '@/data/observers/change-observers';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import type { County } from '@/domain/county';
import type { FormInput } from '@/domain/forms/form';
import type { Observer } from '@/domain/observers/observer';
import type { Op } from '@/domain/outbox/op';
import { overlayObservers } from '@/domain/outbox/overlay';
import { rowOf } from '@/workers/pull/observers';

import {
  aCounty,
  aForm,
  anActor,
  anObserver,
  aSection,
} from '../../support/builders';
import { createFormShelf } from '../../support/form-shelf';
import type { ModelServer } from '../../support/model-server';
import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

// A server that was away is asked again at once, not after five real seconds.
vi.mock('@/config', async (load) => ({
  ...(await load<typeof import('@/config')>()),
  PROBE_EVERY_MS: 50,
}));

// Offline until `connect`: nobody hears the bell before.
vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const { open } = prepareTabs();

beforeEach(async () => {
  closeDatabases();
  await deleteDatabases(anActor);
  openFor(anActor);
});

async function ops(): Promise<Op[]> {
  return databases().intent.outbox.toArray();
}

/** Switches the network on and waits until all enqueued changes are sent. */
async function connect(server: ModelServer): Promise<void> {
  let ahead = 0;
  const tab = open(server, databases(), createLocks(), {
    now: () => Date.now() + ahead,
  });
  await until(async () => {
    await tab.session.call('push', []);
    // Whatever is waited for has passed by the next look.
    ahead += 61_000;
    const states = (await ops()).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['done']));
  });
}

/** What was sent, without what was only read. */
function sent({ log }: ModelServer) {
  return log
    .filter(({ method }) => method !== 'GET')
    .map(({ method, body }) => [method, body]);
}

/** An observer as the list shows it, with the changes that wait. */
async function shown(phone: string): Promise<Observer> {
  const rows = await databases().cache.observers.toArray();
  const found = overlayObservers(rows, await ops()).find(
    (row) => row.phone === phone,
  );
  if (!found) throw new Error(`Nobody has ${phone}`);
  return found;
}

const maria = anObserver();

function aServer(): ModelServer {
  const server = createModelServer();
  server.observers.set(maria.id, maria);
  return server;
}

describe('an observer edited twice before anything could be sent', () => {
  it('gets the PIN that was typed the second time', async () => {
    const server = aServer();
    await updateObserver(maria, { ...maria, name: 'Maria Pop' });
    await updateObserver({ ...maria, name: 'Maria Pop' }, maria, '2468');
    await connect(server);
    expect(sent(server)).toEqual([
      ['PUT', { observerId: 41, name: 'Maria Ionel', pin: '2468' }],
    ]);
  });

  it('gets the second of two PINs', async () => {
    const server = aServer();
    await updateObserver(maria, maria, '1357');
    await updateObserver(maria, { ...maria, name: 'Maria Pop' }, '2468');
    await connect(server);
    expect(sent(server)).toEqual([
      ['PUT', { observerId: 41, name: 'Maria Pop', pin: '2468' }],
    ]);
  });

  it('gets the first PIN when the second edit says nothing of one', async () => {
    const server = aServer();
    await updateObserver(maria, maria, '1357');
    await updateObserver(maria, { ...maria, phone: '0700000099' });
    await connect(server);
    expect(sent(server)).toEqual([
      ['PUT', { observerId: 41, phone: '0700000099', pin: '1357' }],
    ]);
  });

  it('is added with the PIN that was typed after the addition', async () => {
    const server = aServer();
    await createObserver({ name: 'Dana', phone: '0700000099' }, '1357');
    const dana = await shown('0700000099');
    await updateObserver(dana, { ...dana, name: 'Dana Pop' }, '2468');
    await connect(server);
    expect(sent(server)).toEqual([
      ['POST', expect.objectContaining({ name: 'Dana Pop', pin: '2468' })],
    ]);
  });
});

it('an edit of an addition that was numbered meanwhile is shown on its row', async () => {
  const server = createModelServer();
  await createObserver({ name: 'Dana', phone: '0700000099' }, '1357');
  const dana = await shown('0700000099');
  await connect(server);
  // The page that added her is still open and knows the temporary id alone.
  await updateObserver(dana, { ...dana, name: 'Dana Pop' });
  expect(await shown('0700000099')).toMatchObject({ id: 1, name: 'Dana Pop' });
});

describe('an addition whose phone was corrected before it could be sent', () => {
  // Two people of one family, with one phone and, in the second case, one name.
  it.each(['Dana Ionel', maria.name])(
    'to one that somebody has: %s is added, once, when the request is lost',
    async (name) => {
      const server = aServer();
      await databases().cache.observers.put(rowOf(maria));
      await createObserver({ name, phone: '0700000099' }, '1357');
      const added = await shown('0700000099');
      await updateObserver(added, { ...added, phone: maria.phone });
      let cuts = 0;
      server.fault = ({ method }) =>
        method === 'POST' && cuts++ === 0 ? 'cutBefore' : undefined;
      await connect(server);
      expect([...server.observers.values()]).toEqual([
        maria,
        expect.objectContaining({ name, phone: maria.phone }),
      ]);
    },
  );
});

it('a county edited twice before anything could be sent gets both changes', async () => {
  const alba: County = aCounty();
  const server = createModelServer();
  server.answer = ({ method, path, body }) => {
    if (!path.startsWith('/api/v1/county')) return undefined;
    if (method !== 'GET') Object.assign(alba, body);
    return { status: 200, body: JSON.stringify([alba]) };
  };
  const before = aCounty();
  await updateCounty(before, { ...before, name: 'Alba Iulia' });
  const renamed = { ...before, name: 'Alba Iulia' };
  await updateCounty(renamed, { ...renamed, diaspora: true });
  await connect(server);
  expect(alba).toMatchObject({ name: 'Alba Iulia', diaspora: true });
  expect(sent(server)).toHaveLength(1);
});

describe('a draft changed again before anything could be sent', () => {
  const draft = aForm({ draft: true, title: 'Deschidere' });
  const sections = [aSection()];
  const input: FormInput = { ...draft, title: 'Deschidere', sections };

  function aFormServer() {
    const server = createModelServer();
    const shelf = createFormShelf();
    shelf.forms.set(draft.id, { meta: { ...draft }, sections });
    server.answer = shelf.answer;
    return { server, shelf };
  }

  it('is published when that was asked for twice', async () => {
    const { server, shelf } = aFormServer();
    await publishForm(draft, false);
    await publishForm(draft, false);
    await connect(server);
    expect(shelf.forms.get(draft.id)?.meta.draft).toBe(false);
    expect(sent(server)).toHaveLength(1);
  });

  it('is published before an edit that was made after its publication', async () => {
    const { server } = aFormServer();
    const edited = { ...draft, description: 'Înainte' };
    await updateForm(
      { meta: draft, sections },
      { ...input, description: 'Înainte' },
    );
    await publishForm(edited, false);
    await updateForm(
      { meta: { ...edited, draft: false }, sections },
      { ...input, description: 'După', draft: false },
    );
    await connect(server);
    expect(
      sent(server).map(([, body]) => [
        Object(body).description,
        Object(body).draft,
      ]),
    ).toEqual([
      ['Înainte', true],
      ['Înainte', false],
      ['După', false],
    ]);
  });

  it('is withdrawn after the edit that was made after its publication', async () => {
    const { server } = aFormServer();
    const published = { ...draft, draft: false };
    const edited = { ...published, description: 'După' };
    await publishForm(draft, false);
    await updateForm(
      { meta: published, sections },
      { ...input, description: 'După', draft: false },
    );
    await publishForm(edited, true);
    await connect(server);
    expect(
      sent(server).map(([, body]) => [
        Object(body).description,
        Object(body).draft,
      ]),
    ).toEqual([
      [draft.description, false],
      ['După', false],
      ['După', true],
    ]);
  });
});
