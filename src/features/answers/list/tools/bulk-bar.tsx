import { useRef } from 'react';

import { useTriage } from '@/data/triage/triage';
import { decideTogether, standingOf } from '@/domain/triage/bulk';
import type { TriageState } from '@/domain/triage/triage';
import { TRIAGE_STATES } from '@/domain/triage/triage';
import { EvidenceButton } from '@/features/answers/evidence/evidence-button';
import { TRIAGE_LOOKS } from '@/features/answers/triage/triage-word';
import { useMark } from '@/features/answers/triage/use-mark';
import { useTriageKeys } from '@/features/answers/triage/use-triage-keys';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import styles from './list-tools.module.css';

interface BulkBarProps {
  /** At least one. */
  selected: ReadonlySet<string>;
  /** Of the rows on the page. */
  shown: readonly string[];
  onSelect: (keys: ReadonlySet<string>) => void;
}

/** Decides about all selected threads at once; each keeps its note. */
export function BulkBar({ selected, shown, onSelect }: BulkBarProps) {
  const { t } = useTranslation();
  const triage = useTriage();
  const mark = useMark();
  const isStoring = useRef(false);
  const isPageSelected = shown.every((key) => selected.has(key));

  async function decide(state: TriageState) {
    if (!triage || isStoring.current) return;
    const decisions = decideTogether([...selected], state, triage);
    const keys = decisions.flatMap((each) => each.keys);
    const before = standingOf(keys, triage);
    isStoring.current = true;
    // Those that have the state already need no decision.
    const isStored = keys.length === 0 || (await mark({ decisions, before }));
    isStoring.current = false;
    // What could not be stored stays selected.
    if (isStored) onSelect(new Set());
  }

  useTriageKeys('answers.keys.triageSelected', (state) => void decide(state));

  return (
    <section className={styles.bar} aria-label={t('answers.bulk.name')}>
      <div className={styles.counts}>
        <output className="strong">
          {t('answers.bulk.count', { count: selected.size })}
        </output>
        {isPageSelected ? null : (
          <Button
            variant="link"
            onClick={() => onSelect(new Set([...selected, ...shown]))}
          >
            {t('answers.bulk.page')}
          </Button>
        )}
        <Button variant="link" onClick={() => onSelect(new Set())}>
          {t('answers.bulk.clear')}
        </Button>
      </div>
      <div className={styles.acts}>
        {TRIAGE_STATES.map((state) => (
          <Button
            key={state}
            small
            icon={TRIAGE_LOOKS[state].icon}
            onClick={() => void decide(state)}
          >
            {t(`answers.triage.state.${state}`)}
          </Button>
        ))}
        <EvidenceButton scope={{ kind: 'threads', keys: [...selected] }} />
      </div>
    </section>
  );
}
