import { useState } from 'react';

import type { FileColumn } from '@/domain/tables/columns';
import { TABLE_ENCODINGS } from '@/domain/tables/sheet-text';
import type { FileLook, TableChoice } from '@/domain/tables/table-file';
import { Button } from '@/ui/button';
import { Field, NativeSelect } from '@/ui/field/field';
import { Panel } from '@/ui/layout/panel';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import styles from './columns-step.module.css';

interface ColumnsStepProps<Column extends string> {
  look: FileLook<Column>;
  /** The columns that a file may have, in their order. */
  columns: readonly Column[];
  /** Those of them that it has to have. */
  required: readonly Column[];
  nameOf: (column: Column) => string;
  /** The columns were guessed: no row is shown before a person has said yes. */
  isOpen: boolean;
  onChoose: (choice: TableChoice<Column>) => void;
}

/** What each column of a file is, as it was understood; a person may say otherwise. */
export function ColumnsStep<Column extends string>(
  props: ColumnsStepProps<Column>,
) {
  const { look, columns, required, nameOf, isOpen, onChoose } = props;
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(() =>
    look.columns.map(({ column }) => column),
  );
  const missing = required.filter((column) => !chosen.includes(column));
  const missingText =
    missing.length === 0
      ? undefined
      : t('importFile.problem.columns', {
          missing: missing.map(nameOf).join(', '),
        });
  const unread = look.columns.filter((_, at) => chosen[at] === undefined);

  function choose(at: number, column: Column | undefined) {
    const next = chosen.map((each, place) => {
      if (place === at) return column;
      // A field stands in one column: the other one is not read any more.
      return each === column ? undefined : each;
    });
    setChosen(next);
    if (!isOpen && required.every((each) => next.includes(each))) {
      onChoose({ encoding: look.encoding, columns: next });
    }
  }

  const fields = (
    <div className={styles.columns}>
      {look.columns.map((column, at) => (
        <ColumnField
          // oxlint-disable-next-line react/no-array-index-key -- a column is its place
          key={at}
          label={
            column.head || t('importFile.columns.number', { number: at + 1 })
          }
          samples={column.samples}
          value={chosen[at]}
          columns={columns}
          nameOf={nameOf}
          onChange={(next) => choose(at, next)}
        />
      ))}
      {look.encoding === undefined ? null : (
        <Field label={t('importFile.columns.encoding')}>
          <NativeSelect
            value={look.encoding}
            onChange={({ target }) =>
              onChoose({
                encoding: TABLE_ENCODINGS.find((each) => each === target.value),
              })
            }
          >
            {TABLE_ENCODINGS.map((encoding) => (
              <option key={encoding}>{encoding}</option>
            ))}
          </NativeSelect>
        </Field>
      )}
    </div>
  );
  if (!isOpen) {
    return (
      <details className={styles.details}>
        <summary>
          {unread.length === 0
            ? t('importFile.columns.all')
            : t('importFile.columns.unread', { heads: headsOf(unread) })}
        </summary>
        {fields}
      </details>
    );
  }
  return (
    <Panel aria-label={t('importFile.columns.title')} className={styles.step}>
      <h2>{t('importFile.columns.title')}</h2>
      <p className="muted">{t('importFile.columns.about')}</p>
      {fields}
      {unread.length === 0 ? null : (
        <p className="small muted">
          {t('importFile.columns.unread', { heads: headsOf(unread) })}
        </p>
      )}
      {missingText === undefined ? null : (
        <output>
          <Mark tone="waiting" icon="alert">
            <span className={styles.words}>{missingText}</span>
          </Mark>
        </output>
      )}
      <Button
        variant="primary"
        reason={missingText}
        onClick={() => onChoose({ encoding: look.encoding, columns: chosen })}
      >
        {t('importFile.columns.confirm')}
      </Button>
    </Panel>
  );
}

/** Changes when a file is looked at anew, with the choice of before forgotten. */
export function columnsKey(file: File, look: FileLook<string>): string {
  const chosen = look.columns.map(({ head, column }) => [head, column]);
  return JSON.stringify([file.name, file.lastModified, look.encoding, chosen]);
}

function headsOf(columns: readonly FileColumn<string>[]): string {
  return columns
    .map(({ head, samples: [sample = ''] }) => head || sample || '–')
    .join(', ');
}

interface ColumnFieldProps<Column extends string> {
  label: string;
  samples: readonly string[];
  value: Column | undefined;
  columns: readonly Column[];
  nameOf: (column: Column) => string;
  onChange: (column: Column | undefined) => void;
}

function ColumnField<Column extends string>(props: ColumnFieldProps<Column>) {
  const { label, samples, value, columns, nameOf, onChange } = props;
  const { t } = useTranslation();
  return (
    <Field label={label} hint={samples.join(' · ')}>
      <NativeSelect
        value={value ?? ''}
        onChange={({ target }) =>
          onChange(columns.find((column) => column === target.value))
        }
      >
        <option value="">{t('importFile.columns.none')}</option>
        {columns.map((column) => (
          <option key={column} value={column}>
            {nameOf(column)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
