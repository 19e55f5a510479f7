import { loadCoverage } from '@/app/pages';
import { pause } from '@/app/pause';
import { paths } from '@/paths';
import { currentMinute } from '@/ui/use-now';

/** Coverage that is not read after so long is drawn all the same, in ms. */
const READ_WITHIN_MS = 250;

/**
 * The loader of coverage: the screen before stays for a moment, while figures are
 * read and counted. Coverage says itself what could not be read.
 */
export async function readCoverage(): Promise<null> {
  await Promise.race([prepare().catch(() => {}), pause(READ_WITHIN_MS)]);
  return null;
}

/**
 * Reads coverage when the pointer or the focus comes to a link to it: a step there is
 * likely. What fails is tried again by the step. Returns the undo.
 */
export function readCoverageAhead(): () => void {
  const listen = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin !== location.origin) return;
    if (link.pathname !== paths.coverage()) return;
    if (link.pathname === location.pathname) return;
    Promise.all([loadCoverage(), prepare()]).catch(() => {});
  };
  addEventListener('pointerover', listen);
  addEventListener('focusin', listen);
  return () => {
    removeEventListener('pointerover', listen);
    removeEventListener('focusin', listen);
  };
}

async function prepare(): Promise<void> {
  const { prepareCoverage } = await import('@/data/coverage/coverage');
  await prepareCoverage(currentMinute());
}
