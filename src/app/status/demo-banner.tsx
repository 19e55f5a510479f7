import { config } from '@/config';
import { useTranslation } from '@/ui/texts';

import styles from './demo-banner.module.css';

/** A line that says so where all that is shown is made up (docs/operations.md). */
export function DemoBanner() {
  const { t } = useTranslation();
  if (!config.isDemo) return null;
  return (
    <aside className={styles.demo} aria-label={t('shell.demo.title')}>
      <strong>{t('shell.demo.title')}</strong> {t('shell.demo.text')}
    </aside>
  );
}
