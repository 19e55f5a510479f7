import type { SyncStatus } from '@/data/sync-status';
import { paths } from '@/paths';
import { formatMoment, formatShare } from '@/ui/format';
import { Link } from '@/ui/link';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import styles from './sync-badge.module.css';
import type { SyncWord } from './sync-words';
import { syncWords } from './sync-words';
import { useNow } from '@/ui/use-now';
import { useOnline } from '@/ui/use-online';

interface SyncBadgeProps {
  /** Undefined while it is read. */
  status: SyncStatus | undefined;
}

/** How this device stands with the server, in one line that opens /outbox. */
export function SyncBadge({ status }: SyncBadgeProps) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const { tone, icon, first, second } = syncWords(status, useOnline(), now);

  function say({ key, count, total, at }: SyncWord) {
    return t(`shell.sync.${key}`, {
      count,
      total,
      time: at === undefined ? undefined : formatMoment(at, now, i18n.language),
    });
  }

  return (
    <Link className={styles.sync} href={paths.outbox}>
      <span className="visually-hidden">{t('shell.sync.name')} </span>
      <Mark tone={tone} icon={icon}>
        {say(first)}
      </Mark>
      {second === undefined ? null : (
        <span className={styles.second} translate="no">
          {second.total === undefined ? (
            say(second)
          ) : (
            <Readable second={second}>{say(second)}</Readable>
          )}
        </span>
      )}
    </Link>
  );
}

interface ReadableProps {
  second: SyncWord;
  children: string;
}

/** How much can be read offline: in words where there is room, else as a share. */
function Readable({ second, children }: ReadableProps) {
  const { t, i18n } = useTranslation();
  const { count = 0, total = 1 } = second;
  // Never all of it before it is.
  const share = Math.floor((count / total) * 100) / 100;
  return (
    <>
      <span className={styles.words}>{children}</span>
      <span className={styles.share} aria-hidden="true">
        {t('shell.sync.share', { share: formatShare(share, i18n.language) })}
      </span>
    </>
  );
}
