import type { TFunction } from 'i18next';
import type { SheetData } from 'write-excel-file/browser';

import type { CacheShare } from '@/domain/cache-share';
import type { Observer } from '@/domain/observers/observer';
import { dateCell, harmless, toCsv } from '@/domain/spreadsheet';
import { datedName } from '@/ui/dated-name';
import { formatFull } from '@/ui/format';
import { saveCsv } from '@/ui/save-csv';
import { saveFile } from '@/ui/save-file';

interface ObserverExport {
  /** What the filter found. */
  observers: readonly Observer[];
  /** Epoch ms at which the list was last known to be right. */
  asOf: number | undefined;
  /** How much of the list is cached; undefined when it is whole. */
  cacheShare?: CacheShare | undefined;
  t: TFunction;
  locale: string;
}

/** Saves the observers as CSV; dates as ISO text, since CSV knows no types. */
export function exportCsv(what: ObserverExport): void {
  const rows = what.observers.map((observer) => [
    harmless(observer.name),
    harmless(observer.phone),
    harmless(observer.ngo),
    isoOf(observer.lastSeen),
    observer.numberOfPollingStations,
    observer.numberOfNotes,
  ]);
  const text = toCsv([headerOf(what.t), ...rows, [noteOf(what)]]);
  saveCsv(text, datedName(what.t('observers.export.file'), 'csv'));
}

/**
 * Saves the observers as a workbook, numbers and dates typed; the writer is
 * loaded now and not before.
 * @throws when it cannot be loaded.
 */
export async function exportXlsx(what: ObserverExport): Promise<void> {
  const { default: writeXlsxFile } = await import('write-excel-file/browser');
  const { toBlob } = writeXlsxFile([
    {
      sheet: what.t('observers.title'),
      stickyRowsCount: 1,
      columns: [32, 16, 24, 18, 12, 12].map((width) => ({ width })),
      data: sheetOf(what),
    },
    {
      sheet: what.t('observers.export.about'),
      columns: [{ width: 80 }],
      data: [[{ value: noteOf(what), type: String }]],
    },
  ]);
  saveFile(await toBlob(), datedName(what.t('observers.export.file'), 'xlsx'));
}

function sheetOf({ observers, t }: ObserverExport): SheetData {
  const header = headerOf(t).map((value) => ({
    value,
    type: String,
    fontWeight: 'bold' as const,
  }));
  const text = (value: string) => ({ value: harmless(value), type: String });
  const number = (value: number) => ({ value, type: Number });
  const rows = observers.map((observer) => [
    text(observer.name),
    text(observer.phone),
    text(observer.ngo),
    observer.lastSeen === undefined ? null : dateCell(observer.lastSeen),
    number(observer.numberOfPollingStations),
    number(observer.numberOfNotes),
  ]);
  return [header, ...rows];
}

function headerOf(t: TFunction): string[] {
  return [
    t('observers.name'),
    t('observers.phone'),
    t('observers.ngo'),
    t('observers.lastSeen'),
    t('observers.stations'),
    t('observers.notes'),
  ];
}

function isoOf(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString();
}

/** What the file is: cached rows, not the server's, and how old they are. */
function noteOf(what: ObserverExport): string {
  const { observers, asOf, cacheShare, t, locale } = what;
  const count = observers.length;
  if (cacheShare)
    return t('observers.export.notePartly', { count, ...cacheShare });
  return asOf === undefined
    ? t('observers.export.noteUnknown', { count })
    : t('observers.export.note', { count, time: formatFull(asOf, locale) });
}
