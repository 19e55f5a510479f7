import type { FormMeta } from '@/domain/forms/form';
import { classNames } from '@/ui/class-names';
import { useTranslation } from '@/ui/texts';

import { FILL_BARS } from './thread-fill';
import styles from './thread-row.module.css';

interface ThreadHeadProps {
  forms: readonly FormMeta[];
}

/**
 * The words over the columns of the list; each row says them itself to screen
 * readers, so this is for the eyes.
 */
export function ThreadHead({ forms }: ThreadHeadProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.head} aria-hidden="true">
      <span className={styles.dot} />
      <span className={styles.station}>{t('answers.head.station')}</span>
      <span className={styles.age}>{t('answers.head.age')}</span>
      <span className={styles.flags}>{t('answers.head.flags')}</span>
      <span className={styles.notes}>{t('answers.head.notes')}</span>
      <span className={classNames(styles.fill)}>
        {forms.slice(0, FILL_BARS).map(({ id, code }) => (
          <span key={id} className={styles.letter}>
            {code.slice(0, 1)}
          </span>
        ))}
      </span>
    </div>
  );
}
