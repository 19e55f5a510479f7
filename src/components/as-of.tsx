import type { Failure } from '@/domain/outbox/outcome';
import { Mark } from '@/ui/marks/mark';
import { UpdatedAt } from '@/ui/feedback/updated-at';
import { useTranslation } from '@/ui/texts';

import type { Freshness } from './failure';
import { failureNow } from './failure';
import { cacheShareText } from './cache-share';
import { useMoment } from './use-moment';

interface AsOfProps {
  freshness: Freshness | undefined;
  /** Why this page's own question brought nothing. */
  asked?: Failure | undefined;
}

/**
 * "As of 14:32", in amber once it could not be refreshed since; "2,497 of 2,500"
 * while a list is incomplete, which is not up to date at any time. Draws nothing
 * while nothing was ever loaded.
 */
export function AsOf({ freshness, asked }: AsOfProps) {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  if (freshness?.asOf === undefined) return null;
  if (freshness.cacheShare) {
    return (
      <Mark tone="waiting" icon="clock">
        {cacheShareText(freshness.cacheShare, t, i18n.language)}
      </Mark>
    );
  }
  const words = t('common.asOf', { time: moment(freshness.asOf) });
  return failureNow(freshness, asked) ? (
    <Mark tone="waiting" icon="clock">
      {words}
    </Mark>
  ) : (
    <UpdatedAt>{words}</UpdatedAt>
  );
}
