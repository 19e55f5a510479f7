import { useTranslation } from 'react-i18next';

import { failureText } from '@/components/failure';
import { paths } from '@/paths';
import { BackLink } from '@/ui/layout/back-link';
import { LoadState } from '@/ui/feedback/load-state';
import { PageHead } from '@/ui/layout/page-head';
import { SkeletonRows } from '@/ui/feedback/skeleton';

import type { FormSource } from './use-form-source';

interface EditorWaitProps {
  source: FormSource;
}

/**
 * The editor before its form is here: being fetched, or why it could not be.
 */
export function EditorWait({ source }: EditorWaitProps) {
  const { t } = useTranslation();
  const failure = source.isPulling ? undefined : source.failure;
  return (
    <div>
      <PageHead
        title={t('forms.edit')}
        back={<BackLink href={paths.forms}>{t('forms.back')}</BackLink>}
      />
      <LoadState
        rows={undefined}
        pulling={source.isPulling}
        failure={
          failure && {
            title: t('forms.formFailed'),
            text: failureText(failure, t),
          }
        }
        empty={null}
        skeleton={<SkeletonRows rows={6} lines={1} />}
        loadingLabel={t('common.loading')}
        retryLabel={t('common.retry')}
        onRetry={source.retry}
      >
        {() => null}
      </LoadState>
    </div>
  );
}
