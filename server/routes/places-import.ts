import { readTable } from '../files/read-table';
import { toCsv } from '../files/write-csv';
import { tellAudit, tellAuditNothing } from '../http/audit';
import { requireExtensions } from '../http/extensions';
import { TextRefusal } from '../http/problems/problem';
import { CSV, sendDownload } from '../http/replies/send-download';
import { sendJson } from '../http/replies/send-json';
import { fileRefusals, textOf } from '../http/requests/form';
import { createRoutes } from '../http/routes';
import { PlacesFile, PlacesImport } from '../schemas/places-import';
import { PLACE_COLUMNS, readPlaces } from '../services/places-file';
import { planPlaces } from '../services/places-import';

/** More problems than this are only counted: nobody reads a longer list. */
const PROBLEMS_SHOWN = 1_000;
/** The same for changes. */
const CHANGES_SHOWN = 1_000;
/** The same for what has the name of another place. */
const NAMESAKES_SHOWN = 1_000;

/** All places of an election from one file (docs/api-contract.md 10.4). */
export const placesImportRoutes = createRoutes('extensions');

placesImportRoutes.on(
  'post',
  '/api/extensions/places',
  {
    summary: 'Add or change places by their codes; all or nothing',
    role: 'organizer',
    audit: 'places imported',
    multipart: PlacesFile,
    refusals: fileRefusals,
    reply: PlacesImport,
    prepare: async (c, { csvFile }) => {
      requireExtensions(c);
      return readPlaces(await readTable(await textOf('CsvFile', csvFile)));
    },
  },
  async (c, { body, prepared }) => {
    const { dryRun = false } = await body();
    const { rows, problems } = prepared();
    const plan = await planPlaces(c.var.db, rows);
    const all = problems.length > 0 ? problems : plan.clashes;
    const [first] = all;
    if (!dryRun && first) {
      const { row, column, problem } = first;
      throw new TextRefusal(400, `Row ${row}: ${column}: ${problem}.`);
    }
    if (dryRun) tellAuditNothing(c);
    else {
      await plan.store();
      tellAudit(c, { after: plan.summary });
    }
    return sendJson(c, {
      rows: rows.length,
      ...plan.summary,
      problemCount: all.length,
      problems: all.slice(0, PROBLEMS_SHOWN),
      changes: plan.changes.slice(0, CHANGES_SHOWN),
      namesakes: plan.namesakes.slice(0, NAMESAKES_SHOWN),
    });
  },
);

placesImportRoutes.on(
  'get',
  '/api/extensions/places/template',
  {
    summary: 'The header of the file',
    role: 'organizer',
    audit: { none: 'A header without data' },
    files: [CSV],
  },
  (c) => {
    requireExtensions(c);
    return sendDownload(c, toCsv([[...PLACE_COLUMNS]]), 'places.csv');
  },
);
