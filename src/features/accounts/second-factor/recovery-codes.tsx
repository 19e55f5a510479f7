import { useSnapshot } from 'valtio';

import { copyText } from '@/components/copying';
import { session } from '@/state/session';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { showToast } from '@/ui/overlay/toaster';
import { saveFile } from '@/ui/save-file';
import { useTranslation } from '@/ui/texts';

import styles from './second-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The user has put them somewhere. */
  onDone: () => void;
}

/** New recovery codes, shown once: to be copied, printed or saved as a text. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const account = useSnapshot(session).user?.sub ?? '';
  const text = [t('secondFactor.codesOf', { account }), ...codes, ''].join(
    '\r\n',
  );

  async function handleCopy() {
    if (await copyText(text, t('secondFactor.copied'))) return;
    showToast({ tone: 'refused', text: t('secondFactor.notCopied') });
  }

  return (
    <div className={styles.form}>
      <div role="alert">
        <Banner
          tone="waiting"
          icon="key"
          title={t('secondFactor.keepCodes.title')}
        >
          {t('secondFactor.keepCodes.text')}
        </Banner>
      </div>
      <ol className={styles.codes} aria-label={t('secondFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.actions}>
        <Button icon="copy" onClick={() => void handleCopy()}>
          {t('secondFactor.copy')}
        </Button>
        <Button icon="file" onClick={() => window.print()}>
          {t('secondFactor.print')}
        </Button>
        <Button
          icon="download"
          onClick={() =>
            saveFile(
              new Blob([text], { type: 'text/plain' }),
              t('secondFactor.fileName'),
            )
          }
        >
          {t('secondFactor.save')}
        </Button>
      </div>
      <div>
        <Button variant="primary" onClick={onDone}>
          {t('secondFactor.kept')}
        </Button>
      </div>
    </div>
  );
}
