import { memo, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { atOnce } from '@/components/at-once';
import type { County } from '@/domain/county';
import type { PlanComparison, PlanFigures } from '@/domain/plan/compare';
import { formatNumber } from '@/ui/format';
import { Link } from '@/ui/link';
import { Mark } from '@/ui/marks/mark';
import type { Column } from '@/ui/table/data-table';
import { DataTable } from '@/ui/table/data-table';
import type { OrderValues } from '@/ui/table/sort';
import { ordered } from '@/ui/table/sort';
import { useTranslation } from '@/ui/texts';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import { knownFigure, STATE_LOOKS } from './plan-words';
import type { PlanQuery } from './use-plan-query';
import { planHref } from './use-plan-query';

interface PlanCountiesProps {
  comparison: PlanComparison;
  query: PlanQuery;
  /** In the server's order. */
  counties: readonly County[];
  /** All threads and observers of the server are cached. */
  isWhole: boolean;
}

/** A county, or all of them: the row that stays on top. */
interface CountyRow {
  county: string | undefined;
  name: string;
  figures: PlanFigures;
}

const FIGURES = [
  'expected',
  'reported',
  'elsewhere',
  'missing',
  'unchecked',
  'upcoming',
  'unplanned',
] as const satisfies readonly (keyof PlanFigures)[];

const VALUES: OrderValues<CountyRow> = {
  name: ({ name }) => name,
  ...Object.fromEntries(
    FIGURES.map((key) => [key, ({ figures }: CountyRow) => figures[key]]),
  ),
};

const ON_A_PHONE: ReadonlySet<string> = new Set([
  'name',
  'expected',
  'reported',
  'missing',
]);

/** The figures of the plan in each county, and in all in the first row. */
export const PlanCounties = memo(function PlanCounties(
  props: PlanCountiesProps,
) {
  const { comparison, query, counties, isWhole } = props;
  const { sort } = query;
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const columns = useColumns(isWhole, comparison.total.unchecked > 0);
  const isUpright = useMedia(UPRIGHT);
  const rows = useMemo(
    () => [
      {
        county: undefined,
        name: t('coverage.total'),
        figures: comparison.total,
      },
      ...ordered(rowsOf(comparison, counties), VALUES, sort, i18n.language),
    ],
    [comparison, counties, sort, t, i18n.language],
  );
  return (
    <DataTable
      caption={t('plan.rows.county')}
      columns={columns}
      rows={rows}
      rowKey={({ county }) => county ?? 'all'}
      sort={sort}
      onSort={(next) =>
        void navigate(planHref({ ...query, sort: next }), {
          ...atOnce,
          replace: true,
        })
      }
      onRow={({ county }) => void navigate(planHref({ rows: 'line', county }))}
      minWidth={isUpright ? undefined : '56rem'}
      fixed
    />
  );
});

/** Those of the list in its order, then codes that it lacks. */
function rowsOf(
  { counties: figuresByCode }: PlanComparison,
  counties: readonly County[],
): CountyRow[] {
  const names = new Map(counties.map(({ code, name }) => [code, name]));
  const codes = new Set([...names.keys(), ...figuresByCode.keys()]);
  return [...codes].flatMap((county) => {
    const figures = figuresByCode.get(county);
    return figures
      ? [{ county, name: names.get(county) ?? county, figures }]
      : [];
  });
}

/** The longest word of the head fits in the widest system font, too. */
function widthOf(key: keyof PlanFigures, isPhone: boolean): string {
  if (isPhone) return '6.25rem';
  return key === 'unplanned' ? '8.5rem' : '7.5rem';
}

function useColumns(
  isWhole: boolean,
  hasUnchecked: boolean,
): Column<CountyRow>[] {
  const { t, i18n } = useTranslation();
  const isPhone = useMedia(PHONE);
  const isUpright = useMedia(UPRIGHT);
  const columns: Column<CountyRow>[] = [
    {
      key: 'name',
      header: t('coverage.columns.name'),
      sortable: true,
      rowHeader: true,
      cell: ({ county, name }) => (
        <Link href={planHref({ rows: 'line', county })}>
          {name === '' ? t('coverage.noCounty') : name}
        </Link>
      ),
    },
    ...FIGURES.filter((key) => key !== 'unchecked' || hasUnchecked).map(
      (key) => ({
        key,
        header: t(`plan.columns.${key}`),
        sortable: true,
        end: true,
        width: widthOf(key, isPhone),
        cell: ({ figures }: CountyRow) => {
          const value = knownFigure(figures, key, isWhole);
          if (value === undefined) return <span className="subtle">–</span>;
          const text = formatNumber(value, i18n.language);
          return key === 'missing' && value > 0 ? (
            <Mark {...STATE_LOOKS.missing}>{text}</Mark>
          ) : (
            text
          );
        },
      }),
    ),
  ];
  if (isPhone) return columns.filter(({ key }) => ON_A_PHONE.has(key));
  // What is elsewhere is hardly known while much is not checked.
  const leftOut = new Set(['upcoming', hasUnchecked ? 'elsewhere' : '']);
  return isUpright ? columns.filter(({ key }) => !leftOut.has(key)) : columns;
}
