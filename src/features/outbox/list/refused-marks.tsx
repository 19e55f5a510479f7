import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { RefusedDecision } from '@/data/refused-marks';
import { dropMark, retryMark } from '@/data/refused-marks';
import { pairOfKey } from '@/domain/answers/thread';
import type { RefusedMark } from '@/domain/triage/refused';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { failureText } from '@/components/failure';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { formatNumber } from '@/ui/format';
import { Icon } from '@/ui/icon';
import { Panel } from '@/ui/layout/panel';
import { Link } from '@/ui/link';
import { Badge } from '@/ui/marks/badge';
import { Count } from '@/ui/marks/count';
import { toneClass } from '@/ui/marks/tone';
import { showToast } from '@/ui/overlay/toaster';

import { sayThread } from '@/features/outbox/say-thread';
import groupStyles from './op-group.module.css';
import styles from './op-item.module.css';
import { opLooks } from './op-look';
import { sayWhen } from './say-when';

interface RefusedMarksProps {
  decisions: readonly RefusedDecision[];
  /** Epoch ms. */
  now: number;
}

/** Decisions about threads that the server refused; nothing when there is none. */
export function RefusedMarks({ decisions, now }: RefusedMarksProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [leaving, setLeaving] = useState<RefusedDecision>();

  async function handleRetry(mark: RefusedMark) {
    try {
      await retryMark(mark);
    } catch {
      // Storage is full, closed or forbidden, or an update is about to reload.
      showToast({ tone: 'refused', text: t('common.notSaved') });
    }
  }

  return (
    <>
      {decisions.length === 0 ? null : (
        <Panel className={groupStyles.group} aria-labelledby={id}>
          <div className={groupStyles.head}>
            <span className={`row ${toneClass('refused')}`}>
              <Icon name="alert" />
            </span>
            <h2 id={id}>{t('outbox.mark.title')}</h2>
            <Count tone="flagged">
              {formatNumber(decisions.length, i18n.language)}
            </Count>
          </div>
          <ul>
            {decisions.map((decision) => (
              <RefusedItem
                key={JSON.stringify(decision.mark)}
                decision={decision}
                now={now}
                onRetry={() => void handleRetry(decision.mark)}
                onDrop={() => setLeaving(decision)}
              />
            ))}
          </ul>
        </Panel>
      )}
      {leaving === undefined ? null : (
        <ConfirmDialog
          danger
          title={t('outbox.mark.confirm.title', {
            state: t(`answers.triage.state.${leaving.mark.state}`),
            thread: sayThread(leaving.mark.key, leaving.thread, t),
          })}
          text={t('outbox.mark.confirm.text')}
          confirmLabel={t('outbox.mark.confirm.yes')}
          cancelLabel={t('outbox.mark.confirm.no')}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => dropMark(leaving.mark)}
        />
      )}
    </>
  );
}

interface RefusedItemProps {
  decision: RefusedDecision;
  /** Epoch ms. */
  now: number;
  onRetry: () => void;
  onDrop: () => void;
}

/** One refused decision: which, about what, why, since when, what to do. */
function RefusedItem({ decision, now, onRetry, onDrop }: RefusedItemProps) {
  const { t, i18n } = useTranslation();
  const { key, state, note, setAt, failure } = decision.mark;
  const look = opLooks.rejected;
  const what = t('outbox.mark.what', {
    state: t(`answers.triage.state.${state}`),
  });
  const name = sayThread(key, decision.thread, t);
  const pair = pairOfKey(key);
  const about = <span className="visually-hidden">{`: ${what} ${name}`}</span>;
  return (
    <li className={styles.op}>
      <span>
        <Badge tone={look.tone} icon={look.icon}>
          {t(look.key)}
        </Badge>
      </span>
      <div className={styles.what}>
        <span className="strong">{what}</span>{' '}
        {pair ? (
          <Link href={paths.thread(pair, decision.isUrgent)}>{name}</Link>
        ) : (
          <span className="muted">{name}</span>
        )}
        {note === '' ? null : <span className={styles.line}>{note}</span>}
        <span className={styles.line}>{failureText(failure, t)}</span>
      </div>
      <span className={styles.when}>
        {sayWhen(setAt, now, t, i18n.language)}
      </span>
      <span className={styles.tries} />
      <span className={styles.acts}>
        <Button variant="quiet" small onClick={onRetry}>
          {t('common.retry')}
          {about}
        </Button>
        <Button variant="quiet" small onClick={onDrop}>
          {t('outbox.discard')}
          {about}
        </Button>
      </span>
    </li>
  );
}
