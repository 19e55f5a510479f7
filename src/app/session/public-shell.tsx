import { useEffect, useState } from 'react';

import { changeLanguage, currentLanguage } from '@/app/i18n';
import { BrandMark } from '@/app/shell/brand-mark';
import { LANGUAGE_NAMES } from '@/app/shell/language-names';
import type { Language } from '@/config';
import type { PublicPageProps } from '@/features/auth/public-page';
import { useTranslation } from '@/ui/texts';

/** What belongs to the shell on a page without a sign-in: document title, brand and languages. */
export function usePublicShell(title: string): Omit<PublicPageProps, 'notice'> {
  const { t } = useTranslation();
  const [language, setLanguage] = useState(currentLanguage);

  useEffect(() => {
    document.title = `${title} · ${t('common.appName')}`;
  }, [t, title]);

  return {
    brand: <BrandMark large />,
    language,
    languageNames: LANGUAGE_NAMES,
    async onLanguage(next: Language) {
      const isDone = await changeLanguage(next);
      if (isDone) setLanguage(next);
      return isDone;
    },
  };
}
