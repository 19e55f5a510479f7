import { CachedList } from '@/components/cached-list';
import { useFormPull } from '@/data/forms/forms';

import { LateSkeleton } from '@/features/answers/late-skeleton';
import { useTranslation } from '@/ui/texts';

interface MissingFormProps {
  formId: number;
}

/** Nothing of the form is cached: only this page's question counts. */
const NOT_CACHED = {};

/**
 * A form whose sections are not cached yet: they are fetched when its tab is
 * opened (docs/specification.md 2). Leaves the screen once they are here.
 */
export function MissingForm({ formId }: MissingFormProps) {
  const { t } = useTranslation();
  return (
    <CachedList
      rows={undefined}
      freshness={NOT_CACHED}
      pull={useFormPull(formId, false)}
      failedTitle={t('answers.form.failed')}
      empty={null}
      skeleton={<LateSkeleton rows={6} />}
    >
      {() => null}
    </CachedList>
  );
}
