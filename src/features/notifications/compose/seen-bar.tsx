import { formatNumber } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import type { SeenGroups } from './audience';
import styles from './seen-bar.module.css';

interface SeenBarProps {
  groups: SeenGroups;
}

const GROUPS = ['today', 'earlier', 'never', 'unknown'] as const;

/** How many were seen today, earlier, never: numbers with a bar that shows their shares. */
export function SeenBar({ groups }: SeenBarProps) {
  const { t, i18n } = useTranslation();
  // In a complete list no one is unknown, so the word is left out.
  const shown = GROUPS.filter((name) => name !== 'unknown' || groups[name] > 0);
  return (
    <>
      <dl className={styles.facts}>
        {shown.map((name) => (
          <div key={name}>
            <dt>
              <span className={styles.swatch} data-group={name} />
              {t(`notifications.seen.${name}`)}
            </dt>
            <dd>{formatNumber(groups[name], i18n.language)}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.split} aria-hidden="true">
        {shown
          .filter((name) => groups[name] > 0)
          .map((name) => (
            <span
              key={name}
              className={styles.share}
              data-group={name}
              style={{ flexGrow: groups[name] }}
            />
          ))}
      </div>
      {groups.earlier + groups.never > 0 ? (
        <p className="small muted">{t('notifications.seen.call')}</p>
      ) : null}
    </>
  );
}
