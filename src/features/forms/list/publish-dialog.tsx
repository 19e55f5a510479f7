import type { Warning } from '@/domain/forms/checks';
import { ConfirmDialog } from '@/components/confirm-dialog';

import { warningWords } from '@/features/forms/editor/check-words';
import { useTranslation } from '@/ui/texts';
import styles from './publish-dialog.module.css';

interface PublishDialogProps {
  warnings: readonly Warning[];
  onClose: () => void;
  /** Resolves with the reason when the form could not be stored. */
  onPublish: () => Promise<string | void>;
}

/** More than these would push the buttons out of sight. */
const SHOWN = 20;

/** The list of warnings before a form is published (docs/product.md). */
export function PublishDialog(props: PublishDialogProps) {
  const { warnings, onClose, onPublish } = props;
  const { t } = useTranslation();
  const left = warnings.length - SHOWN;
  return (
    <ConfirmDialog
      title={t('forms.publishAsk', { count: warnings.length })}
      text={
        <ul className={styles.list}>
          {warnings.slice(0, SHOWN).map((warning) => (
            <li key={JSON.stringify(warning)}>{warningWords(warning, t)}</li>
          ))}
          {left > 0 ? <li>{t('forms.andMore', { count: left })}</li> : null}
        </ul>
      }
      confirmLabel={t('forms.publishAnyway')}
      cancelLabel={t('forms.backToEditor')}
      onClose={onClose}
      onConfirm={onPublish}
    />
  );
}
