import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  countPutKeys,
  edit,
  nameOnServer,
  put,
  putStatuses,
  somePhone,
} from '../support/edits';
import { expectSent } from '../support/outbox';
import type { OwnBrowser } from '../support/own-browser';
import { startBrowser } from '../support/own-browser';
import { nameField, openProfile } from '../support/screens';
import { expect, test as base } from '../support/test';

/** Starts the browser anew on the same profile, signed in. */
const test = base.extend<{ start: () => Promise<OwnBrowser> }>({
  start: async ({ origin, token }, give) => {
    const folder = mkdtempSync(join(tmpdir(), 'vmo-profile-'));
    let last: OwnBrowser | undefined;
    await give(async () => {
      const own = await startBrowser(folder, origin);
      last = own;
      // The browser may not have written it down before it was killed.
      await own.page.addInitScript(
        (kept) => localStorage.setItem('token-id', kept),
        token,
      );
      await own.page.goto('/answers');
      return own;
    });
    await last?.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

test.use({ isProxied: true });

test('a browser killed with a change unsent sends it when it starts again, once', async ({
  start,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 41);
  const undo = faults.fail({ ...put, fault: { kind: 'cutBefore' } });
  const first = await start();
  await edit(first.page, phone, 'Ana Întoarsă');
  await first.kill();
  expect(await putStatuses(server)).toEqual([]);
  undo();

  const { page } = await start();
  await expectSent(page);
  await openProfile(page, phone);
  await expect(nameField(page)).toHaveValue('Ana Întoarsă');
  expect(await putStatuses(server)).toEqual([200]);
});

test('a browser killed after the server did it asks before it sends again', async ({
  start,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 42);
  const undo = faults.fail({ ...put, fault: { kind: 'swallow' } });
  const first = await start();
  await edit(first.page, phone, 'Ana Sigură');
  await expect.poll(() => putStatuses(server)).toEqual([200]);
  await first.kill();
  undo();

  const { page } = await start();
  await expectSent(page);
  expect(await countPutKeys(server)).toBe(1);
  expect(await putStatuses(server)).toEqual([200]);
  expect(await nameOnServer(server, token, phone)).toBe('Ana Sigură');
});
