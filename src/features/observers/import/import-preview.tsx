import { useState } from 'react';

import type { ClassedRow, ImportKind } from '@/domain/observers/import';
import { IMPORT_KINDS } from '@/domain/observers/import';
import { Count } from '@/ui/marks/count';
import { DataTable } from '@/ui/table/data-table';
import { formatNumber } from '@/ui/format';
import { ToggleSegments } from '@/ui/field/segments';
import { useTranslation } from '@/ui/texts';
import { UPRIGHT, useMedia } from '@/ui/use-media';

import styles from './import-preview.module.css';
import { useImportColumns } from './use-import-columns';
import type { ImportFile } from './use-import-file';

interface ImportPreviewProps {
  rows: readonly ClassedRow[];
  source: ImportFile;
}

type Shown = ImportKind | 'all';

/** The rows of the file, by class; cells can be corrected in place. */
export function ImportPreview({ rows, source }: ImportPreviewProps) {
  const { t, i18n } = useTranslation();
  const [shown, setShown] = useState<Shown>('all');
  /** Rows with fields; they stay in sight when a correction changes their class. */
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const isUpright = useMedia(UPRIGHT);
  const columns = useImportColumns({
    source,
    opened,
    onOpen: (line) => setOpened((now) => new Set(now).add(line)),
  });
  const counts = new Map<ImportKind, number>();
  for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = IMPORT_KINDS.filter((kind) => counts.has(kind));
  const visible =
    shown === 'all'
      ? rows
      : rows.filter(({ kind, line }) => kind === shown || opened.has(line));
  const segment = (value: Shown, count: number) => ({
    value,
    label: t(`observerImport.kind.${value}`),
    count: <Count>{formatNumber(count, i18n.language)}</Count>,
  });
  return (
    <div className={styles.preview}>
      <div className={styles.bar}>
        <ToggleSegments
          label={t('observerImport.kinds')}
          value={shown}
          onChange={(next) => {
            setOpened(new Set());
            setShown(next);
          }}
          items={[
            segment('all', rows.length),
            ...kinds.map((kind) => segment(kind, counts.get(kind) ?? 0)),
          ]}
        />
      </div>
      <DataTable
        caption={t('observerImport.preview')}
        columns={columns}
        rows={visible}
        rowKey={({ line }) => String(line)}
        minWidth={isUpright ? undefined : '60rem'}
        fixed
      />
    </div>
  );
}
