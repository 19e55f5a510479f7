import { useSnapshot } from 'valtio';

import { useSecondFactor } from '@/data/second-factor';
import { session } from '@/state/session';
import { PageHead } from '@/ui/layout/page-head';
import { Panel } from '@/ui/layout/panel';
import { useTranslation } from '@/ui/texts';

import styles from './accounts.module.css';
import { PasswordForm } from './password-form';
import { SecondFactorPanel } from './second-factor/second-factor-panel';
import { SessionList } from './session-list';

/** The own password and second factor, and where one is signed in: `/account`. */
export function MyAccountPage() {
  const { t } = useTranslation();
  const { user } = useSnapshot(session);
  const secondFactor = useSecondFactor();
  return (
    <>
      <PageHead title={t('account.title')} subtitle={user?.sub} />
      <div className={styles.page}>
        <PasswordForm />
        {secondFactor && <SecondFactorPanel loaded={secondFactor} />}
        <Panel aria-label={t('account.sessions')} className={styles.panel}>
          <h2>{t('account.sessions')}</h2>
          <SessionList />
        </Panel>
      </div>
    </>
  );
}
