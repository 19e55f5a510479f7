import { useTranslation } from 'react-i18next';

import type { Observer } from '@/domain/observer';
import type { Failure } from '@/domain/outcome';
import type { Overlaid } from '@/domain/overlay';
import { failureText } from '@/phrases/failure';
import { PendingWords } from '@/phrases/pending-words';
import { Link } from '@/ui/link';

import styles from './observer-name.module.css';

interface ObserverNameProps {
  observer: Overlaid<Observer>;
  /** Why the host refused the last change. */
  refusal?: Failure | undefined;
}

/** The name with the mark of an unsent change, and why it was refused. */
export function ObserverName({ observer, refusal }: ObserverNameProps) {
  return (
    <span className={styles['name']}>
      <span className="ellipsis">{observer.name}</span>
      <PendingWords pending={observer.pending} />
      {refusal === undefined ? null : <RefusalReason failure={refusal} />}
    </span>
  );
}

/** Why the host refused, leading to where it can be decided about. */
export function RefusalReason({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const reason = failureText(failure, t);
  return (
    <Link href="/outbox" className={styles['reason']} title={reason}>
      {reason}
    </Link>
  );
}
