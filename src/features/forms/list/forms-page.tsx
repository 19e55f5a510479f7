import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';

import { deleteForm, useForms, useFormsPull } from '@/data/forms';
import type { FormMeta } from '@/domain/forms/form';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { failureText } from '@/components/failure';
import { paths } from '@/paths';
import { preferences } from '@/state/preferences';
import { ButtonLink } from '@/ui/button';
import { Count } from '@/ui/count';
import { formatMoment, formatNumber } from '@/ui/format';
import { LoadState } from '@/ui/feedback/load-state';
import { PageHead } from '@/ui/layout/page-head';
import { Segments } from '@/ui/field/segments';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { Stamp } from '@/ui/feedback/stamp';
import { State } from '@/ui/feedback/state';
import { showToast } from '@/ui/overlay/toaster';
import { useNow } from '@/ui/use-now';

import { formName } from '@/features/forms/form-name';
import { inLocalOrder } from './form-order';
import { FormTable } from './form-table';
import styles from './forms-page.module.css';
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
  const now = useNow();
  const [leaving, setLeaving] = useState<FormMeta>();

  const asOf = read?.asOf;
  const time =
    asOf === undefined ? undefined : formatMoment(asOf, now, i18n.language);
  const failure = pull.failure ?? read?.failure;
  const words = failure && failureText(failure, t);
  const rowsOf = (draft: boolean) =>
    read?.rows.filter((form) => form.draft === draft);
  const rows = rowsOf(tab === 'draft');

  async function handleDelete(form: FormMeta) {
    await deleteForm(form);
    showToast({
      tone: 'done',
      title: t('common.savedOnDevice'),
      text: t('forms.deleted', { name: formName(form) }),
    });
  }

  return (
    <div className={styles.page}>
      <PageHead
        title={t('forms.list')}
        stamp={
          time !== undefined && words === undefined ? (
            <Stamp>{t('common.asOf', { time })}</Stamp>
          ) : undefined
        }
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
      <LoadState
        rows={rows}
        knownEmpty={asOf !== undefined}
        pulling={pull.isPulling}
        failure={
          words === undefined
            ? undefined
            : { title: t('forms.loadFailed'), text: words }
        }
        older={
          words === undefined || time === undefined
            ? undefined
            : `${t('common.olderSince', { time })} ${words}`
        }
        empty={
          <State icon="file" title={t(`forms.none.${tab}`)}>
            {t(`forms.noneHint.${tab}`)}
          </State>
        }
        skeleton={<SkeletonRows rows={4} lines={1} />}
        loadingLabel={t('common.loading')}
        retryLabel={t('common.retry')}
        onRetry={pull.retry}
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
      </LoadState>
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
          failedText={t('forms.notKept')}
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
