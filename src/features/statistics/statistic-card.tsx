import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { STATISTICS_CARD_SIZE } from '@/config';
import { useCachedStatistics } from '@/data/statistics/cached-statistics';
import { useStatistics, useStatisticsPull } from '@/data/statistics/statistics';
import type { StatisticKey } from '@/domain/statistic';
import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { Button } from '@/ui/button';
import { formatNumber } from '@/ui/format';
import { Panel } from '@/ui/layout/panel';
import { State } from '@/ui/feedback/state';
import { Dialog } from '@/ui/overlay/dialog';

import { Bars, BarsSkeleton } from './bars';
import styles from './statistic-card.module.css';
import { StatisticList } from './statistic-list';

interface StatisticCardProps {
  statistic: StatisticKey;
}

/**
 * One list of statistics: its first five, and the way to all of it
 * (docs/specification.md 2).
 */
export function StatisticCard({ statistic }: StatisticCardProps) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const read = useStatistics(statistic, 1, STATISTICS_CARD_SIZE);
  const pull = useStatisticsPull(statistic, 1, STATISTICS_CARD_SIZE);
  const isMissing = read !== undefined && !read.values && !pull.isPulling;
  const cached = useCachedStatistics(statistic, isMissing);
  const title = t(`statistics.lists.${statistic}.title`);
  const subtitle = t(`statistics.lists.${statistic}.subtitle`);
  const isExcerpt = isMissing && (cached?.values.length ?? 0) > 0;

  return (
    <Panel className={styles.card} aria-labelledby={`card-${statistic}`}>
      <div className={styles.head}>
        <h2 id={`card-${statistic}`}>
          {title} <span className="muted">{subtitle}</span>
        </h2>
        <AsOf freshness={read} asked={pull.failure} />
      </div>
      {isExcerpt && cached ? (
        <>
          <p className="small muted">
            {t(
              (cached.total ?? 0) > cached.threads
                ? 'statistics.fromCachedShare'
                : 'statistics.fromCached',
              {
                count: cached.threads,
                formatted: formatNumber(cached.threads, i18n.language),
                total: formatNumber(cached.total ?? 0, i18n.language),
              },
            )}
          </p>
          <Bars values={cached.values.slice(0, STATISTICS_CARD_SIZE)} />
        </>
      ) : (
        <CachedList
          rows={read?.values}
          freshness={read}
          pull={pull}
          failedTitle={t('statistics.failed')}
          empty={<State icon="chart" title={t('statistics.none')} />}
          skeleton={<BarsSkeleton rows={STATISTICS_CARD_SIZE} />}
        >
          {(values) => <Bars values={values} />}
        </CachedList>
      )}
      <span className={styles.more}>
        <Button variant="link" small onClick={() => setOpen(true)}>
          {t('statistics.complete')}
          <span className="visually-hidden">
            : {title} {subtitle}
          </span>
        </Button>
      </span>
      {isOpen ? (
        <CompleteListDialog
          statistic={statistic}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </Panel>
  );
}

interface CompleteListDialogProps {
  statistic: StatisticKey;
  onClose: () => void;
}

/**
 * The whole list of a card, page by page, with a Close button
 * (docs/specification.md 2).
 */
function CompleteListDialog({ statistic, onClose }: CompleteListDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${t(`statistics.lists.${statistic}.title`)} ${t(`statistics.lists.${statistic}.subtitle`)}`}
      closeLabel={t('common.close')}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <StatisticList statistic={statistic} />
    </Dialog>
  );
}
