import { useRouteError } from 'react-router-dom';

import { Button, ButtonLink } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import { FullPage } from './full-page';
import { isFailedLoad } from '@/app/update/stale-build';
import { StalePage } from '@/app/update/stale-page';

/** What is shown instead of a blank screen: a part that could not be loaded, or a bug. */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (isFailedLoad(error)) return <StalePage />;
  return (
    <FullPage
      title={t('shell.error.crash.title')}
      actions={
        <>
          <Button
            variant="primary"
            icon="sync"
            onClick={() => location.reload()}
          >
            {t('common.reload')}
          </Button>
          <ButtonLink href="/">{t('shell.toStart')}</ButtonLink>
        </>
      }
    >
      <p>{t('shell.error.crash.text')}</p>
      {error instanceof Error ? (
        <p className="small">
          {t('shell.error.detail', { detail: error.message })}
        </p>
      ) : null}
    </FullPage>
  );
}
