import type { TFunction } from 'i18next';

import type { CacheShare } from '@/domain/cache-share';
import type { Observer } from '@/domain/observers/observer';
import { toCsv } from '@/domain/csv';
import { harmlessInCsv } from '@/domain/spreadsheet';
import type { Cell } from '@/lib/workbook';
import { datedName } from '@/ui/dated-name';
import { formatFull, timeZone } from '@/ui/format';
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
    harmlessInCsv(observer.name),
    harmlessInCsv(observer.phone),
    harmlessInCsv(observer.ngo),
    isoOf(observer.lastSeen),
    observer.numberOfPollingStations,
    observer.numberOfNotes,
  ]);
  const text = toCsv([headerOf(what.t, 'UTC'), ...rows, [noteOf(what)]]);
  saveCsv(text, datedName(what.t('observers.export.file'), 'csv'));
}

/**
 * Saves the observers as a workbook, numbers and dates typed; the writer is
 * loaded now and not before.
 * @throws when it cannot be loaded.
 */
export async function exportXlsx(what: ObserverExport): Promise<void> {
  const { writeWorkbook } = await import('@/lib/workbook');
  const workbook = await writeWorkbook([
    {
      name: what.t('observers.title'),
      // Workbooks know no zones.
      head: headerOf(what.t, timeZone()),
      rows: what.observers.map(cellsOf),
      widths: [32, 16, 24, 18, 12, 12],
    },
    {
      name: what.t('observers.export.about'),
      rows: [[noteOf(what)]],
      widths: [80],
    },
  ]);
  saveFile(workbook, datedName(what.t('observers.export.file'), 'xlsx'));
}

function cellsOf(observer: Observer): Cell[] {
  return [
    harmlessInCsv(observer.name),
    harmlessInCsv(observer.phone),
    harmlessInCsv(observer.ngo),
    observer.lastSeen === undefined ? null : new Date(observer.lastSeen),
    observer.numberOfPollingStations,
    observer.numberOfNotes,
  ];
}

/** @param zone in which the moments are told. */
function headerOf(t: TFunction, zone: string): string[] {
  return [
    t('observers.name'),
    t('observers.phone'),
    t('observers.ngo'),
    `${t('observers.lastSeen')} (${zone})`,
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
