import { formatNumber } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import { UpdatedAt } from '@/ui/feedback/updated-at';

import { ClockNote } from '@/components/clock-note';
import { failureNow } from '@/components/failure';
import { useMoment } from '@/components/use-moment';
import { useTranslation } from '@/ui/texts';
import type { ShownList } from './use-thread-list';

interface ListFreshnessProps {
  shown: ShownList;
}

/** How fresh the list is, and that its ages are right where this device's clock is not. */
export function ListFreshness({ shown }: ListFreshnessProps) {
  return (
    <>
      <Freshness shown={shown} />
      <ClockNote />
    </>
  );
}

/**
 * While the list is incomplete, how much of it is here: then it is not up to date at
 * any time.
 */
function Freshness({ shown: { page, pull } }: ListFreshnessProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const moment = useMoment();
  const asOf = page?.asOf;
  if (!page || asOf === undefined) return null;
  if (page.cacheShare) {
    const { cached, total } = page.cacheShare;
    return (
      <Mark tone="waiting" icon="device">
        {cached < total
          ? t('answers.list.cached', {
              cached: formatNumber(cached, locale),
              total: formatNumber(total, locale),
            })
          : t('common.rereading', { total: formatNumber(total, locale) })}
      </Mark>
    );
  }
  const words = t('common.asOf', { time: moment(asOf) });
  return failureNow(page, pull.failure) ? (
    <Mark tone="waiting" icon="clock">
      {words}
    </Mark>
  ) : (
    <UpdatedAt>{words}</UpdatedAt>
  );
}
