import type { ThreadsOf } from '@/paths';
import { paths } from '@/paths';
import { formatNumber } from '@/ui/format';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import styles from './coverage.module.css';

interface FigureLinkProps {
  count: number;
  /** What the figure counts; undefined where no list shows that alone. */
  threads: ThreadsOf | undefined;
  /** Whose they are, in words. */
  of: string;
}

/** A figure that opens the list of what it counts; nought opens nothing. */
export function FigureLink({ count, threads, of }: FigureLinkProps) {
  const { t, i18n } = useTranslation();
  const figure = formatNumber(count, i18n.language);
  if (!threads || count === 0) return figure;
  return (
    <Link
      className={styles.figure}
      href={paths.answersOf(threads)}
      aria-label={t(
        threads.isUrgent ? 'coverage.openUrgent' : 'coverage.openThreads',
        { figure, of },
      )}
    >
      {figure}
    </Link>
  );
}
