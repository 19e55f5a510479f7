import { readImportFile } from '@/domain/observers/import-file';
import type { ImportFileColumn } from '@/domain/observers/import-file';
import type { PlanColumn } from '@/domain/plan/plan';
import type { PlanKnown } from '@/domain/plan/plan-file';
import { readPlanFile } from '@/domain/plan/plan-file';
import type { PlaceFileColumn } from '@/domain/places-file';
import { readPlacesFile } from '@/domain/places-file';
import type { SheetRows } from '@/domain/tables/sheet-text';
import { isZip } from '@/domain/tables/sheet-text';
import type { TableChoice } from '@/domain/tables/table-file';

/** The whole file of text, or the rows of a workbook. */
type Source = ArrayBuffer | SheetRows;

/** A file, or the rows that the page has read: only it can read markup. */
type Given = Blob | SheetRows;

/** @throws when the file has gone. */
async function sourceOf(given: Given): Promise<Source> {
  if (!(given instanceof Blob)) return given;
  const bytes = await given.arrayBuffer();
  if (!isZip(new Uint8Array(bytes))) return bytes;
  try {
    const { readWorkbook } = await import('@/lib/read-workbook');
    return await readWorkbook(new Uint8Array(bytes));
  } catch {
    // No workbook, damaged or too large: it is told as what it is.
    return bytes;
  }
}

/**
 * What the import's own thread does. It rejects when the file was moved, deleted or
 * taken away with its medium.
 */
export const readers = {
  observers: async (
    given: Given,
    country: string,
    choice: TableChoice<ImportFileColumn>,
  ) => readImportFile(await sourceOf(given), country, choice),

  places: async (given: Given, choice: TableChoice<PlaceFileColumn>) =>
    readPlacesFile(await sourceOf(given), choice),

  plan: async (
    given: Given,
    known: PlanKnown,
    choice: TableChoice<PlanColumn>,
  ) => readPlanFile(await sourceOf(given), known, choice),
};
