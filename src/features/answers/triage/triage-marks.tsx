import { useTranslation } from 'react-i18next';

import { useRefusal } from '@/data/triage';
import type { KnownMark } from '@/domain/triage/shared';
import { failureText } from '@/components/failure';
import { useMoment } from '@/components/use-moment';
import { Mark } from '@/ui/marks/mark';

import styles from './triage-bar.module.css';
import { TriageWord } from './triage-word';

interface TriageMarksProps {
  threadKey: string;
  history: readonly KnownMark[];
}

/**
 * Who decided what and when, newest first, folded away; and above it, when the server did
 * not take the decision in force.
 */
export function TriageMarks({ threadKey, history }: TriageMarksProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  const [newest] = history;
  if (!newest) return null;
  return (
    <>
      {newest.isShared ? null : <Refusal threadKey={threadKey} mark={newest} />}
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
              {mark.isShared ? null : (
                <OnDevice threadKey={threadKey} mark={mark} />
              )}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

interface OwnMarkProps {
  threadKey: string;
  mark: KnownMark;
}

/** Why others do not see the decision in force. */
function Refusal({ threadKey, mark }: OwnMarkProps) {
  const { t } = useTranslation();
  const refusal = useRefusal(threadKey, mark);
  return refusal ? (
    <p className={styles.refusal}>
      <Mark icon="alert" tone="refused">
        {t('answers.triage.refused', { reason: failureText(refusal, t) })}
      </Mark>
    </p>
  ) : null;
}

function OnDevice({ threadKey, mark }: OwnMarkProps) {
  const { t } = useTranslation();
  const refusal = useRefusal(threadKey, mark);
  return (
    <span className="subtle small">
      {t('answers.triage.onDevice')}
      {refusal ? `: ${failureText(refusal, t)}` : null}
    </span>
  );
}
