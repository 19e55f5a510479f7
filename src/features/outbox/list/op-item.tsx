import type { Op } from '@/domain/outbox/op';
import { isKind, isOpen } from '@/domain/outbox/op';
import { opFailureText } from '@/components/failure';
import { Badge } from '@/ui/marks/badge';
import { formatMoment } from '@/ui/format';

import type { FieldChange } from '@/features/outbox/describe-op';
import { describeOp, kindOf } from '@/features/outbox/describe-op';
import { useTranslation } from '@/ui/texts';
import type { OpDecisions } from './op-acts';
import { OpActs } from './op-acts';
import styles from './op-item.module.css';
import { opLooks } from './op-look';
import { sayWhen } from './say-when';
import { OverriddenNote } from './overridden-note';
import { sayValue } from '@/features/outbox/say-value';

interface OpItemProps extends OpDecisions {
  op: Op;
  /** Why it waits, beside what it says itself. */
  wait: string | undefined;
  /** Epoch ms. */
  now: number;
}

/** One change: state, what it changes, since when, how often tried, why it waits, what to do. */
export function OpItem({ op, wait, now, ...decisions }: OpItemProps) {
  const { t, i18n } = useTranslation();
  const { tone, icon, key } = opLooks[op.state];
  const { name, changes, hasPin } = describeOp(op);
  const kind = t(`outbox.kind.${kindOf(op)}`);
  const about = `: ${kind} ${name}`;

  return (
    <li className={styles.op}>
      <span>
        <Badge tone={tone} icon={icon}>
          {t(key)}
        </Badge>
      </span>
      <div className={styles.what}>
        <span className="strong">{kind}</span>{' '}
        <span className="muted">{name}</span>
        {changes.map((change) => (
          <Change key={change.field} change={change} />
        ))}
        {hasPin ? (
          <span className={styles.line}>{t('outbox.newPin')}</span>
        ) : null}
        <OverriddenNote op={op} />
        {op.changedBefore ? (
          <span className={styles.line}>{t('outbox.changedBefore')}</span>
        ) : null}
        <Reason op={op} wait={wait} now={now} />
      </div>
      <span className={styles.when}>
        {sayWhen(op.endedAt ?? op.createdAt, now, t, i18n.language)}
      </span>
      <span className={styles.tries}>
        {op.attempts === 0
          ? t('outbox.untried')
          : t('outbox.attempts', { count: op.attempts })}
      </span>
      <span className={styles.acts}>
        <OpActs op={op} about={about} {...decisions} />
      </span>
    </li>
  );
}

interface ReasonProps {
  op: Op;
  wait: string | undefined;
  /** Epoch ms. */
  now: number;
}

/** Why it waits or was refused, in the server's own words where it gave any. */
function Reason({ op, wait, now }: ReasonProps) {
  const { t, i18n } = useTranslation();
  const { state } = op;
  if (!isOpen(state)) return null;
  const expiresAt =
    state === 'queued' && isKind(op, 'notification.send')
      ? op.args.expiresAt
      : undefined;
  const moment = (at: number) => formatMoment(at, now, i18n.language);
  const lines = [
    opFailureText(op, t),
    wait,
    expiresAt === undefined
      ? undefined
      : t('outbox.expires', { time: moment(expiresAt) }),
  ].filter((line) => line !== undefined);
  return lines.length === 0 ? null : (
    <span className={styles.line}>{lines.join(' ')}</span>
  );
}

function Change({ change: { field, from, to } }: { change: FieldChange }) {
  const { t } = useTranslation();
  return (
    <span className={styles.line}>
      {t(`outbox.field.${field}`)}:{' '}
      {from === undefined ? null : (
        <>
          <del>
            <span className="visually-hidden">{t('outbox.from')} </span>
            {sayValue(from, t)}
          </del>{' '}
          <span aria-hidden="true">→</span>{' '}
        </>
      )}
      <ins>
        <span className="visually-hidden">{t('outbox.to')} </span>
        {sayValue(to, t)}
      </ins>
    </span>
  );
}
