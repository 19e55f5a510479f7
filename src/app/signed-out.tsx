import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { LoginPage } from '@/features/auth/login-page';

import { BrandMark } from './brand-mark';
import { keepToLogin } from './guards';
import { changeLanguage, currentLanguage } from './i18n';
import { LANGUAGE_NAMES } from './language-names';

/** The sign-in screen, given what belongs to the shell: address, title, brand and languages. */
export function SignedOut() {
  const { t } = useTranslation();
  const [language, setLanguage] = useState(currentLanguage);

  useEffect(() => {
    keepToLogin();
    // "Back" leads to pages that are not shown without a token.
    window.addEventListener('popstate', keepToLogin);
    return () => window.removeEventListener('popstate', keepToLogin);
  }, []);

  useEffect(() => {
    document.title = `${t('login.title')} · ${t('common.appName')}`;
  }, [t]);

  return (
    <LoginPage
      brand={<BrandMark large />}
      language={language}
      languageNames={LANGUAGE_NAMES}
      onLanguage={async (next) => {
        const isDone = await changeLanguage(next);
        if (isDone) setLanguage(next);
        return isDone;
      }}
    />
  );
}
