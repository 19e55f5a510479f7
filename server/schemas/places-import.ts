import * as v from 'valibot';

import { boolean as sentBoolean, fields } from '../http/requests/fields';
import { file } from '../http/requests/form';
import { integer } from './reply';

/** A file of places; with `dryRun` it is only looked at. */
export const PlacesFile = v.pipe(
  fields({ csvFile: file, dryRun: v.optional(sentBoolean) }),
  v.title('PlacesFile'),
);

const counted = v.object({ added: integer, changed: integer });

/** What an import does, or did; with problems it does nothing. */
export const PlacesImport = v.pipe(
  v.object({
    rows: integer,
    provinces: counted,
    counties: counted,
    municipalities: counted,
    pollingStations: counted,
    problemCount: integer,
    problems: v.array(
      v.object({ row: integer, column: v.string(), problem: v.string() }),
    ),
    changes: v.array(
      v.object({
        kind: v.string(),
        code: v.string(),
        column: v.string(),
        from: v.string(),
        to: v.string(),
      }),
    ),
    namesakes: v.array(
      v.object({
        kind: v.string(),
        code: v.string(),
        name: v.string(),
        known: v.object({ code: v.string(), name: v.string() }),
        isInFile: v.boolean(),
      }),
    ),
  }),
  v.title('PlacesImport'),
);
