import { useState } from 'react';

import type { EvidenceScope } from '@/data/threads/evidence';
import { Button, IconButton } from '@/ui/button';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { loadLate } from '@/features/answers/load-late';

type Dialog = typeof import('./evidence-dialog').EvidenceDialog;

/** The filters in force, by their names in the address; '' for those that are not. */
export type ChosenFields = Readonly<Record<string, string>>;

const NO_FIELDS: ChosenFields = {};

interface EvidenceButtonProps {
  scope: EvidenceScope;
  /** Of the scope's filter. */
  fields?: ChosenFields | undefined;
  /** Its icon alone, with its name as a hint: where the line has no room for words. */
  isIcon?: boolean | undefined;
}

/** Opens the dialog of the evidence file, which is loaded then. */
export function EvidenceButton(props: EvidenceButtonProps) {
  const { scope, fields = NO_FIELDS, isIcon = false } = props;
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState<{
    Window: Dialog;
    scope: EvidenceScope;
    fields: ChosenFields;
  }>();

  async function handleOpen() {
    const Window = await loadLate(
      i18n,
      async () => (await import('./evidence-dialog')).EvidenceDialog,
    );
    if (Window) setOpened({ Window, scope, fields });
    else showToast({ tone: 'refused', text: t('answers.evidence.notLoaded') });
  }

  return (
    <>
      {isIcon ? (
        <IconButton
          small
          icon="file"
          name={t('answers.evidence.action')}
          onClick={() => void handleOpen()}
        />
      ) : (
        <Button small icon="file" onClick={() => void handleOpen()}>
          {t('answers.evidence.action')}
        </Button>
      )}
      {opened ? (
        <opened.Window
          scope={opened.scope}
          fields={opened.fields}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}
