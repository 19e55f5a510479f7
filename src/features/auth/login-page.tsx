import type { ReactNode } from 'react';
import { useState } from 'react';

import type { Language } from '@/config';
import { LANGUAGES } from '@/config';
import type { SessionEnd } from '@/state/session-end';
import { readSessionEnd } from '@/state/session-end';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Panel } from '@/ui/layout/panel';
import { useTranslation } from '@/ui/texts';

import { LoginForm } from './login-form';
import styles from './login-page.module.css';

interface LoginPageProps {
  brand: ReactNode;
  /** Something to know before signing in, across the page. */
  notice?: ReactNode | undefined;
  language: Language;
  languageNames: Record<Language, string>;
  /** Resolves to false when the texts of a language cannot be had now. */
  onLanguage: (language: Language) => Promise<boolean>;
}

/**
 * Sign-in (docs/specification.md 2, "Login"): needs the network once, and says
 * so.
 */
export function LoginPage(props: LoginPageProps) {
  const { brand, notice, language, languageNames, onLanguage } = props;
  const { t } = useTranslation();
  const [sessionEnd] = useState(readSessionEnd);
  const [isUntranslated, setUntranslated] = useState(false);

  async function handleLanguage(next: Language) {
    setUntranslated(!(await onLanguage(next)));
  }

  return (
    <div className={styles.page}>
      {sessionEnd === undefined ? null : <EndBanner end={sessionEnd} />}
      {notice}
      <main className={styles.main}>
        <div className={styles.login}>
          <div className={styles.brand}>
            {brand}
            {t('common.appName')}
          </div>
          <h1 className={styles.welcome}>{t('login.welcome')}</h1>
          <p className="muted">{t('login.about')}</p>
          <Panel className={styles.panel}>
            <LoginForm />
          </Panel>
          <p className={styles.after}>
            <Icon name="device" small />
            <span>{t('login.offlineAfter')}</span>
          </p>
        </div>
      </main>
      <footer className={styles.footer}>
        {LANGUAGES.map((one) => (
          <Button
            key={one}
            lang={one}
            variant="quiet"
            small
            aria-pressed={one === language}
            onClick={() => void handleLanguage(one)}
          >
            {languageNames[one]}
          </Button>
        ))}
        {isUntranslated ? <output>{t('shell.languageFailed')}</output> : null}
      </footer>
    </div>
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
