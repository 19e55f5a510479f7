import { useNavigate } from 'react-router-dom';

import { OBSERVERS_PAGE_SIZE } from '@/config';
import { usePaginationLabels } from '@/components/use-pagination-labels';
import { paths } from '@/paths';
import { DataTable } from '@/ui/table/data-table';
import type { Selection } from '@/ui/table/data-table';
import { clampPage, maxPage } from '@/ui/table/page-window';
import { Pagination } from '@/ui/table/pagination';
import { useTranslation } from '@/ui/texts';
import { UPRIGHT, useMedia } from '@/ui/use-media';

import { ObserverCards } from './observer-cards';
import { useObserverView } from './observer-filter';
import type { ObserverRow, RowTools } from './use-observer-columns';
import { useObserverColumns } from './use-observer-columns';
import type { useObserverQuery } from './use-observer-query';

interface ObserverListProps extends RowTools {
  /** All that were found, in order. */
  rows: readonly ObserverRow[];
  query: ReturnType<typeof useObserverQuery>;
  /** Ids of the selected observers, on all pages. */
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
}

/**
 * One page of what was found, as a table or as cards, with the pagination bar.
 */
export function ObserverList(props: ObserverListProps) {
  const { rows, query, selected, onSelect, ...tools } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const view = useObserverView();
  const isUpright = useMedia(UPRIGHT);
  const columns = useObserverColumns(tools);
  const labels = usePaginationLabels(t('observers.pages'));
  const size = OBSERVERS_PAGE_SIZE;
  const page = clampPage(query.page, maxPage(rows.length, size));
  const shown = rows.slice((page - 1) * size, page * size);
  const caption = t('observers.caption', { page });
  const selection: Selection<ObserverRow> = {
    selected,
    onChange: onSelect,
    allLabel: t('observers.selection.page'),
    rowLabel: ({ name }) => t('observers.selection.row', { name }),
  };
  return (
    <>
      {view === 'card' ? (
        <ObserverCards
          {...tools}
          caption={caption}
          rows={shown}
          selection={selection}
        />
      ) : (
        <DataTable
          caption={caption}
          columns={columns}
          rows={shown}
          rowKey={({ id }) => String(id)}
          sort={query.sort}
          onSort={query.orderBy}
          selection={selection}
          onRow={({ phone }) => void navigate(paths.profile('view', phone))}
          minWidth={isUpright ? undefined : '56rem'}
          fixed
          // A hundred rows with their actions cost more than a keystroke may.
          virtualAbove={40}
        />
      )}
      <Pagination
        page={page}
        pageSize={size}
        total={rows.length}
        labels={labels}
        onPage={query.turnTo}
      />
    </>
  );
}
