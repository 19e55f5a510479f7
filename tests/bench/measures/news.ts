import { demoPin } from '../../../server/seed/names';
import { askServer } from '../../e2e/support/demo';
import { ro } from '../../e2e/support/words';
import { readyAnswer } from '../../support/phone-answer';
import type { Figure } from '../figures';
import { percentile } from '../figures';
import { settled } from '../settled';
import type { Stage } from '../stage';
import { onPage, ROW } from '../stage';

const ANSWERS = 5;

/**
 * A flagged answer until the open list of urgent threads says so. Seen by asking
 * the page again and again, so a figure may be 0.1 s too long.
 */
export async function news(stage: Stage): Promise<Figure[]> {
  const { server, token, link } = stage;
  return onPage(await stage.filled(), async (page) => {
    await page.goto('/answers?urgente=true');
    await page.locator(ROW).first().waitFor();
    const ready = await flaggedAnswers(server.origin, token);
    const took: number[] = [];
    for (let at = 0; at < ANSWERS; at += 1) {
      const send = await ready();
      await settled(page, link);
      await send();
      const from = performance.now();
      const pill = page.getByRole('button', { name: ro('answers.news.show') });
      await pill.waitFor({ timeout: 60_000 });
      took.push(performance.now() - from);
      await pill.click();
    }
    const what = 'a flagged answer until the open urgent list says so';
    return [
      {
        what: `${what}, median`,
        value: percentile(took, 0.5) / 1000,
        unit: 's',
      },
      {
        what: `${what}, slowest of ${ANSWERS}`,
        value: Math.max(...took) / 1000,
        unit: 's',
        atMost: 2,
      },
    ];
  });
}

/** @returns what sends one, each time from another station that none of the newest hundred threads is of. */
async function flaggedAnswers(
  origin: string,
  token: string,
): Promise<() => Promise<() => Promise<void>>> {
  const { data } = await askServer(origin, token).threads();
  const phone = data.find(
    (each) => each.observerPhoneNumber,
  )?.observerPhoneNumber;
  if (!phone) throw new Error('The demo has no thread');
  const visited = new Set(data.map((each) => each.pollingStationId));
  return () =>
    readyAnswer(
      origin,
      { phone, pin: demoPin(phone) },
      {
        option: ({ flagged }) => flagged,
        station({ id }) {
          if (visited.has(id)) return false;
          visited.add(id);
          return true;
        },
      },
    );
}
