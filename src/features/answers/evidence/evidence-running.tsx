import { formatBytes } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import styles from './evidence-dialog.module.css';
import type { EvidenceStep } from './use-evidence';

interface EvidenceRunningProps {
  step: Extract<EvidenceStep, { is: 'fetching' | 'building' }>;
}

/** How far it is. */
export function EvidenceRunning({ step }: EvidenceRunningProps) {
  const { t, i18n } = useTranslation();
  const { total } = step;
  const done = step.is === 'fetching' ? step.done : step.progress.threads;
  return (
    <div className={styles.facts}>
      <p>
        {step.is === 'fetching'
          ? t('answers.evidence.fetching', { done, total })
          : t('answers.evidence.building', {
              done,
              total,
              files: step.progress.files,
              size: formatBytes(step.progress.bytes, i18n.language),
            })}
      </p>
      <progress
        value={done}
        max={total}
        aria-label={t('answers.evidence.title')}
        className={styles.progress}
      />
    </div>
  );
}
