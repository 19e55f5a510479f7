import { cacheShareText } from '@/components/cache-share';
import type { CoverageState } from '@/data/coverage/coverage';
import type { ObserverSilence } from '@/domain/coverage/observer-silence';
import { useTranslation } from '@/ui/texts';

/** Of how many threads or observers the figures are worked out, while that is not all. */
export function usePartly(
  state: CoverageState | undefined,
): string | undefined {
  const { t, i18n } = useTranslation();
  if (!state || state.isWhole) return undefined;
  const { areAllCounted, cacheShare, observerShare } = state;
  if (!areAllCounted || !observerShare) {
    return t('coverage.partly', {
      share: cacheShare
        ? cacheShareText(cacheShare, t, i18n.language)
        : t('coverage.someThreads'),
    });
  }
  return t('coverage.partlyObservers', {
    share: cacheShareText(observerShare, t, i18n.language),
  });
}

/** An observer who is not cached is known by number alone. */
export function observerName({ observer, observerId }: ObserverSilence) {
  return observer?.name ?? `#${observerId}`;
}
