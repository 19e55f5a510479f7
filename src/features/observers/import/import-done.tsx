import type { Observer } from '@/domain/observers/observer';
import { paths } from '@/paths';
import { Button, ButtonLink } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

import { UndoImport } from './undo-import';

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
  onUndone: (count: number) => void;
  onAgain: () => void;
}

/** The observers were added; what was left out can be taken along as a file. */
export function ImportDone(props: ImportDoneProps) {
  const { added, sent, left, imported, onSaveLeft, onUndone, onAgain } = props;
  const { t } = useTranslation();
  return (
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
            <UndoImport imported={imported} onUndone={onUndone} />
          )}
          <NextSteps onAgain={onAgain} />
        </>
      }
    >
      {added === sent ? undefined : t('observerImport.otherCount', { sent })}
    </State>
  );
}

interface ImportUndoneProps {
  /** How many are deleted again. */
  count: number;
  onAgain: () => void;
}

/** The import was taken back; its deletions wait to be sent. */
export function ImportUndone({ count, onAgain }: ImportUndoneProps) {
  const { t } = useTranslation();
  return (
    <State
      icon="done"
      title={t('observerImport.undo.done', { count })}
      actions={<NextSteps onAgain={onAgain} />}
    >
      {t('observerImport.undo.waits')}
    </State>
  );
}

function NextSteps({ onAgain }: { onAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button onClick={onAgain}>{t('observerImport.again')}</Button>
      <ButtonLink variant="primary" href={paths.observers}>
        {t('observerImport.toList')}
      </ButtonLink>
    </>
  );
}
