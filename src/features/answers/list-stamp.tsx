import { useTranslation } from 'react-i18next';

import { formatNumber } from '@/ui/format';
import { Mark } from '@/ui/mark';
import { Stamp } from '@/ui/stamp';

import { failureNow } from '@/phrases/failure';
import { useMoment } from '@/phrases/use-moment';
import type { ShownList } from './use-thread-list';

interface ListStampProps {
  shown: ShownList;
}

/**
 * How fresh the list is and how much of it is here (mock README, principle 6).
 *
 * @param props the list.
 * @returns one or two stamps; nothing while nothing is known.
 */
export function ListStamp({ shown: { page, pull } }: ListStampProps) {
  const { t, i18n } = useTranslation();
  const locale = i18n.language;
  const moment = useMoment();
  const asOf = page?.asOf;
  if (!page || asOf === undefined) return null;
  const time = moment(asOf);
  const isOlder = failureNow(page, pull.failure) !== undefined;
  return (
    <span className="row row-wrap">
      {isOlder ? (
        <Mark tone="waiting" icon="clock">
          {t('common.asOf', { time })}
        </Mark>
      ) : (
        <Stamp>{t('common.asOf', { time })}</Stamp>
      )}
      {page.keptOf ? (
        <Stamp icon="device">
          {t('answers.list.kept', {
            kept: formatNumber(page.keptOf.kept, locale),
            total: formatNumber(page.keptOf.total, locale),
          })}
        </Stamp>
      ) : null}
    </span>
  );
}
