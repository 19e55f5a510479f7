import type { EvidenceScope } from '@/data/threads/evidence';
import type { ChosenFields } from '@/features/answers/evidence/evidence-button';
import { loadEvidence } from '@/features/answers/evidence/evidence-button';
import { useLateWindow } from '@/features/answers/use-late-window';
import { IconButton } from '@/ui/button';
import { Menu } from '@/ui/overlay/menu';
import { MenuItem } from '@/ui/overlay/menu-items';
import { useTranslation } from '@/ui/texts';

interface FilesMenuProps {
  /** All threads that match the filter. */
  scope: EvidenceScope;
  /** The filter, as it stands in the address. */
  fields: ChosenFields;
}

interface About {
  scope: EvidenceScope;
  fields: ChosenFields;
}

/** The files that are made of all threads of the list. */
export function FilesMenu(about: FilesMenuProps) {
  const { t } = useTranslation();
  const analysis = useLateWindow<
    Awaited<ReturnType<typeof loadAnalysis>>,
    About
  >(loadAnalysis);
  const evidence = useLateWindow<
    Awaited<ReturnType<typeof loadEvidence>>,
    About
  >(loadEvidence);
  return (
    <>
      <Menu
        trigger={
          <IconButton small icon="download" name={t('answers.evidence.menu')} />
        }
      >
        <MenuItem icon="grid" onSelect={() => void analysis.open(about)}>
          {t('answers.analysis.action')}
        </MenuItem>
        <MenuItem icon="file" onSelect={() => void evidence.open(about)}>
          {t('answers.evidence.action')}
        </MenuItem>
      </Menu>
      {analysis.opened ? (
        <analysis.opened.Window
          scope={analysis.opened.about.scope}
          onClose={analysis.close}
        />
      ) : null}
      {evidence.opened ? (
        <evidence.opened.Window
          {...evidence.opened.about}
          onClose={evidence.close}
        />
      ) : null}
    </>
  );
}

async function loadAnalysis() {
  return (await import('@/features/answers/analysis/analysis-dialog'))
    .AnalysisDialog;
}
