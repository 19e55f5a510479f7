import { useTranslation } from 'react-i18next';

import { useOutbox } from '@/data/outbox/outbox';
import { isOpen } from '@/domain/outbox/op';
import { describeOp, kindOf } from '@/features/outbox/describe-op';

/** So many are named; the rest is counted. */
const NAMED = 5;

/** What would be lost, by name, oldest first. */
export function LogoutList() {
  const { t } = useTranslation();
  const ops = useOutbox() ?? [];
  const open = ops
    .filter(({ state }) => isOpen(state))
    .sort((a, b) => a.seq - b.seq);
  const more = open.length - NAMED;
  return (
    <ul className="small">
      {open.slice(0, NAMED).map((op) => (
        <li key={op.opId}>
          {t(`outbox.kind.${kindOf(op)}`)} {describeOp(op).name}
        </li>
      ))}
      {more > 0 ? <li>{t('shell.logout.more', { count: more })}</li> : null}
    </ul>
  );
}
