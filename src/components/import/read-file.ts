import { readImportFile } from '@/domain/observers/import-file';
import type { ImportFileColumn } from '@/domain/observers/import-file';
import type { PlanColumn } from '@/domain/plan/plan';
import type { PlanKnown } from '@/domain/plan/plan-file';
import { readPlanFile } from '@/domain/plan/plan-file';
import type { PlaceColumn } from '@/domain/places';
import { readPlacesFile } from '@/domain/places-file';
import type { TableChoice } from '@/domain/tables/table-file';

/**
 * What the import's own thread does. It rejects when the file was moved, deleted or
 * taken away with its medium.
 */
export const readers = {
  observers: async (
    file: Blob,
    country: string,
    choice: TableChoice<ImportFileColumn>,
  ) => readImportFile(await file.arrayBuffer(), country, choice),

  places: async (file: Blob, choice: TableChoice<PlaceColumn>) =>
    readPlacesFile(await file.arrayBuffer(), choice),

  plan: async (file: Blob, known: PlanKnown, choice: TableChoice<PlanColumn>) =>
    readPlanFile(await file.arrayBuffer(), known, choice),
};
