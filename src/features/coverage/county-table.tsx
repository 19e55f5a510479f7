import { memo, useDeferredValue, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { atOnce } from '@/components/at-once';
import type { CountyLines } from '@/data/coverage/county-figures';
import { DataTable } from '@/ui/table/data-table';
import { ordered } from '@/ui/table/sort';
import { useTranslation } from '@/ui/texts';
import { UPRIGHT, useMedia } from '@/ui/use-media';

import { useCountyColumns } from './county-columns';
import { COUNTY_ORDER } from './county-order';
import { coverageHref, useCoverageQuery } from './use-coverage-query';

interface CountyTableProps {
  lines: CountyLines;
  /** Epoch ms by the server's clock. */
  now: number;
  /** Not all threads are counted. */
  isPartly: boolean;
}

/** Rows that a screen of a tablet shows without scrolling. */
const FIRST_DRAWN = 16;

/** The figures of each county, and of all in the first line. */
export const CountyTable = memo(function CountyTable({
  lines,
  now,
  isPartly,
}: CountyTableProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const { sort } = useCoverageQuery();
  const columns = useCountyColumns(now, sort, isPartly);
  const isUpright = useMedia(UPRIGHT);
  const rows = useMemo(() => {
    const all = {
      ...lines.total,
      name: t('coverage.total'),
      county: undefined,
    };
    return [all, ...ordered(lines.counties, COUNTY_ORDER, sort, i18n.language)];
  }, [lines, sort, t, i18n.language]);
  // What fits a screen is painted first; the rest follows in the next frame.
  const drawn = useDeferredValue(rows, rows.slice(0, FIRST_DRAWN));
  return (
    <DataTable
      caption={t('coverage.byCounty')}
      columns={columns}
      rows={drawn}
      rowKey={({ county }) => county ?? 'all'}
      sort={sort}
      onSort={(next) =>
        void navigate(coverageHref({ sort: next }), {
          ...atOnce,
          replace: true,
        })
      }
      onRow={({ county }) =>
        void navigate(coverageHref({ by: 'observer', county, sort }))
      }
      minWidth={isUpright ? undefined : '68rem'}
      fixed
    />
  );
});
