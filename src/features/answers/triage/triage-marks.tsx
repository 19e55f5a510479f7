import type { TFunction } from 'i18next';

import type { KnownMark } from '@/domain/triage/shared';
import { failureText } from '@/components/failure';
import { PendingWords } from '@/components/pending-words';
import { useMoment } from '@/components/use-moment';
import { paths } from '@/paths';
import { Link } from '@/ui/link';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import styles from './triage-bar.module.css';
import { TriageWord } from './triage-word';

interface TriageMarksProps {
  history: readonly KnownMark[];
}

/** Who decided what and when, folded away; what the server refused is said outside. */
export function TriageMarks({ history }: TriageMarksProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  if (history.length === 0) return null;
  const count = history.filter(({ refusal }) => refusal).length;
  return (
    <>
      {count === 0 ? null : (
        <p className={styles.refused}>
          <Mark tone="refused" icon="refused">
            {t('answers.triage.refused', { count })}
          </Mark>{' '}
          <Link href={paths.outbox}>{t('answers.triage.toOutbox')}</Link>
        </p>
      )}
      <details className={styles.history}>
        <summary>
          {t('answers.triage.history', { count: history.length })}
        </summary>
        <ol>
          {history.map((mark) => (
            <li key={JSON.stringify(mark)}>
              <TriageWord state={mark.state} t={t} />{' '}
              <span className="muted small">
                {t('answers.triage.setBy', {
                  account: mark.setBy,
                  time: moment(mark.setAt),
                })}
              </span>{' '}
              {mark.note === '' ? null : <span>{mark.note}</span>}{' '}
              <Whereabouts mark={mark} t={t} />
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

/** Why the server does not have a mark: it waits, is for no server, or was refused. */
function Whereabouts({ mark, t }: { mark: KnownMark; t: TFunction }) {
  if (mark.isShared) return null;
  if (mark.isWaiting) return <PendingWords pending="waiting" />;
  if (!mark.refusal) {
    return <span className="subtle small">{t('answers.triage.onDevice')}</span>;
  }
  return (
    <span className="small">
      <Mark tone="refused" icon="refused">
        {t('common.pending.refused')}
      </Mark>{' '}
      <span>{failureText(mark.refusal, t)}</span>
    </span>
  );
}
