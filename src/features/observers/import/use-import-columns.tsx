import type {
  ClassedRow,
  ImportColumn,
  ImportKind,
} from '@/domain/observers/import';
import { IMPORT_COLUMNS } from '@/domain/observers/import';
import { Badge } from '@/ui/marks/badge';
import { Button, IconButton } from '@/ui/button';
import type { Column } from '@/ui/table/data-table';
import { Checkbox } from '@/ui/field/field';
import { formatNumber } from '@/ui/format';
import { useTranslation } from '@/ui/texts';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import { ImportCell } from './import-cell';
import styles from './import-preview.module.css';
import { rowReason } from './import-words';
import type { ImportFile } from './use-import-file';

const LOOKS = {
  new: { tone: 'done', icon: 'plus' },
  unchecked: { tone: 'waiting', icon: 'clock' },
  same: { tone: 'neutral', icon: 'check' },
  doubtful: { tone: 'waiting', icon: 'alert' },
  changed: { tone: 'waiting', icon: 'edit' },
  duplicateInFile: { tone: 'waiting', icon: 'copy' },
  duplicateOfCached: { tone: 'waiting', icon: 'user' },
  invalid: { tone: 'refused', icon: 'alert' },
} as const satisfies Record<ImportKind, object>;

interface ImportTools {
  source: ImportFile;
  /** Lines whose cells are fields; those of invalid rows always are. */
  opened: ReadonlySet<number>;
  onOpen: (line: number) => void;
}

/**
 * Line, whether it is sent, the three cells, its class with the reason, actions. A
 * tablet held upright has the class below the name, a phone everything below it.
 */
export function useImportColumns(tools: ImportTools): Column<ClassedRow>[] {
  const { source, opened, onOpen } = tools;
  const { t, i18n } = useTranslation();
  const isUpright = useMedia(UPRIGHT);
  const isPhone = useMedia(PHONE);

  function cell(row: ClassedRow, column: ImportColumn) {
    return (
      <ImportCell
        row={row}
        column={column}
        isOpen={row.kind === 'invalid' || opened.has(row.line)}
        onCorrect={(text) => {
          // A corrected row keeps its fields: the next one may have the focus.
          onOpen(row.line);
          source.correct(row.line, column, text);
        }}
      />
    );
  }

  function cellOf(column: ImportColumn, width?: string): Column<ClassedRow> {
    return {
      key: column,
      header: t(`observerImport.column.${column}`),
      width,
      cell: (row) => cell(row, column),
    };
  }

  function classOf(row: ClassedRow) {
    const reason = rowReason(row, t);
    return (
      <span className={isUpright ? styles.class : 'row'}>
        <Badge {...LOOKS[row.kind]}>
          {t(`observerImport.kind.${row.kind}`)}
        </Badge>
        {IMPORT_COLUMNS.map((column) => {
          const offer = row.offers?.[column];
          return offer === undefined ? null : (
            <Button
              key={column}
              variant="link"
              aria-label={t('observerImport.offerName', {
                text: offer,
                line: row.line,
              })}
              onClick={() => {
                onOpen(row.line);
                source.correct(row.line, column, offer);
              }}
            >
              {t('observerImport.offer', { text: offer })}
            </Button>
          );
        })}
        <span
          className={isUpright ? 'small muted' : 'small muted ellipsis'}
          title={reason}
        >
          {reason}
        </span>
      </span>
    );
  }

  const lines: Column<ClassedRow>[] = isPhone
    ? []
    : [
        {
          key: 'line',
          header: t('observerImport.line'),
          width: '5rem',
          end: true,
          cell: ({ line }) => formatNumber(line, i18n.language),
        },
      ];

  const cells: Column<ClassedRow>[] = isUpright
    ? [
        ...(isPhone ? [] : [cellOf('phone', '9rem'), cellOf('pin', '6rem')]),
        {
          key: 'name',
          header: isPhone
            ? t('observers.title')
            : t('observerImport.column.name'),
          cell: (row) => (
            <div className={styles.stack}>
              {isPhone ? (
                <>
                  <div className="small muted">
                    {t('observerImport.line')}{' '}
                    {formatNumber(row.line, i18n.language)}
                  </div>
                  <div>{cell(row, 'phone')}</div>
                  <div>{cell(row, 'pin')}</div>
                </>
              ) : null}
              <div>{cell(row, 'name')}</div>
              {classOf(row)}
            </div>
          ),
        },
      ]
    : [
        cellOf('phone', '12rem'),
        cellOf('pin', '8rem'),
        cellOf('name'),
        {
          key: 'kind',
          header: t('observerImport.class'),
          width: '24rem',
          cell: classOf,
        },
      ];

  return [
    ...lines,
    {
      key: 'send',
      header: isPhone ? (
        <span className="visually-hidden">{t('observerImport.sends')}</span>
      ) : (
        t('observerImport.sends')
      ),
      width: isPhone ? '3rem' : '6rem',
      cell: (row) => (
        <Checkbox
          checked={source.isSent(row)}
          disabled={row.kind === 'invalid'}
          onChange={({ target }) => source.decide(row.line, target.checked)}
        >
          <span className="visually-hidden">
            {t('observerImport.sendRow', { line: row.line })}
          </span>
        </Checkbox>
      ),
    },
    ...cells,
    {
      key: 'actions',
      header: <span className="visually-hidden">{t('observers.actions')}</span>,
      end: true,
      width: isPhone ? '5rem' : '6.5rem',
      cell: ({ line }) => (
        <span className={styles.acts}>
          <IconButton
            icon="edit"
            name={t('observerImport.correct', { line })}
            onClick={() => onOpen(line)}
          />
          <IconButton
            icon="trash"
            name={t('observerImport.drop', { line })}
            onClick={() => source.drop(line)}
          />
        </span>
      ),
    },
  ];
}
