import type { ReactNode } from 'react';
import { useState } from 'react';

import type { Language } from '@/config';
import { LANGUAGES } from '@/config';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import styles from './public-page.module.css';

export interface PublicPageProps {
  brand: ReactNode;
  /** Something to know first, across the page. */
  notice?: ReactNode | undefined;
  language: Language;
  languageNames: Record<Language, string>;
  /** Resolves to false when the texts of a language cannot be had now. */
  onLanguage: (language: Language) => Promise<boolean>;
}

interface PublicPageBodyProps extends PublicPageProps {
  title: ReactNode;
  about: ReactNode;
  children: ReactNode;
}

/** A page for who is not signed in: what it is for, and the languages. */
export function PublicPage(props: PublicPageBodyProps) {
  const { brand, notice, language, languageNames, onLanguage } = props;
  const { title, about, children } = props;
  const { t } = useTranslation();
  const [isUntranslated, setUntranslated] = useState(false);

  async function handleLanguage(next: Language) {
    setUntranslated(!(await onLanguage(next)));
  }

  return (
    <div className={styles.page}>
      {notice}
      <main className={styles.main}>
        <div className={styles.content}>
          <div className={styles.brand}>
            {brand}
            {t('common.appName')}
          </div>
          <h1 className={styles.title}>{title}</h1>
          <p className="muted">{about}</p>
          {children}
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
