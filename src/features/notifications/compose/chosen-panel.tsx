import { Button } from '@/ui/button';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import styles from './compose.module.css';
import type { Audience } from './use-audience';

interface ChosenPanelProps {
  audience: Audience;
  /** Forgets the named ones: the message would go to all. */
  onClear: () => void;
}

/** Who was named in the address, and which of them cannot get the message. */
export function ChosenPanel({ audience, onClear }: ChosenPanelProps) {
  const { t } = useTranslation();
  const { count, left, people } = audience;
  const strangers = people?.filter(({ observer }) => !observer).length ?? 0;
  return (
    <div className={styles.part}>
      <h2>{t('notifications.chosen.title')}</h2>
      <div className="row row-wrap">
        <output>
          {count === undefined
            ? t('notifications.count.pending')
            : t('notifications.count.chosen', { count })}
        </output>
        <Button className="push" onClick={onClear}>
          {t('notifications.chosen.clear')}
        </Button>
      </div>
      {left && left.unsent.length > 0 ? (
        <Mark tone="waiting" icon="clock">
          <span className={styles.words}>
            {t('notifications.chosen.unsent', {
              count: left.unsent.length,
              names: left.unsent.map(({ name }) => name).join(', '),
            })}
          </span>
        </Mark>
      ) : null}
      {left && left.gone.length > 0 ? (
        <Mark tone="refused" icon="alert">
          <span className={styles.words}>
            {t('notifications.chosen.gone', { count: left.gone.length })}
          </span>
        </Mark>
      ) : null}
      {strangers > 0 ? (
        <Mark icon="info">
          <span className={styles.words}>
            {t('notifications.chosen.unknown', { count: strangers })}
          </span>
        </Mark>
      ) : null}
    </div>
  );
}
