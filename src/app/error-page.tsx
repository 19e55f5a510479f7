import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';

import { Button, ButtonLink } from '@/ui/button';

import { FullPage } from './full-page';
import { isFailedLoad } from './stale-build';

/**
 * What is shown instead of a blank screen: a part of the app that could not be
 * loaded (usually because a newer version was published), or a bug.
 */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  const kind = isFailedLoad(error) ? 'stale' : 'crash';
  return (
    <FullPage
      title={t(`shell.error.${kind}.title`)}
      actions={
        <>
          <Button variant="primary" icon="sync" onClick={reload}>
            {t('common.reload')}
          </Button>
          <ButtonLink href="/">{t('shell.toStart')}</ButtonLink>
        </>
      }
    >
      <p>{t(`shell.error.${kind}.text`)}</p>
      {kind === 'crash' && error instanceof Error ? (
        <p className="small">
          {t('shell.error.detail', { detail: error.message })}
        </p>
      ) : null}
    </FullPage>
  );
}

function reload(): void {
  location.reload();
}
