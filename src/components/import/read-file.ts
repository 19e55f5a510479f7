import { readImportFile } from '@/domain/observers/import-file';
import type { PlanKnown } from '@/domain/plan/plan-file';
import { readPlanFile } from '@/domain/plan/plan-file';
import { readPlacesFile } from '@/domain/places-file';
import type { TableEncoding } from '@/domain/table-file';

/**
 * What the import's own thread does: it reads a file as UTF-8 unless a person chose
 * another encoding. It rejects when the file was moved, deleted or taken away with
 * its medium.
 */
export const readers = {
  observers: async (
    file: Blob,
    country: string,
    encoding: TableEncoding | undefined,
  ) => readImportFile(await file.arrayBuffer(), country, encoding),

  places: async (file: Blob, encoding: TableEncoding | undefined) =>
    readPlacesFile(await file.arrayBuffer(), encoding),

  plan: async (
    file: Blob,
    known: PlanKnown,
    encoding: TableEncoding | undefined,
  ) => readPlanFile(await file.arrayBuffer(), known, encoding),
};
