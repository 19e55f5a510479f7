import type { TFunction } from 'i18next';

import { IMPORT_MAX_BYTES } from '@/config';
import type { TableEncoding } from '@/domain/tables/sheet-text';
import type { TableFileProblem } from '@/domain/tables/table-file';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { useTranslation } from '@/ui/texts';

/** Why there is no preview of the chosen file. */
export type FileProblem<Column extends string> =
  | TableFileProblem<Column>
  | { problem: 'tooLarge' | 'unreadable' };

/** Missing columns are told where a person can name them (`ColumnsStep`). */
type Unusable = Exclude<FileProblem<never>, { problem: 'columns' }>;

interface FileProblemBannerProps {
  file: File;
  found: Unusable;
  onReadAs: (encoding: TableEncoding) => void;
}

/** Says why a file cannot be previewed, and what to do. */
export function FileProblemBanner(props: FileProblemBannerProps) {
  const { file, found, onReadAs } = props;
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
      {reasonOf(found, t)}
    </Banner>
  );
}

function reasonOf(found: Unusable, t: TFunction): string {
  switch (found.problem) {
    case 'tooLarge':
      return t('importFile.problem.tooLarge', {
        count: IMPORT_MAX_BYTES / 1024 / 1024,
      });
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
