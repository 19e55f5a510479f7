import type { WaitingDecisions } from '@/data/triage/waiting-marks';
import { useTranslation } from '@/ui/texts';

import { MarkGroup, MarkItem } from './mark-group';
import { useMarkWaits } from './use-waits';
import styles from './waiting-marks.module.css';

interface WaitingMarksProps {
  decisions: WaitingDecisions;
  /** Epoch ms. */
  now: number;
}

/** Decisions about threads that the server does not have yet; nothing when there is none. */
export function WaitingMarks({ decisions, now }: WaitingMarksProps) {
  const { t } = useTranslation();
  const { count, first } = decisions;
  const whyWaits = useMarkWaits(first.map(({ mark }) => mark));
  if (count === 0) return null;
  const more = count - first.length;
  return (
    <MarkGroup title={t('outbox.mark.waiting')} tone="waiting" count={count}>
      {first.map((decision, at) => (
        <MarkItem
          key={JSON.stringify(decision.mark)}
          decision={decision}
          state="queued"
          now={now}
          reason={whyWaits(at)}
        />
      ))}
      {more > 0 ? (
        <li className={styles.more}>
          {t('outbox.mark.more', { count: more })}
        </li>
      ) : null}
    </MarkGroup>
  );
}
