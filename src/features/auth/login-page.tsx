import { useState } from 'react';

import type { SessionEnd } from '@/state/session-end';
import { readSessionEnd } from '@/state/session-end';
import { Banner } from '@/ui/feedback/banner';
import { Icon } from '@/ui/icon';
import { Panel } from '@/ui/layout/panel';
import { useTranslation } from '@/ui/texts';

import { LoginForm } from './login-form';
import styles from './login-page.module.css';
import type { PublicPageProps } from './public-page';
import { PublicPage } from './public-page';

/**
 * Sign-in (docs/specification.md 2, "Login"): needs the network once, and says
 * so.
 */
export function LoginPage(props: PublicPageProps) {
  const { t } = useTranslation();
  const [sessionEnd] = useState(readSessionEnd);

  return (
    <PublicPage
      {...props}
      notice={
        <>
          {sessionEnd === undefined ? null : <EndBanner end={sessionEnd} />}
          {props.notice}
        </>
      }
      title={t('login.welcome')}
      about={t('login.about')}
    >
      <Panel className={styles.panel}>
        <LoginForm />
      </Panel>
      <p className={styles.after}>
        <Icon name="device" small />
        <span>{t('login.offlineAfter')}</span>
      </p>
    </PublicPage>
  );
}

function EndBanner({ end: { reason, unsent } }: { end: SessionEnd }) {
  const { t } = useTranslation();
  return (
    <Banner
      tone="refused"
      icon="alert"
      title={t(reason === 'age' ? 'login.aged.title' : 'login.ended.title')}
    >
      {t(reason === 'age' ? 'login.aged.text' : 'login.ended.text')}{' '}
      {unsent !== undefined && unsent > 0
        ? t('login.ended.unsent', { count: unsent })
        : null}
    </Banner>
  );
}
