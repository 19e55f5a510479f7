import { useSearchParams } from 'react-router-dom';

import { HISTORY_PAGE_SIZE } from '@/config';
import { useNotifications, useNotificationsPull } from '@/data/notifications';
import { useOutbox } from '@/data/outbox/outbox';
import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { cacheShareText } from '@/components/cache-share';
import { usePaginationLabels } from '@/components/use-pagination-labels';
import { paths } from '@/paths';
import { BackLink } from '@/ui/layout/back-link';
import { DataTable } from '@/ui/table/data-table';
import { PageHead } from '@/ui/layout/page-head';
import { Pagination } from '@/ui/table/pagination';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';
import { UPRIGHT, useMedia } from '@/ui/use-media';

import { useHistoryColumns } from './history-columns';
import styles from './history-page.module.css';
import { historyRow, unsentRows } from './history-rows';

/**
 * What was sent, and on top what is not yet: `/notifications/history`
 * (docs/specification.md 2).
 */
export function HistoryPage() {
  const { t, i18n } = useTranslation();
  const [params, setParams] = useSearchParams();
  const asked = Number(params.get('page') ?? 1);
  const wanted = Number.isSafeInteger(asked) && asked > 0 ? asked : 1;
  const read = useNotifications(wanted, HISTORY_PAGE_SIZE);
  const page = read?.page ?? wanted;
  const pull = useNotificationsPull();
  const ops = useOutbox();
  const columns = useHistoryColumns();
  const isUpright = useMedia(UPRIGHT);
  const labels = usePaginationLabels(t('history.pages'));

  const unsent = page === 1 && ops ? unsentRows(ops) : [];
  // Nothing unsent and never an answer: that is "not loaded", not "none".
  const isKnown =
    read !== undefined &&
    (read.asOf !== undefined || read.cached > 0 || unsent.length > 0);
  const rows =
    read && ops && isKnown
      ? [...unsent, ...read.rows.map(historyRow)]
      : undefined;

  return (
    <>
      <PageHead
        back={
          <BackLink href={paths.notifications}>
            {t('notifications.title')}
          </BackLink>
        }
        title={t('history.title')}
        asOf={<AsOf freshness={read} asked={pull.failure} />}
      />
      <div className={styles.table}>
        <CachedList
          rows={rows}
          freshness={read}
          pull={pull}
          failedTitle={t('history.failed')}
          empty={<State icon="send" title={t('history.none')} />}
          partly={
            read?.cacheShare &&
            cacheShareText(read.cacheShare, t, i18n.language)
          }
        >
          {(shown) => (
            <DataTable
              caption={t('history.title')}
              columns={columns}
              rows={shown}
              rowKey={({ key }) => key}
              minWidth={isUpright ? undefined : '64rem'}
              fixed={isUpright}
            />
          )}
        </CachedList>
      </div>
      <Pagination
        page={page}
        pageSize={HISTORY_PAGE_SIZE}
        total={read?.cached ?? 0}
        labels={labels}
        onPage={(next) => setParams(next === 1 ? {} : { page: String(next) })}
      />
    </>
  );
}
