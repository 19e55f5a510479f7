import type { ReactNode } from 'react';
import { useId } from 'react';

import type { DecisionAbout } from '@/data/triage/waiting-marks';
import { pairOfKey } from '@/domain/answers/thread';
import type { OpState } from '@/domain/outbox/op';
import type { WaitingMark } from '@/domain/triage/shared';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { formatNumber } from '@/ui/format';
import { Icon } from '@/ui/icon';
import { Panel } from '@/ui/layout/panel';
import { Link } from '@/ui/link';
import { Badge } from '@/ui/marks/badge';
import { Count } from '@/ui/marks/count';
import { toneClass } from '@/ui/marks/tone';

import { sayThread } from '@/features/outbox/say-thread';
import { useTranslation } from '@/ui/texts';
import groupStyles from './op-group.module.css';
import styles from './op-item.module.css';
import { opLooks } from './op-look';
import { sayWhen } from './say-when';

interface MarkGroupProps {
  title: string;
  tone: 'refused' | 'waiting';
  count: number;
  /** The rows. */
  children: ReactNode;
}

/** Decisions about threads, drawn as a group of changes is. */
export function MarkGroup({ title, tone, count, children }: MarkGroupProps) {
  const { i18n } = useTranslation();
  const id = useId();
  const isRefused = tone === 'refused';
  return (
    <Panel className={groupStyles.group} aria-labelledby={id}>
      <div className={groupStyles.head}>
        <span className={`row ${toneClass(tone)}`}>
          <Icon name={isRefused ? 'alert' : 'clock'} />
        </span>
        <h2 id={id}>{title}</h2>
        <Count tone={isRefused ? 'flagged' : 'neutral'}>
          {formatNumber(count, i18n.language)}
        </Count>
      </div>
      <ul>{children}</ul>
    </Panel>
  );
}

interface MarkItemProps {
  decision: DecisionAbout<WaitingMark>;
  /** As of a change. */
  state: OpState;
  /** Epoch ms. */
  now: number;
  /** Why it is here. */
  reason?: string | undefined;
  /** What can be done about it. */
  onRetry?: (() => void) | undefined;
  onDrop?: (() => void) | undefined;
}

/** One decision: which, about what, since when. */
export function MarkItem(props: MarkItemProps) {
  const { decision, now, reason, onRetry, onDrop } = props;
  const { t, i18n } = useTranslation();
  const { key, state, note, setAt } = decision.mark;
  const look = opLooks[props.state];
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
        {reason === undefined ? null : (
          <span className={styles.line}>{reason}</span>
        )}
      </div>
      <span className={styles.when}>
        {sayWhen(setAt, now, t, i18n.language)}
      </span>
      <span className={styles.tries} />
      <span className={styles.acts}>
        {onRetry ? (
          <Button variant="quiet" small onClick={onRetry}>
            {t('common.retry')}
            {about}
          </Button>
        ) : null}
        {onDrop ? (
          <Button variant="quiet" small onClick={onDrop}>
            {t('outbox.discard')}
            {about}
          </Button>
        ) : null}
      </span>
    </li>
  );
}
