import type { Page } from '@playwright/test';
import * as v from 'valibot';

import { shellInstalled } from '../../../support/shell-installed';
import type { ServerProcess } from '../../../support/server-process';
import { countRows } from '../databases';
import { expect, test } from '../test';
import { ro } from '../words';

const CARDS = 7;

const values = v.object({
  totalItems: v.number(),
  data: v.array(v.object({ label: v.string(), value: v.string() })),
});

function cards(page: Page) {
  return page.getByRole('region').filter({
    has: page.getByRole('button', { name: ro('statistics.complete') }),
  });
}

/**
 * The seven cards with the server's own numbers, the complete list in its window
 * and on its page; then all of it once more from what is kept, without a server.
 */
export async function statisticsJourney(
  page: Page,
  server: ServerProcess,
  token: string,
): Promise<void> {
  const url = `${server.origin}/api/v1/statistics/observerNumber?page=1&pageSize=20`;
  const reply = await fetch(url, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const told = v.parse(values, await reply.json());
  const [first] = told.data;

  await test.step('shows what the server counts', async () => {
    await page.goto('/statistics');
    await expect(cards(page)).toHaveCount(CARDS);
    await expect(cards(page).first()).toContainText(first?.label ?? '');
    await expect(cards(page).first()).toContainText(first?.value ?? '');
    await expect
      .poll(() => countRows(page, 'cache', 'statistics'), { timeout: 40_000 })
      .toBeGreaterThanOrEqual(CARDS);
  });

  await test.step('opens the complete list', async () => {
    // Kept is not yet drawn: a press between both can land where the link was.
    await expect(cards(page).locator('[data-skeleton]')).toHaveCount(0);
    await cards(page)
      .first()
      .getByRole('button', { name: ro('statistics.complete') })
      .click();
    for (const { label } of told.data) {
      await expect(page.getByRole('dialog')).toContainText(label);
    }
    await page.keyboard.press('Escape');
    await page.goto('/statistics/numar-observatori');
    await expect(page.getByRole('main')).toContainText(first?.label ?? '');
    await shellInstalled(page);
  });

  await server.stop();

  await test.step('and all of it without a server', async () => {
    await page.goto('/statistics');
    await expect(cards(page)).toHaveCount(CARDS);
    await expect(cards(page).first()).toContainText(first?.label ?? '');
    await expect(cards(page).first()).toContainText(/actualizat la \d\d:\d\d/);
    await expect(page.getByText(ro('statistics.none'))).toBeHidden();
    await page.goto('/statistics/numar-observatori');
    await expect(page.getByRole('main')).toContainText(first?.label ?? '');
  });
}
