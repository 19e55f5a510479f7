import type { Figure } from '../figures';
import { forgetPlan, importPlan, PLAN_ROWS } from '../plan-file';
import { longTasks, settled } from '../settled';
import type { Stage } from '../stage';
import { onPage } from '../stage';

/** A large plan from the choice of its file until it is compared. */
export async function plan(stage: Stage): Promise<Figure[]> {
  return onPage(await stage.filled(), async (page) => {
    await page.goto('/coverage/plan');
    await settled(page, stage.link);
    const from = await page.evaluate(() => performance.now());
    const { previewed, stored, compared } = await importPlan(page);
    const tasks = await longTasks(page, from);
    await forgetPlan(page);
    const what = `a plan of ${PLAN_ROWS} rows`;
    return [
      {
        what: `${what}: its file chosen until rows are shown`,
        value: previewed,
        unit: 'ms',
      },
      { what: `${what}: stored`, value: stored, unit: 'ms' },
      { what: `${what}: compared and drawn`, value: compared, unit: 'ms' },
      {
        what: `${what}: longest main-thread task (0: none of 50 ms)`,
        value: Math.max(0, ...tasks),
        unit: 'ms',
      },
    ];
  });
}
