import { useRef } from 'react';

import { useTriage } from '@/data/triage/triage';
import type { TriageState } from '@/domain/triage/triage';
import { latePart, useLatePart } from '@/ui/overlay/late-part';
import { useTranslation } from '@/ui/texts';

import styles from './triage-bar.module.css';
import { useTriageKeys } from './use-triage-keys';

// Before the first visit has stored the scripts, the answers are read without it.
const barPart = latePart(() =>
  import('./triage-bar').catch(() => 'missing' as const),
);

/** Loads the bar ahead of the first thread. */
export const loadTriageBar = barPart.load;

export interface TriageTools {
  /** The keys 1 to 4 are for something else now. */
  areKeysTaken?: boolean | undefined;
  /** The thread was decided about: stored, or left as it stands. */
  onDecided?: ((threadKey: string) => void) | undefined;
  /** A decision was taken back. */
  onUndone?: ((threadKey: string) => void) | undefined;
}

interface ThreadTriageProps {
  threadKey: string;
  tools: TriageTools | undefined;
}

/**
 * The bar in which a thread is decided about. It is loaded with the first thread
 * that is opened, into the place that is kept for it; all decisions are read once,
 * so that the next thread asks for nothing.
 */
export function ThreadTriage({ threadKey, tools }: ThreadTriageProps) {
  const { t } = useTranslation();
  const triage = useTriage();
  const bar = useLatePart(barPart, true);
  const isThere = bar !== undefined && triage !== undefined;
  // A key that is pressed before the bar is there waits for it.
  const pressed = useRef<{ threadKey: string; state: TriageState }>(undefined);

  useTriageKeys(
    'answers.keys.triage',
    (state) => {
      pressed.current = { threadKey, state };
    },
    !isThere && tools?.areKeysTaken !== true,
  );

  function takeEarly(key: string): TriageState | undefined {
    const early = pressed.current;
    pressed.current = undefined;
    return early?.threadKey === key ? early.state : undefined;
  }

  return (
    <div className={styles.place}>
      {bar === 'missing' ? (
        <p className={styles.bar}>{t('answers.triage.notLoaded')}</p>
      ) : null}
      {/* Until the decisions are read nobody knows that the thread is new. */}
      {bar && bar !== 'missing' && triage ? (
        <bar.TriageBar
          threadKey={threadKey}
          history={triage.get(threadKey) ?? []}
          takeEarly={takeEarly}
          {...tools}
        />
      ) : null}
    </div>
  );
}
