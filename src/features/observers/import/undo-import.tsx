import { useState } from 'react';

import { ConfirmDialog } from '@/components/confirm-dialog';
import { undoImport } from '@/data/observers/import-undo';
import type { Observer } from '@/domain/observers/observer';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

interface UndoImportProps {
  /** Whom the import added: these, and nobody else. */
  imported: readonly Observer[];
  small?: boolean | undefined;
  /** Told how many are deleted. */
  onUndone: (count: number) => void;
}

/** Takes an import back, after a question. */
export function UndoImport({ imported, small, onUndone }: UndoImportProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);

  async function handleUndo(): Promise<string | void> {
    const { changed } = await undoImport(imported);
    if (changed > 0)
      return t('observerImport.undo.changed', { count: changed });
    onUndone(imported.length);
    return undefined;
  }

  return (
    <>
      <Button small={small} icon="undo" onClick={() => setAsking(true)}>
        {t('observerImport.undo.action')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          danger
          title={t('observerImport.undo.title', { count: imported.length })}
          text={t('observerImport.undo.text')}
          confirmLabel={t('observerImport.undo.action')}
          onClose={() => setAsking(false)}
          onConfirm={handleUndo}
        />
      ) : null}
    </>
  );
}
