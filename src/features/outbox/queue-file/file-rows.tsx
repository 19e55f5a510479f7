import type { FileRow } from '@/data/outbox/queue-file';

import { describeOp, kindOf } from '@/features/outbox/describe-op';
import { useTranslation } from '@/ui/texts';
import { FileLine } from './file-line';
import styles from './take-queue.module.css';

interface FileRowsProps {
  rows: readonly FileRow[];
}

/** The changes of a file, each with what becomes of it; one that cannot be read by its place. */
export function FileRows({ rows }: FileRowsProps) {
  const { t } = useTranslation();
  return (
    <ol className={styles.rows}>
      {rows.map((row) => {
        const { place, is, op } = row;
        return (
          <FileLine
            key={place}
            is={is}
            fate={t(`outbox.take.fate.${is}`)}
            what={
              op
                ? t(`outbox.kind.${kindOf(op)}`)
                : t('outbox.take.row', { place })
            }
            about={op ? describeOp(op).name : <Unread row={row} />}
          />
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
