import { CachedList } from '@/components/cached-list';
import { paths } from '@/paths';
import { BackLink } from '@/ui/layout/back-link';
import { PageHead } from '@/ui/layout/page-head';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { useTranslation } from '@/ui/texts';

import type { FormSource } from './use-form-source';

interface EditorWaitProps {
  source: FormSource;
}

/** Nothing of the form is cached: only this page's question counts. */
const NOT_CACHED = {};

/**
 * The editor before its form is here: being fetched, or why it could not be.
 */
export function EditorWait({ source }: EditorWaitProps) {
  const { t } = useTranslation();
  return (
    <div>
      <PageHead
        title={t('forms.edit')}
        back={<BackLink href={paths.forms}>{t('forms.back')}</BackLink>}
      />
      <CachedList
        rows={undefined}
        freshness={source.isPulling ? undefined : NOT_CACHED}
        pull={source}
        failedTitle={t('forms.formFailed')}
        empty={null}
        skeleton={<SkeletonRows rows={6} lines={1} />}
      >
        {() => null}
      </CachedList>
    </div>
  );
}
