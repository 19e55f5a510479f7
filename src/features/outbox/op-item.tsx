import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { Op } from '@/domain/op';
import { isCancellable, isParked } from '@/domain/op';
import type { Failure } from '@/domain/outcome';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { formatMoment } from '@/ui/format';

import type { FieldChange } from './describe-op';
import { describeOp } from './describe-op';
import styles from './op-item.module.css';
import { opLooks } from './op-look';
import { sayWhen } from './op-when';

interface OpItemProps {
  op: Op;
  /** Epoch ms. */
  now: number;
  onRetry: (op: Op) => void;
  onDiscard: (op: Op) => void;
}

/** One change: state, what it changes, since when, how often tried, why it waits, what to do. */
export function OpItem({ op, now, onRetry, onDiscard }: OpItemProps) {
  const { t, i18n } = useTranslation();
  const { tone, icon, key } = opLooks[op.state];
  const { name, changes, hasPin } = describeOp(op);
  const kind = t(`outbox.kind.${op.kind}`);
  const about = `: ${kind} ${name}`;

  return (
    <li className={styles['op']}>
      <span>
        <Badge tone={tone} icon={icon}>
          {t(key)}
        </Badge>
      </span>
      <div className={styles['what']}>
        <span className="strong">{kind}</span>{' '}
        <span className="muted">{name}</span>
        {changes.map((change) => (
          <Change key={change.field} change={change} />
        ))}
        {hasPin ? (
          <span className={styles['line']}>{t('outbox.newPin')}</span>
        ) : null}
        <Reason op={op} now={now} />
      </div>
      <span className={styles['when']}>
        {sayWhen(op.endedAt ?? op.createdAt, now, t, i18n.language)}
      </span>
      <span className={styles['tries']}>
        {op.attempts === 0
          ? t('outbox.untried')
          : t('outbox.attempts', { count: op.attempts })}
      </span>
      <span className={styles['acts']}>
        {isParked(op.state) ? (
          <Button variant="quiet" small onClick={() => onRetry(op)}>
            {t('common.retry')}
            <span className="visually-hidden">{about}</span>
          </Button>
        ) : null}
        {isCancellable(op.state) ? (
          <Button variant="quiet" small onClick={() => onDiscard(op)}>
            {t(isParked(op.state) ? 'outbox.discard' : 'outbox.takeBack')}
            <span className="visually-hidden">{about}</span>
          </Button>
        ) : null}
      </span>
    </li>
  );
}

interface ReasonProps {
  op: Op;
  /** Epoch ms. */
  now: number;
}

/** Why it waits or was refused, in the host's own words where it gave any. */
function Reason({ op: { state, failure, nextAt }, now }: ReasonProps) {
  const { t, i18n } = useTranslation();
  const isLater = state === 'retryWait' && nextAt > now;
  if (state === 'done' || (failure === undefined && !isLater)) return null;
  return (
    <span className={styles['line']}>
      {failure === undefined ? null : sayFailure(failure, t)}{' '}
      {isLater
        ? t('outbox.nextTry', {
            time: formatMoment(nextAt, now, i18n.language),
          })
        : null}
    </span>
  );
}

function sayFailure({ kind, detail }: Failure, t: TFunction): string {
  return detail === undefined || detail === ''
    ? t(`common.failure.${kind}`)
    : t('common.failure.said', { detail });
}

function Change({ change: { field, from, to } }: { change: FieldChange }) {
  const { t } = useTranslation();
  const say = (value: FieldChange['to']) =>
    typeof value === 'boolean' ? t(value ? 'common.yes' : 'common.no') : value;
  return (
    <span className={styles['line']}>
      {t(`outbox.field.${field}`)}:{' '}
      {from === undefined ? null : (
        <>
          <del>
            <span className="visually-hidden">{t('outbox.from')} </span>
            {say(from)}
          </del>{' '}
          <span aria-hidden="true">→</span>{' '}
        </>
      )}
      <ins>
        <span className="visually-hidden">{t('outbox.to')} </span>
        {say(to)}
      </ins>
    </span>
  );
}
