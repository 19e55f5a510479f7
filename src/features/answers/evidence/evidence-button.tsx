import type { EvidenceScope } from '@/data/threads/evidence';
import { useLateWindow } from '@/features/answers/use-late-window';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

/** The filters in force, by their names in the address; '' for those that are not. */
export type ChosenFields = Readonly<Record<string, string>>;

/** Of a list without a filter, or of threads that were chosen one by one. */
const NO_FIELDS: ChosenFields = {};

/** Opens the dialog of the evidence file of some threads, which is loaded then. */
export function EvidenceButton({ scope }: { scope: EvidenceScope }) {
  const { t } = useTranslation();
  const { opened, open, close } = useLateWindow<
    Awaited<ReturnType<typeof loadEvidence>>,
    EvidenceScope
  >(loadEvidence);
  return (
    <>
      <Button small icon="file" onClick={() => void open(scope)}>
        {t('answers.evidence.action')}
      </Button>
      {opened ? (
        <opened.Window
          scope={opened.about}
          fields={NO_FIELDS}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** The dialog of the evidence file. */
export async function loadEvidence() {
  return (await import('./evidence-dialog')).EvidenceDialog;
}
