import { useState } from 'react';

import { ConfirmDialog } from '@/components/confirm-dialog';
import { undoImport } from '@/data/observers/import-undo';
import type { Observer } from '@/domain/observers/observer';
import { paths } from '@/paths';
import { Button, ButtonLink } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

interface ImportDoneProps {
  /** How many the server added, by its own word. */
  added: number;
  /** How many were sent. */
  sent: number;
  /** How many rows of the file were not sent. */
  left: number;
  /** Whom the import added, as long as it can be undone. */
  imported: readonly Observer[] | undefined;
  onSaveLeft: () => void;
  onAgain: () => void;
}

/** The observers were added; what was left out can be taken along as a file. */
export function ImportDone(props: ImportDoneProps) {
  const { added, sent, left, imported, onSaveLeft, onAgain } = props;
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [isUndone, setUndone] = useState(false);

  async function handleUndo(): Promise<string | void> {
    const { changed } = await undoImport(imported ?? []);
    if (changed > 0)
      return t('observerImport.undo.changed', { count: changed });
    setUndone(true);
    return undefined;
  }

  if (isUndone) {
    return (
      <State
        icon="done"
        title={t('observerImport.undo.done', { count: added })}
        actions={
          <>
            <Button onClick={onAgain}>{t('observerImport.again')}</Button>
            <ButtonLink variant="primary" href={paths.observers}>
              {t('observerImport.toList')}
            </ButtonLink>
          </>
        }
      >
        {t('observerImport.undo.waits')}
      </State>
    );
  }
  return (
    <>
      <State
        icon="done"
        title={t('observerImport.done', { count: added })}
        actions={
          <>
            {left === 0 ? null : (
              <Button icon="download" onClick={onSaveLeft}>
                {t('observerImport.saveLeft', { count: left })}
              </Button>
            )}
            {imported === undefined ? null : (
              <Button icon="undo" onClick={() => setAsking(true)}>
                {t('observerImport.undo.action')}
              </Button>
            )}
            <Button onClick={onAgain}>{t('observerImport.again')}</Button>
            <ButtonLink variant="primary" href={paths.observers}>
              {t('observerImport.toList')}
            </ButtonLink>
          </>
        }
      >
        {added === sent ? undefined : t('observerImport.otherCount', { sent })}
      </State>
      {isAsking ? (
        <ConfirmDialog
          danger
          title={t('observerImport.undo.title', { count: added })}
          text={t('observerImport.undo.text')}
          confirmLabel={t('observerImport.undo.action')}
          onClose={() => setAsking(false)}
          onConfirm={handleUndo}
        />
      ) : null}
    </>
  );
}
