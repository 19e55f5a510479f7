import { useTranslation } from 'react-i18next';

import { useFormPull } from '@/data/forms';
import { LoadState } from '@/ui/feedback/load-state';

import { failureText } from '@/components/failure';
import { LateSkeleton } from '@/features/answers/late-skeleton';

interface MissingFormProps {
  formId: number;
}

/**
 * A form whose sections are not kept yet: they are fetched when its tab is
 * opened (docs/specification.md 2). Leaves the screen once they are here.
 */
export function MissingForm({ formId }: MissingFormProps) {
  const { t } = useTranslation();
  const { isPulling, failure, retry } = useFormPull(formId, false);
  return (
    <LoadState
      rows={undefined}
      pulling={isPulling}
      failure={
        failure && {
          title: t('answers.form.failed'),
          text: failureText(failure, t),
        }
      }
      empty={null}
      skeleton={<LateSkeleton rows={6} />}
      retryLabel={t('common.retry')}
      onRetry={retry}
      loadingLabel={t('common.loading')}
    >
      {() => null}
    </LoadState>
  );
}
