import { pause } from '@/app/pause';
import { SKELETON } from '@/ui/feedback/skeleton';

/** At most this long, in ms, the first screen is waited for: its rows may never come. */
export const SCREEN_SHOWN_WITHIN_MS = 20_000;

/**
 * Waits until the first screen shows all that it asked for: rows, a form, or why
 * there are none. Looks at the document, so that no screen has to tell.
 */
export async function whenScreenIsShown(root: HTMLElement): Promise<void> {
  let observer: MutationObserver | undefined;
  const shown = new Promise<void>((resolve) => {
    const look = () => {
      // Each screen has a heading; on its way from address to address there is none.
      const isShown = root.querySelector('h1') && !root.querySelector(SKELETON);
      if (isShown) resolve();
    };
    observer = new MutationObserver(look);
    observer.observe(root, { childList: true, subtree: true });
    look();
  });
  await Promise.race([shown, pause(SCREEN_SHOWN_WITHIN_MS)]);
  observer?.disconnect();
}
