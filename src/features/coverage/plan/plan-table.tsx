import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { atOnce } from '@/components/at-once';
import { usePaginationLabels } from '@/components/use-pagination-labels';
import { OBSERVERS_PAGE_SIZE } from '@/config';
import type { Column } from '@/ui/table/data-table';
import { DataTable } from '@/ui/table/data-table';
import { clampPage, maxPage } from '@/ui/table/page-window';
import { Pagination } from '@/ui/table/pagination';
import type { OrderValues } from '@/ui/table/sort';
import { ordered } from '@/ui/table/sort';
import { useTranslation } from '@/ui/texts';
import { UPRIGHT, useMedia } from '@/ui/use-media';

import type { PlanQuery } from './use-plan-query';
import { planHref } from './use-plan-query';

interface PlanTableProps<Row> {
  caption: string;
  /** Names the pages for a screen reader. */
  pages: string;
  columns: readonly Column<Row>[];
  /** All that were found, in the order of the plan; must be memoised. */
  found: readonly Row[];
  rowKey: (row: Row) => string;
  /** What the columns are ordered by. */
  values: OrderValues<Row>;
  query: PlanQuery;
  /** Of a screen that is wider than high. */
  minWidth: string;
}

/** One page of a table of the plan; order and page stand in the address. */
export function PlanTable<Row>(props: PlanTableProps<Row>) {
  const { found, values, query } = props;
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const labels = usePaginationLabels(props.pages);
  const isUpright = useMedia(UPRIGHT);
  const size = OBSERVERS_PAGE_SIZE;
  const page = clampPage(query.page, maxPage(found.length, size));
  const rows = useMemo(
    () => ordered(found, values, query.sort, i18n.language),
    [found, values, query.sort, i18n.language],
  );
  return (
    <>
      <DataTable
        caption={props.caption}
        columns={props.columns}
        rows={rows.slice((page - 1) * size, page * size)}
        rowKey={props.rowKey}
        sort={query.sort}
        onSort={(sort) =>
          void navigate(planHref({ ...query, sort, page: 1 }), {
            ...atOnce,
            replace: true,
          })
        }
        minWidth={isUpright ? undefined : props.minWidth}
        fixed
        virtualAbove={40}
      />
      <Pagination
        page={page}
        pageSize={size}
        total={found.length}
        labels={labels}
        onPage={(next) =>
          void navigate(planHref({ ...query, page: next }), atOnce)
        }
      />
    </>
  );
}
