import { cacheShareText } from '@/components/cache-share';
import { useThreadCounts } from '@/data/threads/thread-counts';
import type { ThreadFilter } from '@/domain/answers/thread';
import { TRIAGE_STATES } from '@/domain/triage/triage';
import type { Address } from '@/features/answers/address';
import { hrefOf } from '@/features/answers/address';
import { formatNumber } from '@/ui/format';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import styles from './list-tools.module.css';

interface StateCountsProps {
  address: Address;
  /** In force. */
  filter: ThreadFilter;
}

/**
 * How many threads of the list stand in each state; each leads to those threads, and
 * the one that is filtered for leads back to all.
 */
export function StateCounts({ address, filter }: StateCountsProps) {
  const { t, i18n } = useTranslation();
  const counts = useThreadCounts(address.list, filter);
  if (!counts) return <span />;
  const { states, cacheShare } = counts;
  return (
    <nav className={styles.counts} aria-label={t('answers.counts.name')}>
      {TRIAGE_STATES.map((state) => {
        const isCurrent = filter.triage === state;
        const triage = isCurrent ? '' : state;
        const fields = { ...address.fields, triage };
        return (
          <Link
            key={state}
            className={styles.count}
            href={hrefOf({ ...address, fields, page: 1 })}
            aria-current={isCurrent ? 'true' : undefined}
          >
            {t(`answers.triage.state.${state}`)}{' '}
            <span className="strong">
              {formatNumber(states[state], i18n.language)}
            </span>
          </Link>
        );
      })}
      {cacheShare ? (
        <span className="muted">
          {t('answers.counts.among', {
            share: cacheShareText(cacheShare, t, i18n.language),
          })}
        </span>
      ) : null}
    </nav>
  );
}
