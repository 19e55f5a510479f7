import { secondFactorWanted } from '@/state/second-factor';
import { PageHead } from '@/ui/layout/page-head';
import { Panel } from '@/ui/layout/panel';
import { useTranslation } from '@/ui/texts';

import styles from '@/features/accounts/accounts.module.css';
import { SetUp } from './set-up';

/**
 * In place of every screen while the server requires a second factor and the account
 * has none.
 */
export function SetUpPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('secondFactor.title')} />
      <div className={styles.page}>
        <Panel aria-label={t('secondFactor.title')} className={styles.panel}>
          <p>{t('secondFactor.required')}</p>
          <SetUp
            onDone={() => {
              secondFactorWanted.isMissing = false;
            }}
          />
        </Panel>
      </div>
    </>
  );
}
