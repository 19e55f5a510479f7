import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';

import { useThreadTotals } from '@/data/threads/threads';
import type { ThreadList } from '@/domain/answers/thread';
import { Button, ButtonLink } from '@/ui/button';
import { Count } from '@/ui/marks/count';
import { formatNumber } from '@/ui/format';
import { paths } from '@/paths';
import { PageHead } from '@/ui/layout/page-head';
import { Segments } from '@/ui/field/segments';

import styles from '@/features/answers/answers-page.module.css';
import { useTranslation } from '@/ui/texts';
import { UnknownFilters } from './unknown-filters';
import { DownloadAnswers } from '@/features/answers/download/download-answers';

interface AnswersHeadProps {
  list: ThreadList;
  /** The address of each list, with the filters that are in force. */
  hrefs: Record<ThreadList, string>;
  asOf: ReactNode;
  /** The saved views, once their code is here. */
  views: ReactNode;
  /** How many filters are in force. */
  filters: number;
  isFilterOpen: boolean;
  onToggleFilter: () => void;
}

/**
 * Title, the two lists with the server's counts, and the download
 * (docs/specification.md 2: header and subheader differ for urgent and all).
 */
export function AnswersHead(props: AnswersHeadProps) {
  const { list, hrefs, filters, isFilterOpen } = props;
  const { t, i18n } = useTranslation();
  const [params] = useSearchParams();
  const totals = useThreadTotals();
  const isUrgent = list === 'urgent';

  function count(name: ThreadList) {
    const total = totals[name];
    if (total === undefined) return undefined;
    return (
      <Count tone={name === 'urgent' ? 'flagged' : 'neutral'}>
        {formatNumber(total, i18n.language)}
      </Count>
    );
  }

  return (
    <>
      <PageHead
        title={isUrgent ? t('answers.titleUrgent') : t('answers.titleAll')}
        subtitle={
          <span className={styles.wideOnly}>
            {isUrgent ? t('answers.subtitleUrgent') : t('answers.subtitleAll')}
          </span>
        }
        asOf={props.asOf}
      >
        <Segments
          label={t('answers.lists')}
          items={[
            {
              label: t('answers.urgent'),
              icon: 'flag',
              href: hrefs.urgent,
              current: isUrgent,
              count: count('urgent'),
            },
            {
              label: t('answers.all'),
              href: hrefs.all,
              current: !isUrgent,
              count: count('all'),
            },
          ]}
        />
        {props.views}
        {isUrgent ? (
          <ButtonLink
            icon="done"
            href={paths.queue(undefined, params.get('county') ?? '')}
          >
            {t('answers.queue.start')}
          </ButtonLink>
        ) : null}
        <span className={styles.narrowOnly}>
          <Button
            icon="filter"
            aria-expanded={isFilterOpen}
            onClick={props.onToggleFilter}
          >
            {t('answers.filter.open')}
            {filters > 0 ? <Count>{filters}</Count> : null}
          </Button>
        </span>
        <span className={styles.wideOnly}>
          <DownloadAnswers />
        </span>
      </PageHead>
      <UnknownFilters />
    </>
  );
}
