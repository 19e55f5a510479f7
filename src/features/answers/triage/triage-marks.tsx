import { useTranslation } from 'react-i18next';

import type { KnownMark } from '@/domain/triage/shared';
import { useMoment } from '@/components/use-moment';

import styles from './triage-bar.module.css';
import { TriageWord } from './triage-word';

interface TriageMarksProps {
  history: readonly KnownMark[];
}

/** Who decided what and when, newest first, folded away. */
export function TriageMarks({ history }: TriageMarksProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  if (history.length === 0) return null;
  return (
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
              <span className="subtle small">
                {t('answers.triage.onDevice')}
              </span>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
