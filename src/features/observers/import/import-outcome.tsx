import { failureText } from '@/components/failure';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { formatNumber } from '@/ui/format';
import { Meter } from '@/ui/feedback/meter';
import { useTranslation } from '@/ui/texts';

import styles from './import-outcome.module.css';
import { UndoImport } from './undo-import';
import type { Sending, Verdict } from './use-send-import';

interface ImportOutcomeProps {
  sending: Sending;
  /** How many rows were sent. */
  count: number;
  onCheck: () => void;
  onUndone: (count: number) => void;
  /** The rows that were refused, with the reason, as a file. */
  onSaveRefused: () => void;
}

/**
 * How the sending goes or went: progress, the failure with the server's own
 * reason, or that nobody knows (docs/specification.md 8).
 */
export function ImportOutcome(props: ImportOutcomeProps) {
  const { sending, count, onCheck, onUndone, onSaveRefused } = props;
  const { t, i18n } = useTranslation();
  const imported =
    sending.is === 'unknown' && sending.verdict?.is === 'applied'
      ? sending.verdict.imported
      : undefined;
  switch (sending.is) {
    case 'idle':
    case 'done':
    case 'undone':
      return null;
    case 'sending':
      return (
        <div className={styles.progress}>
          <output>
            {sending.share < 1
              ? t('observerImport.sending', {
                  share: formatNumber(
                    Math.floor(sending.share * 100),
                    i18n.language,
                  ),
                })
              : t('observerImport.serverWorks')}
          </output>
          <Meter
            value={sending.share}
            max={1}
            label={t('observerImport.progress')}
          />
        </div>
      );
    case 'failed':
      return (
        <Banner
          tone="refused"
          icon="alert"
          title={t('observerImport.error')}
          action={
            <Button small icon="download" onClick={onSaveRefused}>
              {t('observerImport.saveRefused', { count })}
            </Button>
          }
        >
          {t('observerImport.failed')} {failureText(sending.failure, t)}
        </Banner>
      );
    case 'unknown':
      return (
        <Banner
          tone="waiting"
          icon="info"
          title={
            // The server's own word that it failed; not that nothing was done.
            sending.failure.kind === 'server'
              ? t('observerImport.error')
              : t('observerImport.unknown', { count })
          }
          action={
            <>
              <Button
                small
                icon="search"
                aria-disabled={sending.isChecking}
                onClick={onCheck}
              >
                {sending.isChecking
                  ? t('common.loading')
                  : t('observerImport.check')}
              </Button>
              {imported === undefined ? null : (
                <UndoImport small imported={imported} onUndone={onUndone} />
              )}
            </>
          }
        >
          {sending.verdict === undefined ? (
            <>
              {sending.failure.kind === 'server'
                ? `${t('observerImport.failed')} `
                : null}
              {failureText(sending.failure, t)}{' '}
              {t('observerImport.unknownHint')}
            </>
          ) : (
            <VerdictWords verdict={sending.verdict} />
          )}
        </Banner>
      );
  }
}

function VerdictWords({ verdict }: { verdict: Verdict }) {
  const { t } = useTranslation();
  return verdict.is === 'unasked'
    ? `${t('observerImport.unasked')} ${failureText(verdict.failure, t)}`
    : `${t(`observerImport.verdict.${verdict.is}`)} ${t('observerImport.counts', { before: verdict.before, after: verdict.after })}`;
}
