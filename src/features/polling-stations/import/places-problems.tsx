import type { PlaceProblem, PlacesSummary } from '@/domain/places';
import { PLACE_COLUMNS } from '@/domain/places';
import type { TableRow } from '@/domain/tables/table-file';
import { formatNumber } from '@/ui/format';
import { Banner } from '@/ui/feedback/banner';
import type { Column } from '@/ui/table/data-table';
import { DataTable } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

interface PlacesProblemsProps {
  summary: PlacesSummary;
  /** As they were sent. */
  rows: readonly TableRow[];
}

/** What is wrong with which row of the file, with what its cell has. */
export function PlacesProblems({ summary, rows }: PlacesProblemsProps) {
  const { t, i18n } = useTranslation();
  const isPhone = useMedia(PHONE);
  const { problems, problemCount } = summary;
  const rowOf = ({ row }: PlaceProblem) => rows[row - 2];
  const columns: Column<PlaceProblem>[] = [
    {
      key: 'line',
      header: t('observerImport.line'),
      width: isPhone ? '4rem' : '5rem',
      end: true,
      cell: (problem) => formatNumber(rowOf(problem)?.line ?? 0, i18n.language),
    },
    {
      key: 'column',
      header: t('places.columnHeader'),
      width: isPhone ? '8rem' : '14rem',
      rowHeader: true,
      cell: ({ column }) => t(`places.column.${column}`),
    },
    {
      key: 'cell',
      header: t('places.cell'),
      cell: (problem) => {
        const row = rowOf(problem);
        return problem.problem === 'extra'
          ? row?.extra
          : row?.cells[PLACE_COLUMNS.indexOf(problem.column)];
      },
    },
    {
      key: 'problem',
      header: t('places.problemHeader'),
      width: isPhone ? '10rem' : '26rem',
      cell: ({ problem }) => t(`places.problem.${problem}`),
    },
  ];
  return (
    <>
      <Banner
        tone="refused"
        icon="alert"
        title={t('places.problems', { count: problemCount })}
      >
        {problemCount > problems.length
          ? t('places.firstOnly', { count: problems.length })
          : t('places.repair')}
      </Banner>
      <div className="fill">
        <DataTable
          caption={t('places.problemTable')}
          columns={
            isPhone ? columns.filter(({ key }) => key !== 'cell') : columns
          }
          rows={problems}
          rowKey={({ row, column, problem }) => `${row} ${column} ${problem}`}
          noRows=""
          fixed
        />
      </div>
    </>
  );
}
