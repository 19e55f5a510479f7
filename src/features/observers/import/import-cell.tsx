import type { ClassedRow, ImportColumn } from '@/domain/observers/import';
import { TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

interface ImportCellProps {
  row: ClassedRow;
  column: ImportColumn;
  /** Shown as a field. */
  isOpen: boolean;
  onCorrect: (text: string) => void;
}

/**
 * One cell of the preview: text, or a field to correct it in. A correction
 * counts when the field is left or Enter is pressed: every one of them is
 * compared with all other rows.
 */
export function ImportCell(props: ImportCellProps) {
  const { row, column, isOpen, onCorrect } = props;
  const { t } = useTranslation();
  const text = row[column];
  if (!isOpen) return text;
  return (
    <TextInput
      key={text}
      defaultValue={text}
      autoComplete="off"
      aria-label={t('observerImport.cell', {
        column: t(`observerImport.column.${column}`),
        line: row.line,
      })}
      aria-invalid={row.problems[column] !== undefined}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
      onBlur={({ target }) => {
        if (target.value !== text) onCorrect(target.value);
      }}
    />
  );
}
