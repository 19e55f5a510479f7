import * as v from 'valibot';

import type { Reply } from '@/domain/outbox/outcome';
import type { PlacesSummary } from '@/domain/places';
import {
  NAMED_KINDS,
  PLACE_COLUMNS,
  PLACE_KINDS,
  PLACE_PROBLEMS,
} from '@/domain/places';

import type { UploadTo } from './upload';
import { upload } from './upload';

const count = v.pipe(v.number(), v.integer());
const changed = v.object({ added: count, changed: count });

const summary = v.object({
  rows: count,
  provinces: changed,
  counties: changed,
  municipalities: changed,
  pollingStations: changed,
  problemCount: count,
  problems: v.array(
    v.object({
      row: count,
      column: v.picklist(PLACE_COLUMNS),
      problem: v.picklist(PLACE_PROBLEMS),
    }),
  ),
  changes: v.optional(
    v.array(
      v.object({
        kind: v.picklist(PLACE_KINDS),
        code: v.string(),
        column: v.picklist(PLACE_COLUMNS),
        from: v.string(),
        to: v.string(),
      }),
    ),
  ),
  namesakes: v.optional(
    v.array(
      v.object({
        kind: v.picklist(NAMED_KINDS),
        code: v.string(),
        name: v.string(),
        known: v.object({ code: v.string(), name: v.string() }),
        isInFile: v.boolean(),
      }),
    ),
  ),
});

/**
 * POST /api/extensions/places (docs/api-contract.md 10.4): adds and changes places by
 * their codes, all or nothing; the same rows twice change nothing.
 * @param csv what `placesCsv` makes. @param dryRun only looks.
 */
export function importPlaces(
  to: UploadTo,
  csv: string,
  dryRun: boolean,
): Promise<Reply<PlacesSummary | undefined>> {
  const body = new FormData();
  const file = new Blob([csv], { type: 'text/csv' });
  body.set('CsvFile', file, 'places.csv');
  body.set('dryRun', String(dryRun));
  return upload({ ...to, path: '/api/extensions/places', body }, summary);
}
