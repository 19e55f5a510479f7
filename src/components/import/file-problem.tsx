import type { TFunction } from 'i18next';

import { IMPORT_MAX_BYTES } from '@/config';
import type { TableEncoding, TableFileProblem } from '@/domain/table-file';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { useTranslation } from '@/ui/texts';

/** Why there is no preview of the chosen file. */
export type FileProblem<Column extends string> =
  | TableFileProblem<Column>
  | { problem: 'tooLarge' | 'unreadable' };

/** How a kind of file names its columns. */
interface ColumnWords<Column extends string> {
  nameOf: (column: Column) => string;
  /** What a row has in a file without header. */
  order: string;
}

interface FileProblemBannerProps<Column extends string> {
  file: File;
  found: FileProblem<Column>;
  columns: ColumnWords<Column>;
  onReadAs: (encoding: TableEncoding) => void;
}

/** Says why a file cannot be previewed, and what to do. */
export function FileProblemBanner<Column extends string>(
  props: FileProblemBannerProps<Column>,
) {
  const { file, found, columns, onReadAs } = props;
  const { t } = useTranslation();
  return (
    <Banner
      tone="refused"
      icon="alert"
      title={t('importFile.unusable', { name: file.name })}
      action={
        found.problem === 'encoding' ? (
          <Button small onClick={() => onReadAs('windows-1250')}>
            {t('importFile.readAs')}
          </Button>
        ) : undefined
      }
    >
      {reasonOf(found, columns, t)}
    </Banner>
  );
}

function reasonOf<Column extends string>(
  found: FileProblem<Column>,
  { nameOf, order }: ColumnWords<Column>,
  t: TFunction,
): string {
  switch (found.problem) {
    case 'tooLarge':
      return t('importFile.problem.tooLarge', {
        count: IMPORT_MAX_BYTES / 1024 / 1024,
      });
    case 'columns': {
      const missing = found.missing.map(nameOf).join(', ');
      return `${t('importFile.problem.columns', { missing })} ${order}`;
    }
    case 'quotes':
      return t('importFile.problem.quotes', { line: found.line });
    case 'empty':
    case 'binary':
    case 'workbook':
    case 'encoding':
    case 'unreadable':
      return t(`importFile.problem.${found.problem}`);
  }
}
