import { useOffline } from '@/components/use-offline';
import { usePublishedForms } from '@/data/forms/forms';
import type { EvidenceScope } from '@/data/threads/evidence';
import { Button } from '@/ui/button';
import { datedName } from '@/ui/dated-name';
import { Banner } from '@/ui/feedback/banner';
import { Dialog } from '@/ui/overlay/dialog';
import { showToast } from '@/ui/overlay/toaster';
import { pickFile } from '@/ui/pick-file';
import { saveFile } from '@/ui/save-file';
import { useTranslation } from '@/ui/texts';

import { chosenText } from './chosen-text';
import type { ChosenFields } from './evidence-button';
import { EvidenceFacts } from './evidence-facts';
import { EvidenceResult } from './evidence-result';
import { EvidenceRunning } from './evidence-running';
import { printReport } from './print-report';
import type { EvidenceStep } from './use-evidence';
import { useEvidence } from './use-evidence';

/** The texts of more reports do not fit into the memory of a phone (docs/evidence.md). */
const MOST_THREADS = 1_000;

interface EvidenceDialogProps {
  scope: EvidenceScope;
  /** Of the scope's filter. */
  fields: ChosenFields;
  onClose: () => void;
}

/**
 * Makes an evidence file: says what it will have and lack, fetches what is missing
 * while there is a connection, then saves or prints it (docs/product.md 17).
 */
export function EvidenceDialog(props: EvidenceDialogProps) {
  const { scope, fields, onClose } = props;
  const { t } = useTranslation();
  const published = usePublishedForms();
  const isOffline = useOffline();
  const chosen = chosenText(scope, fields, published, t);
  const { step, make, stop } = useEvidence(scope, chosen);
  const fileName = datedName(t('answers.evidence.file'), 'zip');
  const isRunning = step.is === 'fetching' || step.is === 'building';
  const problem = step.is === 'asking' ? problemOf(step) : undefined;

  function problemOf({ plan }: Extract<EvidenceStep, { is: 'asking' }>) {
    if (plan.keys.length === 0) return t('answers.evidence.nothing');
    return plan.keys.length > MOST_THREADS
      ? t('answers.evidence.tooMany', { max: MOST_THREADS })
      : undefined;
  }

  function tellSaved(name: string) {
    showToast({ tone: 'done', text: t('answers.download.saved', { name }) });
  }

  async function handleSave() {
    const { is } = step;
    if (is === 'built') saveFile(step.built.zip, fileName);
    if (is !== 'asking') return;
    const target = await pickFile(fileName);
    if (target === 'declined') return;
    const built = await make(step.plan, isOffline, target);
    if (!built) return;
    // Without a target the browser holds it.
    if (!target) saveFile(built.zip, fileName);
    tellSaved(target?.name ?? fileName);
  }

  async function handlePrint() {
    const built =
      step.is === 'built'
        ? step.built
        : step.is === 'asking' && (await make(step.plan, isOffline));
    if (built) await printReport(built, t('answers.evidence.printFrame'));
  }

  const notYet =
    step.is === 'looking' ? t('answers.evidence.looking') : problem;

  return (
    <Dialog
      open
      // A press outside must not stop a file that is being made.
      question={isRunning}
      onClose={onClose}
      title={t('answers.evidence.title')}
      closeLabel={t('common.close')}
      footer={
        isRunning ? (
          <Button icon="close" onClick={stop}>
            {t('answers.evidence.stop')}
          </Button>
        ) : step.is === 'failed' ? (
          <Button onClick={stop}>{t('common.retry')}</Button>
        ) : (
          <>
            <Button reason={notYet} onClick={() => void handlePrint()}>
              {t('answers.evidence.print')}
            </Button>
            <Button
              variant="primary"
              icon="download"
              reason={notYet}
              onClick={() => void handleSave()}
            >
              {t('answers.evidence.make')}
            </Button>
          </>
        )
      }
    >
      {step.is === 'looking' ? (
        <p className="muted">{t('answers.evidence.looking')}</p>
      ) : step.is === 'asking' ? (
        <EvidenceFacts
          plan={step.plan}
          isOffline={isOffline}
          problem={problem}
        />
      ) : step.is === 'built' ? (
        <EvidenceResult built={step.built} fileName={fileName} />
      ) : step.is === 'failed' ? (
        <Banner
          tone="refused"
          icon="alert"
          title={t(`answers.evidence.problem.${step.problem}`)}
        >
          {t('answers.evidence.problem.failedWhy')}
        </Banner>
      ) : (
        <EvidenceRunning step={step} />
      )}
    </Dialog>
  );
}
