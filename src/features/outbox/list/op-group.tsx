import { useId } from 'react';

import type { Op } from '@/domain/outbox/op';
import { Count } from '@/ui/marks/count';
import { formatNumber } from '@/ui/format';
import { Icon, type IconName } from '@/ui/icon';
import { Panel } from '@/ui/layout/panel';
import { type Tone, toneClass } from '@/ui/marks/tone';
import { useTranslation } from '@/ui/texts';

import type { OpDecisions } from './op-acts';
import styles from './op-group.module.css';
import { OpItem } from './op-item';
import type { OutboxGroups } from './outbox-groups';

interface OpGroupProps extends OpDecisions {
  name: keyof OutboxGroups;
  ops: readonly Op[];
  /** Why an op waits; undefined of one that does not. */
  whyWaits: (op: Op) => string | undefined;
  /** Epoch ms. */
  now: number;
}

const looks: Record<keyof OutboxGroups, { tone: Tone; icon: IconName }> = {
  needsYou: { tone: 'refused', icon: 'alert' },
  sending: { tone: 'syncing', icon: 'sync' },
  waiting: { tone: 'waiting', icon: 'clock' },
  sent: { tone: 'done', icon: 'done' },
};

/** One group of the outbox; nothing when it has no change. */
export function OpGroup({ name, ops, whyWaits, ...rest }: OpGroupProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  if (ops.length === 0) return null;
  const { tone, icon } = looks[name];
  return (
    <Panel className={styles.group} aria-labelledby={id}>
      <div className={styles.head}>
        <span className={`row ${toneClass(tone)}`}>
          <Icon name={icon} />
        </span>
        <h2 id={id}>{t(`outbox.group.${name}`)}</h2>
        <Count tone={name === 'needsYou' ? 'flagged' : 'neutral'}>
          {formatNumber(ops.length, i18n.language)}
        </Count>
        {name === 'sent' ? (
          <span className="small muted">{t('outbox.lastWeek')}</span>
        ) : null}
      </div>
      <ul>
        {ops.map((op) => (
          <OpItem key={op.opId} op={op} wait={whyWaits(op)} {...rest} />
        ))}
      </ul>
    </Panel>
  );
}
