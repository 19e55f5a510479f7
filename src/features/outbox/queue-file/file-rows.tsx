import { useTranslation } from 'react-i18next';

import type { FileRow } from '@/data/outbox/queue-file';
import { Badge } from '@/ui/marks/badge';
import type { IconName } from '@/ui/icon';
import type { Tone } from '@/ui/marks/tone';

import { describeOp, kindOf } from '@/features/outbox/describe-op';
import styles from './take-queue.module.css';

interface FileRowsProps {
  rows: readonly FileRow[];
}

export const LOOKS: Record<FileRow['is'], { tone: Tone; icon: IconName }> = {
  new: { tone: 'waiting', icon: 'plus' },
  known: { tone: 'neutral', icon: 'check' },
  otherActor: { tone: 'refused', icon: 'user' },
  malformed: { tone: 'refused', icon: 'alert' },
};

/** The changes of a file, each with what becomes of it; one that cannot be read by its place. */
export function FileRows({ rows }: FileRowsProps) {
  const { t } = useTranslation();
  return (
    <ol className={styles.rows}>
      {rows.map((row) => {
        const { place, is, op } = row;
        return (
          <li key={place} className={styles.row}>
            <Badge {...LOOKS[is]}>{t(`outbox.take.fate.${is}`)}</Badge>
            <span className={styles.what}>
              <span className="strong">
                {op
                  ? t(`outbox.kind.${kindOf(op)}`)
                  : t('outbox.take.row', { place })}
              </span>{' '}
              <span className="muted">
                {op ? describeOp(op).name : <Unread row={row} />}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The readable part of a row that cannot be read. */
function Unread({ row: { kind } }: { row: FileRow }) {
  const { t } = useTranslation();
  return kind === undefined ? null : t(`outbox.kind.${kind}`);
}
