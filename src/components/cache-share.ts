import type { TFunction } from 'i18next';

import type { CacheShare } from '@/domain/cache-share';
import { formatNumber } from '@/ui/format';

/** "2,497 of 2,500", or "2,500, being checked" when as many as that are here. */
export function cacheShareText(
  { kept, total }: CacheShare,
  t: TFunction,
  locale: string,
): string {
  return kept < total
    ? t('common.partly', {
        kept: formatNumber(kept, locale),
        total: formatNumber(total, locale),
      })
    : t('common.rereading', { total: formatNumber(total, locale) });
}
