import type { Figure } from '../figures';
import { longTasks, settled } from '../settled';
import type { Stage } from '../stage';
import { closeAfter, ROW, signedIn } from '../stage';

/** The first sync, from the first row on the screen until the tab has settled. */
export async function tasks(stage: Stage): Promise<Figure[]> {
  const context = await signedIn(stage);
  return closeAfter(context, async () => {
    const page = await context.newPage();
    await page.goto('/answers');
    await page.locator(ROW).first().waitFor();
    const from = await page.evaluate(() => performance.now());
    await settled(page, stage.link);
    const long = await longTasks(page, from);
    return [
      {
        what: 'longest main-thread task of the first sync (0: none of 50 ms)',
        value: Math.max(0, ...long),
        unit: 'ms',
        atMost: 50,
      },
      {
        what: 'all main-thread tasks of 50 ms or more, together',
        value: long.reduce((sum, ms) => sum + ms, 0),
        unit: 'ms',
      },
    ];
  });
}
