import { STATISTIC_KEYS } from '@/domain/statistic';
import { paths } from '@/paths';
import { ButtonLink } from '@/ui/button';
import { PageHead } from '@/ui/layout/page-head';
import { useTranslation } from '@/ui/texts';

import { ArrivalsPanel } from './arrivals-panel';
import { StatisticCard } from './statistic-card';
import styles from './statistics-page.module.css';

/**
 * Seven cards in three columns and the day hour by hour (docs/specification.md
 * 2).
 */
export function StatisticsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t('statistics.title')}>
        <ButtonLink href={paths.questions()} icon="chart">
          {t('questions.title')}
        </ButtonLink>
        <ButtonLink href={paths.agreement()} icon="merge">
          {t('agreement.title')}
        </ButtonLink>
      </PageHead>
      <div className={styles.cards}>
        {STATISTIC_KEYS.map((key) => (
          <StatisticCard key={key} statistic={key} />
        ))}
        <ArrivalsPanel className={styles.wide} />
      </div>
    </>
  );
}
