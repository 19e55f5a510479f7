import type { TFunction } from 'i18next';

import type { CacheShare } from '@/domain/cache-share';
import { formatNumber } from '@/ui/format';

/** "2,497 of 2,500", or "2,500, being checked" when as many as that are here. */
export function cacheShareText(
  { cached, total }: CacheShare,
  t: TFunction,
  locale: string,
): string {
  return cached < total
    ? t('common.partly', {
        cached: formatNumber(cached, locale),
        total: formatNumber(total, locale),
      })
    : t('common.rereading', { total: formatNumber(total, locale) });
}
