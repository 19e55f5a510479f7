import { useServerNow } from '@/components/use-server-now';
import { classNames } from '@/ui/class-names';
import { formatMoment } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import styles from './last-seen.module.css';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const UNIT_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS };

interface LastSeenProps {
  /** Epoch ms of the newest answer or note; servers that know none leave it out. */
  at: number | undefined;
}

/** How long ago an observer was heard of, and when that was. */
export function LastSeen({ at }: LastSeenProps) {
  const { t, i18n } = useTranslation();
  const now = useServerNow();
  if (at === undefined) {
    return <span className="subtle">{t('observers.neverSeen')}</span>;
  }
  return (
    <span className={styles.seen}>
      <span>{ago(at, now, i18n.language)}</span>
      <span className={classNames(styles.at, 'subtle')}>
        {formatMoment(at, now, i18n.language)}
      </span>
    </span>
  );
}

/** "17 min. ago", in the largest unit that is not nought. */
function ago(at: number, now: number, locale: string): string {
  // A clock that runs behind the server's must not speak of the future.
  const since = Math.max(0, now - at);
  const unit = since < HOUR_MS ? 'minute' : since < DAY_MS ? 'hour' : 'day';
  const words = new Intl.RelativeTimeFormat(locale, {
    // "Yesterday" is a day of the calendar, not 24 hours.
    numeric: unit === 'day' ? 'always' : 'auto',
    style: 'short',
  });
  return words.format(-Math.floor(since / UNIT_MS[unit]), unit);
}
