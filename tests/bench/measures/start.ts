import type { BrowserContext } from '@playwright/test';

import type { Figure } from '../figures';
import { percentile } from '../figures';
import { SLOW_LINK } from '../link';
import { slowProcessor, timeToPaint } from '../paint';
import type { Stage } from '../stage';
import { closeAfter, onPage, ROW, signedIn, signedOut } from '../stage';

const LOGIN = 'input[autocomplete="username"]';
const REPEATS = 3;
/** How long a new tab stands open before an address is entered. */
const TAB_STANDS_MS = 2_000;

/** How slow the visit is. */
type Pace = 'fast' | 'slow' | 'slow processor';

/** How long the person waits after an address is entered, on a warm server. */
export async function start(stage: Stage): Promise<Figure[]> {
  const first = async (
    context: BrowserContext,
    path: string,
    selector: string,
    pace: Pace,
  ) => closeAfter(context, () => visit(stage, context, path, selector, pace));
  const login = await first(await signedOut(stage), '/login', LOGIN, 'slow');
  const row = (pace: Pace) => async () =>
    first(await signedIn(stage), '/answers', ROW, pace);
  const slowRow = await row('slow')();
  const fastRow = await row('fast')();

  const filled = await stage.filled();
  const repeat = async (pace: Pace) => {
    const took: number[] = [];
    for (let turn = 0; turn < REPEATS; turn += 1) {
      took.push(await visit(stage, filled, '/answers', ROW, pace));
    }
    return percentile(took, 0.5);
  };
  const slowRepeat = await repeat('slow');
  const fastRepeat = await repeat('fast');
  const slowOffline = await offline(stage, () => repeat('slow processor'));
  const fastOffline = await offline(stage, () => repeat('fast'));

  return [
    figure('first visit to the sign-in form, slow', login, 1.5),
    figure('first visit to the first row, slow', slowRow, 2.5),
    figure('first visit to the first row, fast', fastRow),
    figure('repeat visit to the first row, slow', slowRepeat, 0.6),
    figure('repeat visit to the first row, fast', fastRepeat),
    figure('start without a network, slow processor', slowOffline, 0.6),
    figure('start without a network, fast', fastOffline, 0.25),
  ];
}

function figure(what: string, ms: number, atMost?: number): Figure {
  return { what, value: ms / 1000, unit: 's', atMost };
}

async function visit(
  { link }: Stage,
  context: BrowserContext,
  path: string,
  selector: string,
  pace: Pace,
): Promise<number> {
  link.shape(pace === 'slow' ? SLOW_LINK : undefined);
  try {
    return await onPage(context, async (page) => {
      // Chromium loads the parts of its own new window meanwhile.
      await page.waitForTimeout(TAB_STANDS_MS);
      if (pace !== 'fast') await slowProcessor(page);
      return timeToPaint(page, path, selector);
    });
  } finally {
    link.shape(undefined);
  }
}

/** The browser knows that it is offline, and no thread reaches the server. */
async function offline<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
  const filled = await stage.filled();
  stage.link.cut();
  await filled.setOffline(true);
  try {
    return await work();
  } finally {
    stage.link.restore();
    await filled.setOffline(false);
  }
}
