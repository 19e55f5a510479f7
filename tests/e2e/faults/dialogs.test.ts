import type { Locator, Page } from '@playwright/test';

import { noteFault } from '../support/fault-count';
import { askForms, formRow } from '../support/forms';
import { holdOutbox } from '../support/hold-storage';
import { readRows } from '../support/databases';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ ownServer: 'dialogs' });

interface Deletion {
  kind: string;
  confirm: string;
  /** Opens the question about one more row; @returns that row. */
  ask: (page: Page) => Promise<Locator>;
}

async function askAboutObserver(page: Page): Promise<Locator> {
  await page.goto('/observatori');
  const row = page.getByRole('row').nth(1);
  const name = await row.getByRole('rowheader').textContent();
  await row.getByRole('button', { name: more }).click();
  await page.getByRole('menuitem', { name: ro('common.delete') }).click();
  return page.getByRole('rowheader', { name: name ?? '' });
}

async function askAboutForm(page: Page): Promise<Locator> {
  await page.goto('/formulare?draft=true');
  const row = formRow(page, 'Formular GRABA');
  await row.getByRole('button', { name: ro('common.delete') }).click();
  return row;
}

const more = new RegExp(`^${ro('observers.more').split('{{')[0]}`);

const deletions: Deletion[] = [
  { kind: 'form.delete', confirm: ro('common.ok'), ask: askAboutForm },
  {
    kind: 'observer.delete',
    confirm: ro('common.delete'),
    ask: askAboutObserver,
  },
];

for (const { kind, confirm, ask } of deletions) {
  test(`a ${kind} confirmed and followed by a reload is stored, or was never promised`, async ({
    page,
    server,
    token,
  }) => {
    if (kind === 'form.delete') {
      await askForms(server.origin, token).add('GRABA', ['Întrebare?']);
    }
    const stored = async () =>
      (await readRows(page, 'intent', 'outbox')).filter(
        (op) => Object(op).kind === kind,
      ).length;
    const question = page.getByRole('alertdialog');
    const yes = question.getByRole('button', { name: confirm });
    const said = page.getByText(
      kind === 'form.delete'
        ? ro('common.savedOnDevice')
        : ro('observers.delete.saved'),
    );

    await test.step('the storage is slow: the dialog waits, the browser asks before a reload', async () => {
      const row = await ask(page);
      const release = await holdOutbox(page);
      await yes.click();
      await expect(question).toHaveAttribute('aria-busy', 'true');
      await page.keyboard.press('Escape');
      await page.mouse.click(2, 2);
      await expect(yes).toHaveAttribute('aria-disabled', 'true');
      noteFault('reload while storing');
      const asked = page.waitForEvent('dialog');
      const reload = page.evaluate(() => location.reload());
      const browserQuestion = await asked;
      expect(browserQuestion.type()).toBe('beforeunload');
      await browserQuestion.dismiss();
      await reload;
      await expect(question).toHaveAttribute('aria-busy', 'true');
      await expect(said).toHaveCount(0);
      await release();
      await expect(said).toBeVisible();
      await expect(question).toHaveCount(0);
      await expect(row).toHaveCount(0);
      expect(await stored()).toBe(1);
    });
  });
}

test('what was confirmed is stored when the dialog closes, whenever the page is reloaded', async ({
  page,
  server,
  token,
}) => {
  page.on('dialog', (browserQuestion) => void browserQuestion.accept());
  const forms = askForms(server.origin, token);
  const waits = [0, 5, 10, 20, 40, 80];
  for (const wait of waits) await forms.add(`R${wait}`, ['Întrebare?']);
  for (const wait of waits) {
    await page.goto('/formulare?draft=true');
    const row = formRow(page, `Formular R${wait}`);
    await row.getByRole('button', { name: ro('common.delete') }).click();
    const ok = page
      .getByRole('alertdialog')
      .getByRole('button', { name: ro('common.ok') });
    // In the page, where a moment is a moment.
    const wasOpen = await ok.evaluate(async (button, ms) => {
      if (button instanceof HTMLElement) button.click();
      const end = performance.now() + ms;
      while (performance.now() < end) {
        await new Promise(requestAnimationFrame);
      }
      return document.querySelector('[role="alertdialog"]') !== null;
    }, wait);
    noteFault('reload while storing');
    await page.reload();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    const kept = await readRows(page, 'intent', 'outbox');
    const isStored = kept.some(
      (op) => Object(op).args?.base?.code === `R${wait}`,
    );
    expect(isStored || wasOpen, `reloaded after ${wait} ms`).toBe(true);
    // Stored and gone, or not stored and still there: never a third.
    await expect(row).toHaveCount(isStored ? 0 : 1);
  }
});
