import type { Observer } from '@/domain/observers/observer';
import type { Op } from '@/domain/outbox/op';
import type { Overlaid } from '@/domain/outbox/overlay';
import { opFailureText } from '@/components/failure';
import { PendingWords } from '@/components/pending-words';
import { paths } from '@/paths';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import styles from './observer-name.module.css';

interface ObserverNameProps {
  observer: Overlaid<Observer>;
  /** The last change, which the server refused. */
  refusal?: Op | undefined;
}

/** The name with the mark of an unsent change, and why it was refused. */
export function ObserverName({ observer, refusal }: ObserverNameProps) {
  return (
    <span className={styles.name}>
      <span className="ellipsis">{observer.name}</span>
      <PendingWords pending={observer.pending} />
      {refusal === undefined ? null : <RefusalReason op={refusal} />}
    </span>
  );
}

/** Why the server refused, leading to where it can be decided about. */
export function RefusalReason({ op }: { op: Op }) {
  const { t } = useTranslation();
  const reason = opFailureText(op, t);
  return (
    <Link href={paths.outbox} className={styles.reason} title={reason}>
      {reason}
    </Link>
  );
}
