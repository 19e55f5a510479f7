import { useParams } from 'react-router-dom';

import { STATISTIC_KEYS } from '@/domain/statistic';
import { paths } from '@/paths';
import { BackLink } from '@/ui/layout/back-link';
import { PageHead } from '@/ui/layout/page-head';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

import { StatisticList } from './statistic-list';
import styles from './statistics-page.module.css';

/**
 * One whole list of statistics: route `/statistics/:key` (docs/specification.md
 * 2).
 */
export function StatisticPage() {
  const { t } = useTranslation();
  const { key } = useParams();
  const statistic = STATISTIC_KEYS.find((each) => each === key);
  const back = (
    <BackLink href={paths.statistics}>{t('statistics.title')}</BackLink>
  );
  if (!statistic) {
    return (
      <>
        <PageHead title={t('statistics.title')} back={back} />
        <State icon="chart" title={t('statistics.unknown', { key })} />
      </>
    );
  }
  return (
    <>
      <PageHead
        back={back}
        title={t(`statistics.lists.${statistic}.title`)}
        aside={t(`statistics.lists.${statistic}.subtitle`)}
      />
      <div className={styles.one}>
        <StatisticList key={statistic} statistic={statistic} />
      </div>
    </>
  );
}
