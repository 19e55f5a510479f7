import { useTranslation } from 'react-i18next';

import { useServerNow } from '@/components/use-server-now';
import { classNames } from '@/ui/class-names';
import { formatMoment } from '@/ui/format';

import styles from './last-seen.module.css';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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
  const words = new Intl.RelativeTimeFormat(locale, {
    numeric: 'auto',
    style: 'short',
  });
  // A clock that runs behind the server's must not speak of the future.
  const since = Math.max(0, now - at);
  if (since < HOUR_MS) {
    return words.format(-Math.floor(since / MINUTE_MS), 'minute');
  }
  if (since < DAY_MS) return words.format(-Math.floor(since / HOUR_MS), 'hour');
  return words.format(-Math.floor(since / DAY_MS), 'day');
}
