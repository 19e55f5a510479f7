import { useMemo, useState } from 'react';

import { planTimeText } from '@/domain/plan/plan-time';
import type { NumberedLine, RefusedRow } from '@/domain/plan/plan-file';
import { ToggleSegments } from '@/ui/field/segments';
import { formatNumber } from '@/ui/format';
import { Count } from '@/ui/marks/count';
import { Mark } from '@/ui/marks/mark';
import type { Column } from '@/ui/table/data-table';
import { DataTable } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import styles from './plan-import.module.css';
import { problemsText } from './plan-problem';

interface PlanPreviewProps {
  lines: readonly NumberedLine[];
  refused: readonly RefusedRow[];
  /** Those of the lines whose phone no cached observer has. */
  unknown: readonly NumberedLine[];
  /** All observers of the server are cached. */
  areAllKnown: boolean;
}

type Row = NumberedLine | RefusedRow;
type Shown = 'refused' | 'unknown' | 'rounds' | 'lines';

/** The rows of the file: those with problems, those to look at, and the lines. */
export function PlanPreview(props: PlanPreviewProps) {
  const { lines, refused, unknown, areAllKnown } = props;
  const { t, i18n } = useTranslation();
  const rounds = useMemo(
    () => lines.filter(({ roundOf }) => roundOf !== undefined),
    [lines],
  );
  const rows: Record<Shown, readonly Row[]> = {
    refused,
    unknown,
    rounds,
    lines,
  };
  const kinds = (['refused', 'unknown', 'rounds', 'lines'] as const).filter(
    (kind) => kind === 'lines' || rows[kind].length > 0,
  );
  const [chosen, setChosen] = useState<Shown>();
  const isChosenThere = chosen !== undefined && kinds.includes(chosen);
  const shown = isChosenThere
    ? chosen
    : refused.length > 0
      ? 'refused'
      : 'lines';
  const unknownLines = useMemo(
    () => new Set(unknown.map(({ line }) => line)),
    [unknown],
  );
  const columns = useColumns(unknownLines, areAllKnown);
  const isUpright = useMedia(UPRIGHT);
  return (
    <div className={styles.preview}>
      <div className={styles.bar}>
        <ToggleSegments
          label={t('plan.import.kinds')}
          value={shown}
          onChange={setChosen}
          items={kinds.map((value) => ({
            value,
            label: t(`plan.import.kind.${value}`),
            count: (
              <Count>{formatNumber(rows[value].length, i18n.language)}</Count>
            ),
          }))}
        />
      </div>
      <DataTable
        caption={t('plan.import.preview')}
        columns={columns}
        rows={rows[shown]}
        rowKey={({ line }) => String(line)}
        noRows={t('plan.import.noLines')}
        minWidth={isUpright ? undefined : '60rem'}
        fixed
      />
    </div>
  );
}

function useColumns(
  unknown: ReadonlySet<number>,
  areAllKnown: boolean,
): Column<Row>[] {
  const { t, i18n } = useTranslation();
  const isPhone = useMedia(PHONE);
  const isUpright = useMedia(UPRIGHT);
  const column = (key: 'phone' | 'county' | 'station' | 'from' | 'to') => ({
    key,
    header: t(`plan.import.column.${key}`),
    cell: (row: Row) => cellText(row, key),
  });

  function notes(row: Row) {
    return (
      <span className={styles.notes}>
        {'problems' in row ? problemsText(row, t) : null}
        {'roundOf' in row && row.roundOf !== undefined
          ? t('plan.import.round', { line: row.roundOf })
          : null}
        {unknown.has(row.line) ? (
          <Mark tone="waiting" icon="user">
            <span className={styles.words}>
              {t(areAllKnown ? 'plan.notInList' : 'plan.notLoaded')}
            </span>
          </Mark>
        ) : null}
      </span>
    );
  }

  const note: Column<Row> = {
    key: 'note',
    header: t('plan.import.note'),
    width: isUpright ? '45%' : '26rem',
    cell: notes,
  };
  const line: Column<Row> = {
    key: 'line',
    header: t('observerImport.line'),
    width: isPhone ? '4rem' : '5rem',
    end: true,
    cell: (row) => formatNumber(row.line, i18n.language),
  };
  if (isUpright) {
    return [
      line,
      {
        key: 'cells',
        header: t('plan.import.row'),
        cell: (row) => (
          <span className={styles.cells}>
            <span>{cellText(row, 'phone')}</span>
            <span>
              {cellText(row, 'county')} {cellText(row, 'station')}
            </span>
            <span className="small muted">
              {cellText(row, 'from')} – {cellText(row, 'to')}
            </span>
            {isPhone ? notes(row) : null}
          </span>
        ),
      },
      ...(isPhone ? [] : [note]),
    ];
  }
  return [
    line,
    { ...column('phone'), width: '10rem' },
    column('county'),
    { ...column('station'), width: '6rem', end: true },
    { ...column('from'), width: '9.5rem' },
    { ...column('to'), width: '9.5rem' },
    note,
  ];
}

/** The cell of a refused row as the file has it, of a line as it was understood. */
function cellText(
  row: Row,
  key: 'phone' | 'county' | 'station' | 'from' | 'to',
): string {
  const value = row[key];
  const isTime = key === 'from' || key === 'to';
  return typeof value !== 'string' && isTime
    ? planTimeText(value)
    : String(value ?? '');
}
