import { LoginPage } from '@/features/auth/login-page';

import { BrandMark } from './brand-mark';
import { LANGUAGE_NAMES, useLanguage } from './use-language';

/** The sign-in screen, given what belongs to the shell: the brand and the languages. */
export function LoginRoute() {
  const { language, choose } = useLanguage();
  return (
    <LoginPage
      brand={<BrandMark large />}
      language={language}
      languageNames={LANGUAGE_NAMES}
      onLanguage={choose}
    />
  );
}
