import { useState } from 'react';

import { STATISTICS_CARD_SIZE } from '@/config';
import type { StatisticKey } from '@/domain/statistic';
import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { Button } from '@/ui/button';
import { Panel } from '@/ui/layout/panel';
import { State } from '@/ui/feedback/state';
import { Dialog } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

import { Bars, BarsSkeleton } from './bars';
import styles from './statistic-card.module.css';
import { StatisticList } from './statistic-list';
import { useStatisticRows } from './use-statistic-rows';

interface StatisticCardProps {
  statistic: StatisticKey;
}

/**
 * One list of statistics: its first five, and the way to all of it, page by page in a
 * dialog (docs/specification.md 2).
 */
export function StatisticCard({ statistic }: StatisticCardProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { read, pull, rows, partly } = useStatisticRows(
    statistic,
    1,
    STATISTICS_CARD_SIZE,
  );
  const title = t(`statistics.lists.${statistic}.title`);
  const subtitle = t(`statistics.lists.${statistic}.subtitle`);

  const handleClose = () => setOpen(false);

  return (
    <Panel className={styles.card} aria-labelledby={`card-${statistic}`}>
      <div className={styles.head}>
        <h2 id={`card-${statistic}`}>
          {title} <span className="muted">{subtitle}</span>
        </h2>
        <AsOf freshness={read} asked={pull.failure} />
      </div>
      <CachedList
        rows={rows}
        freshness={read}
        pull={pull}
        failedTitle={t('statistics.failed')}
        empty={<State icon="chart" title={t('statistics.none')} />}
        skeleton={<BarsSkeleton rows={STATISTICS_CARD_SIZE} />}
        partly={partly}
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
        <Dialog
          open
          onClose={handleClose}
          title={`${title} ${subtitle}`}
          closeLabel={t('common.close')}
          footer={<Button onClick={handleClose}>{t('common.close')}</Button>}
        >
          <StatisticList statistic={statistic} />
        </Dialog>
      ) : null}
    </Panel>
  );
}
