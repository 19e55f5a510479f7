import { useState } from 'react';

import type { EvidenceScope } from '@/data/threads/evidence';
import { loadLate } from '@/features/answers/load-late';
import { IconButton } from '@/ui/button';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

type Dialog = typeof import('./analysis-dialog').AnalysisDialog;

/** Opens the dialog of the tables for analysts, which is loaded then. */
export function AnalysisButton({ scope }: { scope: EvidenceScope }) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState<{
    Window: Dialog;
    scope: EvidenceScope;
  }>();

  async function handleOpen() {
    const Window = await loadLate(
      i18n,
      async () => (await import('./analysis-dialog')).AnalysisDialog,
    );
    if (Window) setOpened({ Window, scope });
    else showToast({ tone: 'refused', text: t('answers.evidence.notLoaded') });
  }

  return (
    <>
      <IconButton
        small
        icon="grid"
        name={t('answers.analysis.action')}
        onClick={() => void handleOpen()}
      />
      {opened ? (
        <opened.Window
          scope={opened.scope}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}
