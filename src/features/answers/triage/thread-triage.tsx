import { useTranslation } from 'react-i18next';

import { useTriage } from '@/data/triage';
import { latePart, useLatePart } from '@/ui/overlay/late-part';

import styles from './triage-bar.module.css';

// Before the first visit has stored the scripts, the answers are read without it.
const barPart = latePart(() =>
  import('./triage-bar').catch(() => 'missing' as const),
);

interface ThreadTriageProps {
  threadKey: string;
}

/**
 * The bar in which a thread is decided about. It is loaded with the first thread
 * that is opened, into the place that is kept for it; all decisions are read once,
 * so that the next thread asks for nothing.
 */
export function ThreadTriage({ threadKey }: ThreadTriageProps) {
  const { t } = useTranslation();
  const triage = useTriage();
  const bar = useLatePart(barPart, true);
  return (
    <div className={styles.place}>
      {bar === 'missing' ? (
        <p className={styles.bar}>{t('answers.triage.notLoaded')}</p>
      ) : null}
      {/* Until the decisions are read nobody knows that the thread is new. */}
      {bar && bar !== 'missing' && triage ? (
        <bar.TriageBar
          key={threadKey}
          threadKey={threadKey}
          history={triage.get(threadKey) ?? []}
        />
      ) : null}
    </div>
  );
}
