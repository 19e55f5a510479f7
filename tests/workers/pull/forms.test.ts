import { expect, it } from 'vitest';

import { aHeldLine } from '../../support/held-line';
import { createLocks } from '../../support/locks';
import type { ModelServer } from '../../support/model-server';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

const { open } = prepareTabs();

const MINUTE = 60_000;

/** Three published forms and a draft, of the first version. */
function serveForms(server: ModelServer) {
  const forms = [12, 13, 14, 15].map((id) => ({
    id,
    code: `F${id}`,
    description: `Form ${id}`,
    diaspora: false,
    draft: id === 15,
    currentVersion: 1,
    order: id,
  }));
  server.answer = ({ path, query, method }) => {
    if (method !== 'GET') return undefined;
    if (path === '/api/v1/form') {
      const isDraft = query.get('draft') === 'true';
      const formVersions = forms.filter(({ draft }) => draft === isDraft);
      return { status: 200, body: JSON.stringify({ formVersions }) };
    }
    return /^\/api\/v1\/form\/\d+$/.test(path)
      ? { status: 200, body: '[]' }
      : undefined;
  };
  return forms;
}

/** How often each list and each body was asked for. */
function countsOf({ log }: ModelServer): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { path, query } of log) {
    if (!path.startsWith('/api/v1/form')) continue;
    const draft = query.get('draft');
    const name = draft === null ? path.slice(13) : `draft=${draft}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function untilFilled({ databases }: Tab): Promise<void> {
  await until(async () => {
    expect(await databases.cache.formBodies.count()).toBe(4);
    const { cursors } = databases.cache;
    // What comes after the forms in the background has begun.
    expect((await cursors.get('threads:urgent'))?.sweptAt).toBeDefined();
    expect((await cursors.get('observers'))?.sweptAt).toBeDefined();
  });
}

const once = { '12': 1, '13': 1, '14': 1, '15': 1 };
const lists = (times: number) => ({
  'draft=false': times,
  'draft=true': times,
});

it('are asked for once when their page is opened with the app', async () => {
  const server = createModelServer();
  serveForms(server);
  const tab = open(server, createDatabases(), createLocks());
  expect(await tab.session.call('pullForms', [])).toEqual({ ok: true });
  await untilFilled(tab);
  expect(countsOf(server)).toEqual({ ...lists(1), ...once });
});

it('are asked for once by several pages at the same time', async () => {
  const server = createModelServer();
  serveForms(server);
  const tab = open(server, createDatabases(), createLocks());
  await Promise.all([
    tab.session.call('pullForms', []),
    tab.session.call('pullForms', []),
  ]);
  expect(countsOf(server)).toEqual({ ...lists(1), ...once });
});

it('are asked for again by a page that comes after their lists were answered', async () => {
  const server = createModelServer();
  serveForms(server);
  const tab = open(server, createDatabases(), createLocks());
  await untilFilled(tab);
  const [first] = (await tab.databases.cache.formBodies.toArray()).values();
  await tab.databases.cache.formBodies.delete(first?.id ?? 0);
  const { answer } = server;
  const ask = () => tab.session.call('pullForms', []);
  let late: ReturnType<typeof ask> | undefined;
  server.answer = (request) => {
    // The body is asked for after both lists: another page comes now.
    if (request.path === `/api/v1/form/${first?.id}`) late ??= ask();
    return answer?.(request);
  };
  server.log.length = 0;
  await ask();
  await late;
  expect(countsOf(server)).toMatchObject({ 'draft=false': 2, 'draft=true': 2 });
});

it('come without their bodies on a full load, until a version moved', async () => {
  const server = createModelServer();
  const forms = serveForms(server);
  const databases = createDatabases();
  const locks = createLocks();
  let ahead = 0;
  const now = () => Date.now() + ahead;
  /** A full load on the forms page; returns what it asked for. */
  async function load() {
    server.log.length = 0;
    const tab = open(server, databases, locks, { now });
    await tab.session.call('pullForms', []);
    await untilFilled(tab);
    await tab.session.stop();
    return countsOf(server);
  }
  expect(await load()).toEqual({ ...lists(1), ...once });
  ahead += 2 * MINUTE;
  expect(await load()).toEqual(lists(1));
  const [first] = forms;
  if (first) first.currentVersion = 2;
  ahead += 2 * MINUTE;
  expect(await load()).toEqual({ ...lists(1), '12': 1 });
  // A cache of the server may have told old sections: once more after its time.
  ahead += 28 * MINUTE;
  expect(await load()).toEqual({ ...lists(1), '13': 1, '14': 1, '15': 1 });
  ahead += 4 * MINUTE;
  expect(await load()).toEqual({ ...lists(1), '12': 1 });
  ahead += 4 * MINUTE;
  expect(await load()).toEqual(lists(1));
});

/** Form 12 with one section, and a change that its next reading of the body meets. */
async function aFormWithSections(onBody: (server: ModelServer) => void) {
  const server = createModelServer();
  const forms = serveForms(server);
  const { answer } = server;
  const urn = { id: 1, code: 'A1.1', text: 'Urna?', optionsToQuestions: [] };
  const section = { id: 1, code: 'A1', description: 'A', questions: [urn] };
  const full = JSON.stringify([section]);
  const body = '/api/v1/form/12';
  server.answer = (request) =>
    request.path === body ? { status: 200, body: full } : answer?.(request);
  const tab = open(server, createDatabases(), createLocks());
  await untilFilled(tab);
  const { formBodies } = tab.databases.cache;
  expect((await formBodies.get(12))?.sections).toHaveLength(1);
  const [form] = forms;
  if (form) form.currentVersion = 2;
  server.answer = (request) => {
    if (request.path === body) onBody(server);
    return answer?.(request);
  };
  return { server, tab, forms, answer };
}

it('deleted between list and body go at once, and never look empty', async () => {
  const { tab, forms } = await aFormWithSections(() => {
    if (forms[0]?.id === 12) forms.shift();
  });
  const { cache } = tab.databases;
  await tab.session.call('pullForms', []);
  expect(await cache.forms.get(12)).toBeUndefined();
  expect(await cache.formBodies.get(12)).toBeUndefined();
  expect(await cache.forms.count()).toBe(3);
});

it('that others emptied are cached without sections', async () => {
  const { tab } = await aFormWithSections(() => undefined);
  const { cache } = tab.databases;
  await tab.session.call('pullForms', []);
  expect(await cache.formBodies.get(12)).toMatchObject({
    version: 2,
    sections: [],
  });
});

it('that may be gone stay as they were while the lists cannot be read', async () => {
  const { tab, answer } = await aFormWithSections((server) => {
    server.answer = (request) =>
      request.path === '/api/v1/form' ? { status: 503 } : answer?.(request);
  });
  const { cache } = tab.databases;
  await tab.session.call('pullForms', []);
  const body = await cache.formBodies.get(12);
  expect(body).toMatchObject({ version: 1 });
  expect(body?.sections).toHaveLength(1);
});

it('that another reading finds gone meanwhile leave no sections behind', async () => {
  const server = createModelServer();
  const [form] = serveForms(server);
  let isHolding = false;
  const line = aHeldLine(
    server.fetch,
    ({ url }) => isHolding && url.endsWith('/form/12'),
  );
  const tab = open(server, createDatabases(), createLocks(), {
    fetch: line.fetch,
  });
  await untilFilled(tab);
  isHolding = true;
  if (form) form.currentVersion = 2;
  const pulling = tab.session.call('pullForms', []);
  await until(() => expect(line.held()).toBe(1));
  const { forms, formBodies } = tab.databases.cache;
  await forms.delete(12);
  await formBodies.delete(12);
  line.release();
  await pulling;
  expect(await formBodies.get(12)).toBeUndefined();
});

it('that the lists do not have any more leave no body behind', async () => {
  const server = createModelServer();
  serveForms(server);
  const tab = open(server, createDatabases(), createLocks());
  await untilFilled(tab);
  await tab.session.call('pullForm', [99]);
  expect(await tab.databases.cache.formBodies.get(99)).toBeUndefined();
});
