import { useState } from 'react';
import { useSnapshot } from 'valtio';

import { deleteForm } from '@/data/forms/change-forms';
import { useForms, useFormsPull } from '@/data/forms/forms';
import type { FormMeta } from '@/domain/forms/form';
import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { paths } from '@/paths';
import { preferences } from '@/state/preferences';
import { ButtonLink } from '@/ui/button';
import { Count } from '@/ui/marks/count';
import { formatNumber } from '@/ui/format';
import { PageHead } from '@/ui/layout/page-head';
import { Segments } from '@/ui/field/segments';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { showToast } from '@/ui/overlay/toaster';

import { formName } from '@/features/forms/form-name';
import { useTranslation } from '@/ui/texts';
import { inLocalOrder } from './form-order';
import { FormTable } from './form-table';
import { NewFormDraft } from './new-form-draft';
import { ParkedForms } from './parked-forms';
import { useParkedForms } from '@/features/forms/use-parked';
import { usePublish } from './use-publish';
import { useFormTab, useTabPull } from './use-form-tab';

/**
 * The forms list (docs/specification.md 2): route `/formulare?draft={bool}`.
 */
export function FormsPage() {
  const { t, i18n } = useTranslation();
  const tab = useFormTab();
  const read = useForms();
  const pull = useTabPull(useFormsPull(), tab);
  const parked = useParkedForms() ?? [];
  const { formOrder } = useSnapshot(preferences);
  const publish = usePublish();
  const [leaving, setLeaving] = useState<FormMeta>();

  const rowsOf = (draft: boolean) =>
    read?.rows.filter((form) => form.draft === draft);

  async function handleDelete(form: FormMeta) {
    await deleteForm(form);
    showToast({
      tone: 'done',
      title: t('common.savedOnDevice'),
      text: t('forms.deleted', { name: formName(form) }),
    });
  }

  return (
    <div className="fill">
      <PageHead
        title={t('forms.list')}
        asOf={<AsOf freshness={read} asked={pull.failure} />}
      >
        <Segments
          label={t('forms.tabs.name')}
          items={(['public', 'draft'] as const).map((each) => ({
            href: paths.formsTab(each),
            label: t(`forms.tabs.${each}`),
            current: tab === each,
            count: countOf(rowsOf(each === 'draft'), i18n.language),
          }))}
        />
        <ButtonLink variant="primary" icon="plus" href={paths.newForm()}>
          {t('forms.new')}
        </ButtonLink>
      </PageHead>
      <NewFormDraft />
      <ParkedForms ops={parked} />
      <CachedList
        rows={rowsOf(tab === 'draft')}
        freshness={read}
        pull={pull}
        failedTitle={t('forms.loadFailed')}
        empty={
          <State icon="file" title={t(`forms.none.${tab}`)}>
            {t(`forms.noneHint.${tab}`)}
          </State>
        }
        skeleton={<SkeletonRows rows={4} lines={1} />}
      >
        {(forms) => (
          <FormTable
            key={tab}
            caption={t(`forms.tabs.${tab}`)}
            rows={inLocalOrder(forms, formOrder)}
            onPublish={(form) => void publish(form)}
            onDelete={setLeaving}
          />
        )}
      </CachedList>
      {leaving === undefined ? null : (
        <ConfirmDialog
          danger
          title={t('forms.deleteAsk')}
          text={
            <>
              <span className="strong">{formName(leaving)}</span>
              {'. '}
              {t(leaving.draft ? 'forms.deleteDraft' : 'forms.deletePublic')}
            </>
          }
          confirmLabel={t('common.ok')}
          failedText={t('forms.notStored')}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => handleDelete(leaving)}
        />
      )}
    </div>
  );
}

function countOf(rows: readonly unknown[] | undefined, locale: string) {
  if (rows === undefined || rows.length === 0) return undefined;
  return <Count>{formatNumber(rows.length, locale)}</Count>;
}
