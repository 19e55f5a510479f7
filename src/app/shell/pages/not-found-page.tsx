import { ButtonLink } from '@/ui/button';
import { PageHead } from '@/ui/layout/page-head';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div>
      <PageHead title={t('shell.notFound.title')} />
      <State
        icon="search"
        title={t('shell.notFound.what')}
        actions={<ButtonLink href="/">{t('shell.toStart')}</ButtonLink>}
      >
        {t('shell.notFound.text')}
      </State>
    </div>
  );
}
