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
import { useBackOnline } from '@/ui/use-online';

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
  const isAnswered = !pull.isPulling || pull.failure !== undefined;
  const isMissing = read !== undefined && !read.values && isAnswered;
  const cached = useCachedStatistics(statistic, isMissing);
  useBackOnline(isMissing, pull.retry);
  const title = t(`statistics.lists.${statistic}.title`);
  const subtitle = t(`statistics.lists.${statistic}.subtitle`);
  const excerpt =
    isMissing && cached && cached.values.length > 0 ? cached : undefined;

  return (
    <Panel className={styles.card} aria-labelledby={`card-${statistic}`}>
      <div className={styles.head}>
        <h2 id={`card-${statistic}`}>
          {title} <span className="muted">{subtitle}</span>
        </h2>
        <AsOf freshness={read} asked={pull.failure} />
      </div>
      <CachedList
        rows={read?.values ?? excerpt?.values.slice(0, STATISTICS_CARD_SIZE)}
        freshness={read}
        pull={pull}
        failedTitle={t('statistics.failed')}
        empty={<State icon="chart" title={t('statistics.none')} />}
        skeleton={<BarsSkeleton rows={STATISTICS_CARD_SIZE} />}
        partly={
          excerpt &&
          t(
            (excerpt.total ?? 0) > excerpt.threads
              ? 'statistics.fromCachedShare'
              : 'statistics.fromCached',
            {
              count: excerpt.threads,
              formatted: formatNumber(excerpt.threads, i18n.language),
              total: formatNumber(excerpt.total ?? 0, i18n.language),
            },
          )
        }
      >
        {(values) => <Bars values={values} />}
      </CachedList>
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
