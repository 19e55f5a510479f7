import { useState } from 'react';

import { useOffline } from '@/components/use-offline';
import type { EvidencePlan, EvidenceScope } from '@/data/threads/evidence';
import { Button } from '@/ui/button';
import { datedName } from '@/ui/dated-name';
import { Banner } from '@/ui/feedback/banner';
import { Checkbox, Field, NativeSelect } from '@/ui/field/field';
import { Dialog } from '@/ui/overlay/dialog';
import { showToast } from '@/ui/overlay/toaster';
import { saveFile } from '@/ui/save-file';
import { useTranslation } from '@/ui/texts';

import type { AnalysisFormat } from './make-analysis';
import { MOST_WORKBOOK_ROWS } from './make-analysis';
import type { AnalysisStep } from './use-analysis';
import { useAnalysis } from './use-analysis';

const FORMATS = [
  'xlsx',
  'long',
  'wide',
  'codeBook',
] as const satisfies readonly AnalysisFormat[];

interface AnalysisDialogProps {
  scope: EvidenceScope;
  onClose: () => void;
}

/**
 * Makes tables for analysts of the reports in the list: says how many rows they have
 * and what is missing, which is fetched first while there is a connection.
 */
export function AnalysisDialog({ scope, onClose }: AnalysisDialogProps) {
  const { t } = useTranslation();
  const isOffline = useOffline();
  const { step, make, again } = useAnalysis(scope);
  const [chosen, setChosen] = useState<AnalysisFormat>();
  const [hasNames, setHasNames] = useState(false);
  const isRunning = step.is === 'fetching' || step.is === 'making';
  const plan = step.is === 'asking' ? step.plan : undefined;
  // What a workbook does not hold is offered as CSV.
  const fits = plan === undefined || plan.options <= MOST_WORKBOOK_ROWS;
  const format = chosen ?? (fits ? 'xlsx' : 'long');

  async function handleSave(of: EvidencePlan) {
    const file = await make(of, { format, hasNames, isOffline });
    if (!file) return;
    const stem = t(`answers.analysis.file.${format}`);
    const name = datedName(stem, format === 'xlsx' ? 'xlsx' : 'csv');
    saveFile(file, name);
    showToast({ tone: 'done', text: t('answers.download.saved', { name }) });
    onClose();
  }

  function reasonNotToSave(): string | undefined {
    if (!plan) return t('answers.evidence.looking');
    if (plan.keys.length === 0) return t('answers.evidence.nothing');
    return format === 'xlsx' && !fits
      ? t('answers.analysis.tooMany', { max: MOST_WORKBOOK_ROWS })
      : undefined;
  }

  return (
    <Dialog
      open
      // A press outside must not stop a file that is being made.
      question={isRunning}
      onClose={onClose}
      title={t('answers.analysis.title')}
      closeLabel={t('common.close')}
      footer={
        isRunning ? (
          <Button icon="close" onClick={again}>
            {t('answers.evidence.stop')}
          </Button>
        ) : step.is === 'failed' ? (
          <Button onClick={again}>{t('common.retry')}</Button>
        ) : (
          <Button
            variant="primary"
            icon="download"
            reason={reasonNotToSave()}
            onClick={() => plan && void handleSave(plan)}
          >
            {t('answers.evidence.make')}
          </Button>
        )
      }
    >
      {step.is === 'failed' ? (
        <Banner
          tone="refused"
          icon="alert"
          title={t('answers.analysis.failed')}
        />
      ) : isRunning ? (
        <Running step={step} />
      ) : (
        <>
          <Field label={t('answers.analysis.format')}>
            <NativeSelect
              value={format}
              onChange={({ target }) =>
                setChosen(FORMATS.find((each) => each === target.value))
              }
            >
              {FORMATS.map((each) => (
                <option key={each} value={each}>
                  {t(`answers.analysis.formats.${each}`)}
                </option>
              ))}
            </NativeSelect>
          </Field>
          <Checkbox
            checked={hasNames}
            onChange={({ target }) => setHasNames(target.checked)}
          >
            {t('answers.analysis.names')}
          </Checkbox>
          <Facts plan={plan} isOffline={isOffline} />
        </>
      )}
    </Dialog>
  );
}

interface RunningProps {
  step: Extract<AnalysisStep, { is: 'fetching' | 'making' }>;
}

/** How far it is. */
function Running({ step: { is, done, total } }: RunningProps) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        {t(
          is === 'fetching'
            ? 'answers.evidence.fetching'
            : 'answers.analysis.making',
          { done, total },
        )}
      </p>
      <progress
        value={done}
        max={total}
        aria-label={t('answers.analysis.title')}
      />
    </>
  );
}

interface FactsProps {
  /** Undefined while it is looked at. */
  plan: EvidencePlan | undefined;
  isOffline: boolean;
}

/** How many rows the tables have, and what they lack. */
function Facts({ plan, isOffline }: FactsProps) {
  const { t } = useTranslation();
  if (!plan) return <p className="muted">{t('answers.evidence.looking')}</p>;
  const { length: incomplete } = plan.incomplete;
  const unknown = plan.missing
    .filter(({ what }) => what === 'reports')
    .reduce((sum, { count = 0 }) => sum + count, 0);
  return (
    <>
      <p>
        <span className="strong">
          {t('answers.evidence.reports', { count: plan.keys.length })}
        </span>
        {'. '}
        {t('answers.analysis.rows', { count: plan.options })}
      </p>
      <p className="small muted">{t('answers.analysis.texts')}</p>
      {unknown > 0 ? (
        <p>{t('answers.evidence.notInList', { count: unknown })}</p>
      ) : null}
      {incomplete > 0 ? (
        <Banner
          tone="waiting"
          icon={isOffline ? 'offline' : 'download'}
          title={t(
            isOffline
              ? 'answers.evidence.stayMissing'
              : 'answers.evidence.fetchFirst',
            { count: incomplete },
          )}
        />
      ) : null}
    </>
  );
}
