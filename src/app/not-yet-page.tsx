import { useTranslation } from 'react-i18next';

import { ButtonLink } from '@/ui/button';
import { PageHead } from '@/ui/page-head';
import { State } from '@/ui/state';

interface NotYetPageProps {
  /** Translation key of the screen's name. */
  title: string;
}

/** A screen that this version does not have: it says so, it shows no empty list. */
export function NotYetPage({ title }: NotYetPageProps) {
  const { t } = useTranslation();
  return (
    <div>
      <PageHead title={t(title)} />
      <State
        icon="info"
        title={t('shell.notYet.title')}
        actions={
          <ButtonLink href="/answers">{t('shell.toAnswers')}</ButtonLink>
        }
      >
        {t('shell.notYet.text')}
      </State>
    </div>
  );
}
