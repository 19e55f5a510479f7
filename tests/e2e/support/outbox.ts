import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

import { syncStatus } from './screens';
import { ro } from './words';

const GROUPS = ['needsYou', 'sending', 'waiting', 'sent'] as const;

type Group = (typeof GROUPS)[number];

/** How many changes the outbox page shows in each group; absent: none. */
export type Shown = Partial<Record<Group, number>>;

/** A drain may take so long: the pauses between retries grow. */
export const settled = { timeout: 40_000 };

/**
 * Opens the outbox through the sync status, as a person does. The page is not
 * loaded again, so its sync thread and the requests under way go on.
 */
export async function openOutbox(page: Page): Promise<void> {
  const title = page.getByRole('heading', {
    level: 1,
    name: ro('outbox.title'),
  });
  // A save that is still leaving its page may undo the first try.
  await expect(async () => {
    if (new URL(page.url()).pathname !== '/outbox') {
      // By keyboard: a toast may lie over the link, and stays while the pointer is on it.
      await syncStatus(page).press('Enter');
    }
    await expect(title).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}

/** The part of the outbox page with the changes of one kind. */
export function outboxGroup(page: Page, group: Group): Locator {
  return page.getByRole('region', { name: ro(`outbox.group.${group}`) });
}

/** Waits until the outbox page shows exactly these changes, and no others. */
export async function expectOutbox(
  page: Page,
  shown: Shown,
  patience = settled,
): Promise<void> {
  await openOutbox(page);
  await expect.poll(() => countShown(page), patience).toEqual(shown);
}

/** Waits until so many changes are shown as sent, and none as unsent. */
export function expectSent(
  page: Page,
  count = 1,
  patience = settled,
): Promise<void> {
  return expectOutbox(page, { sent: count }, patience);
}

/**
 * Waits until so many changes are shown as waiting, and no others.
 * @param why what the page says about them; a change that was never tried says nothing.
 */
export async function expectWaiting(
  page: Page,
  count = 1,
  why = '',
): Promise<void> {
  await expectOutbox(page, { waiting: count });
  await expect(outboxGroup(page, 'waiting')).toContainText(why);
}

/** Waits until so many changes are shown as waiting or on their way, and no others. */
export async function expectUnsent(page: Page, count = 1): Promise<void> {
  await openOutbox(page);
  await expect
    .poll(async () => {
      const {
        waiting = 0,
        sending = 0,
        ...rest
      } = (await countShown(page)) ?? {};
      return { unsent: waiting + sending, ...rest };
    }, settled)
    .toEqual({ unsent: count });
}

/** Undefined until the page has read the outbox: nothing shown is not yet "none". */
async function countShown(page: Page): Promise<Shown | undefined> {
  const shown: Shown = {};
  for (const group of GROUPS) {
    const count = await outboxGroup(page, group).getByRole('listitem').count();
    if (count > 0) shown[group] = count;
  }
  if (Object.keys(shown).length > 0) return shown;
  const isEmpty = await page.getByText(ro('outbox.empty.title')).isVisible();
  return isEmpty ? shown : undefined;
}
