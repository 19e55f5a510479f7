import type { FileRow } from '@/data/outbox/queue-file';
import { LOCAL_KINDS } from '@/data/outbox/queue-file-kinds';
import type { NamedItems } from '@/data/outbox/queue-file-names';
import { useTranslation } from '@/ui/texts';

import styles from './take-queue.module.css';

interface FileCountsProps {
  rows: readonly FileRow[];
  items: NamedItems;
}

const FATES = ['new', 'known', 'otherActor', 'malformed'] as const;
const LOCAL_FATES = ['new', 'known', 'older', 'malformed'] as const;

/** How much of a file is taken in, and how much is left out and why. */
export function FileCounts({ rows, items }: FileCountsProps) {
  const { t } = useTranslation();
  const ofRows = FATES.map((fate) => ({
    key: `outbox.take.count.${fate}`,
    count: rows.filter(({ is }) => is === fate).length,
  }));
  const ofItems = LOCAL_KINDS.flatMap((kind) =>
    LOCAL_FATES.map((fate) => ({
      key: `outbox.take.local.${kind}.${fate}`,
      count: items[kind].filter(({ is }) => is === fate).length,
    })),
  );
  return (
    <ul className={styles.counts}>
      {[...ofRows, ...ofItems]
        .filter(({ count }) => count > 0)
        .map(({ key, count }) => (
          <li key={key}>{t(key, { count })}</li>
        ))}
    </ul>
  );
}
