import type { Page } from '@playwright/test';

import { shellInstalled } from '../../support/shell-installed';
import { readRows, sweptLists } from '../support/databases';
import { askServer } from '../support/demo';
import { details, threadRows } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

// The small demo has fewer urgent threads than a reviewer decides about here.
test.use({ size: 'S', ownServer: 'reviewer' });

const THREADS = 100;
const KEYS_A_THREAD = 3;

/** Of each ten threads, what the reviewer makes of them: the key, and its state. */
const DECISIONS = [
  ['3', 'resolved'],
  ['4', 'falseAlarm'],
  ['3', 'resolved'],
  ['2', 'inProgress'],
  ['3', 'resolved'],
] as const;

const named = (state: string) => ro(`answers.triage.state.${state}`);
const openKey = (page: Page) => new URL(page.url()).searchParams.get('thread');

/** Counts the keys that reach the page, which is what the reviewer pressed. */
function countKeys(page: Page) {
  return page.addInitScript(() => {
    Object.assign(window, { keysPressed: 0 });
    window.addEventListener(
      'keydown',
      () => {
        const pressed = Number(Reflect.get(window, 'keysPressed'));
        Object.assign(window, { keysPressed: pressed + 1 });
      },
      true,
    );
  });
}

test('a reviewer decides about 100 urgent threads with a key each, and finds the decisions offline', async ({
  page,
  server,
  token,
}) => {
  const { totalItems } = await askServer(server.origin, token).threads({
    urgent: 'true',
  });
  expect(totalItems).toBeGreaterThan(THREADS);
  await countKeys(page);
  await page.goto('/answers?urgente=true');
  await expect(threadRows(page)).toHaveCount(10);
  await expect.poll(() => sweptLists(page)).toBe(3);

  await page.keyboard.press('q');
  const heading = details(page).getByRole('heading', { level: 2 });
  const progress = page.locator('output').filter({ hasText: ' din ' });
  await expect(heading).toBeVisible();
  const decided = new Map<string, string>();
  for (let at = 0; at < THREADS; at += 1) {
    const [key, state] = DECISIONS[at % DECISIONS.length] ?? ['3', 'resolved'];
    await expect(progress).toHaveText(
      `${at + 1} din ${new Intl.NumberFormat('ro').format(totalItems)}`,
    );
    const thread = openKey(page);
    if (!thread) throw new Error('No thread is open');
    expect([...decided.keys()]).not.toContain(thread);
    decided.set(thread, state);
    await page.keyboard.press(key);
    await expect(page).not.toHaveURL(new RegExp(`thread=${thread}$`));
  }
  const pressed = await page.evaluate(() =>
    Number(Reflect.get(window, 'keysPressed')),
  );
  // The first one opened the queue.
  expect(pressed).toBe(1 + THREADS);
  expect(pressed / THREADS).toBeLessThanOrEqual(KEYS_A_THREAD);
  await shellInstalled(page);

  await server.stop();
  await page.reload();
  await expect(heading).toBeVisible();
  expect(await decisions(page)).toEqual(decided);
  await page.goto('/answers?urgente=true&triage=falseAlarm');
  const counts = page.getByRole('navigation', {
    name: ro('answers.counts.name'),
  });
  for (const [state, count] of [
    ['new', totalItems - THREADS],
    ['inProgress', 20],
    ['resolved', 60],
    ['falseAlarm', 20],
  ] as const) {
    await expect(
      counts.getByRole('link', { name: `${named(state)} ${count}` }),
    ).toBeVisible();
  }
  await expect(threadRows(page)).toHaveCount(10);
  await expect(threadRows(page).first()).toContainText(named('falseAlarm'));
});

/** What is stored on this device, by thread. */
async function decisions(page: Page): Promise<Map<string, string>> {
  const rows = await readRows(page, 'intent', 'triage');
  return new Map(
    rows.map((row) => {
      const { key, history } = Object(row);
      return [String(key), String(history[0].state)];
    }),
  );
}
