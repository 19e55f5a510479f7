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
  onSaveLeft: () => void;
  onAgain: () => void;
}

/** The observers were added; what was left out can be taken along as a file. */
export function ImportDone(props: ImportDoneProps) {
  const { added, sent, left, onSaveLeft, onAgain } = props;
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
          <Button onClick={onAgain}>{t('observerImport.again')}</Button>
          <ButtonLink variant="primary" href={paths.observers}>
            {t('observerImport.toList')}
          </ButtonLink>
        </>
      }
    >
      {added === sent ? undefined : t('observerImport.otherCount', { sent })}
    </State>
  );
}
