import { useTranslation } from 'react-i18next';

import { cacheShareText } from '@/components/cache-share';
import type { CoverageSource } from '@/data/coverage/coverage';
import type { ObserverSilence } from '@/domain/coverage/observer-silence';

/** Of how many threads or observers the figures are worked out, while that is not all. */
export function usePartly(
  source: CoverageSource | undefined,
): string | undefined {
  const { t, i18n } = useTranslation();
  if (!source || source.isWhole) return undefined;
  const { cacheShare, observerShare } = source;
  if (cacheShare || !observerShare) {
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

/** Epoch ms at which the day of a moment began, in the device's zone. */
export function startOfDay(now: number): number {
  return new Date(now).setHours(0, 0, 0, 0);
}
