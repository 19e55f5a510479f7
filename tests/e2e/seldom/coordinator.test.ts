import type { Page } from '@playwright/test';
import * as v from 'valibot';

import { shellInstalled } from '../../support/shell-installed';
import { readRows, sweptLists } from '../support/databases';
import {
  askNotifications,
  sendings,
  sendMessage,
} from '../support/notifications';
import { expectSent, expectUnsent } from '../support/outbox';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

const CALLED = 3;
const SILENT = 10;
const SEND = '/api/v1/notification/send';

const callRows = v.array(
  v.object({
    observerId: v.number(),
    log: v.array(v.object({ outcome: v.string(), note: v.string() })),
  }),
);

// The smallest demo has no county with ten observers.
test.use({ size: 'S' });

/** The names in a table, top to bottom; of counties without the row of all. */
function namesIn(page: Page): Promise<string[]> {
  return page.getByRole('table').getByRole('rowheader').allTextContents();
}

/** Opens counties from the top until one has enough observers. */
async function openWorst(page: Page): Promise<void> {
  const [, ...counties] = await namesIn(page);
  for (const county of counties) {
    await page.getByRole('link', { name: county, exact: true }).click();
    await expect(page).toHaveURL(/by=observer&county=/);
    await page.getByRole('table').getByRole('rowheader').first().waitFor();
    if ((await namesIn(page)).length >= SILENT) return;
    await page.goBack();
  }
  throw new Error(`No county has ${SILENT} observers`);
}

/** The calls that are stored, as one word for each observer. */
async function callsOf(page: Page): Promise<Record<string, string[]>> {
  const rows = v.parse(callRows, await readRows(page, 'intent', 'calls'));
  return Object.fromEntries(
    rows.map(({ observerId, log }) => [
      observerId,
      log.map(({ outcome, note }) => `${outcome} ${note}`),
    ]),
  );
}

test('a coordinator calls three of the ten most silent and writes to the others without a connection', async ({
  page,
  server,
  token,
}) => {
  await page.goto('/coverage');
  await expect.poll(() => sweptLists(page), { timeout: 40_000 }).toBe(3);
  await expect(page.getByText(/^Calculat din/)).toBeHidden();
  // Ascending: the worst county comes first.
  await page
    .getByRole('columnheader', { name: ro('coverage.columns.share') })
    .getByRole('button')
    .click();
  await expect(page).toHaveURL(/sort=share/);
  await openWorst(page);
  const address = page.url();
  await shellInstalled(page);
  await server.stop();
  await page.reload();

  const rows = page.getByRole('table').getByRole('row');
  const boxes = page.getByRole('checkbox', { name: /^Selectează: / });
  await boxes.first().waitFor();
  const silent = (await namesIn(page)).slice(0, SILENT);
  const called = silent.slice(0, CALLED);

  await test.step('notes three calls by keyboard', async () => {
    for (const [at, name] of called.entries()) {
      const opener = page
        .getByRole('button', {
          name: ro('calls.markOf', { name }),
          exact: true,
        })
        .first();
      await opener.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog
        .getByRole('radio', { name: ro('calls.outcome.noAnswer') })
        .press('Space');
      const note = dialog.getByRole('textbox', { name: ro('calls.note') });
      await note.fill(`apelul ${at + 1}`);
      await note.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
      await expect(rows.nth(at + 1)).toContainText(
        ro('calls.outcome.noAnswer'),
      );
    }
  });
  const stored = await callsOf(page);
  expect(Object.values(stored).flat().toSorted()).toEqual(
    called.map((_, at) => `noAnswer apelul ${at + 1}`),
  );

  await test.step('writes to the other seven', async () => {
    for (let at = CALLED; at < SILENT; at += 1) await boxes.nth(at).check();
    await page
      .getByRole('button', { name: ro('observers.notify'), exact: true })
      .click();
    await expect(
      page.getByText(
        ro('notifications.count.chosen', { count: SILENT - CALLED }),
      ),
    ).toBeVisible();
    await sendMessage(page, 'Fără semn', 'Trimite o raportare.');
  });
  await expectUnsent(page);
  await page.reload();
  await expect(page.getByText('Trimite o raportare.')).toBeVisible();

  await server.start();
  await expectSent(page, 1, { timeout: 60_000 });
  expect(await sendings(server)).toEqual([SEND]);
  const ask = askNotifications(server.origin, token);
  const kept = (await ask.history()).filter(
    ({ title }) => title === 'Fără semn',
  );
  expect(kept).toHaveLength(1);
  const reached = kept[0]?.sentObserverIds ?? [];
  expect(new Set(reached).size).toBe(SILENT - CALLED);
  for (const id of Object.keys(stored)) {
    expect(reached).not.toContain(Number(id));
  }
  await page.goto(address);
  await page.reload();
  await expect(page.getByText(ro('calls.outcome.noAnswer'))).toHaveCount(
    CALLED,
  );
  expect(await callsOf(page)).toEqual(stored);
});
