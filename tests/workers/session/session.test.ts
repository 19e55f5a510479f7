import { expect, it } from 'vitest';

import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

const { open } = prepareTabs();

it('answers with a value when the database is closed under a pull', async () => {
  const tab = open(createModelServer(), createDatabases(), createLocks());
  expect(await tab.session.call('pullForms', [])).toEqual({ ok: true });
  tab.databases.intent.close({ disableAutoOpen: true });
  expect(await tab.session.call('pullForms', [])).toEqual({
    ok: false,
    failure: { kind: 'noWorker' },
  });
  // The schedule may have met it, too, or meet it now; the page says it by itself.
  await tab.session.stop();
  for (const error of tab.errors.splice(0)) {
    expect(error).toMatchObject({ name: 'DatabaseClosedError' });
  }
});

it('asks the server once what it offers, for the page and for the engine', async () => {
  const server = createModelServer();
  const tab = open(server, createDatabases(), createLocks());
  const asked = () =>
    server.log.filter(({ path }) => path === '/api/extensions').length;
  await until(() => expect(asked()).toBe(1));
  expect(await tab.session.offers()).toMatchObject({ ok: true });
  expect(await tab.session.offers()).toMatchObject({ ok: true });
  expect(asked()).toBe(1);
});
