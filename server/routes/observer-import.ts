import { readTable } from '../files/read-table';
import { toCsv } from '../files/write-csv';
import { tellAudit } from '../http/audit';
import { CSV, sendDownload } from '../http/replies/send-download';
import { fileRefusals, formFieldsOf, textOf } from '../http/requests/form';
import { createRoutes } from '../http/routes';
import { ObserverFile } from '../schemas/observers';
import { Count } from '../schemas/reply';
import type { RequestContext } from '../server';
import {
  checkNgo,
  hashPins,
  importObservers,
  readAs,
  readImport,
} from '../services/observer-import';

/** Many observers from a file (docs/api-contract.md 3.8). */
export const observerImportRoutes = createRoutes('observers');

observerImportRoutes.on(
  'post',
  '/api/v1/observer/import',
  {
    summary: 'Phone, pin and name as CSV or TSV; all or nothing',
    role: 'organizer',
    audit: 'observers imported',
    multipart: ObserverFile,
    source: fileAndNgo,
    refusals: fileRefusals,
    reply: Count,
    prepare: async (c, { file }) => {
      const { quirks } = c.var.server;
      const text = await textOf('file', file);
      return hashPins(
        await readImport(await readTable(text, readAs(quirks)), quirks),
      );
    },
  },
  async (c, { user, body, prepared }) => {
    const { db } = c.var;
    const { ongId } = await body();
    const ngoId = ongId > 0 ? ongId : user.ngoId;
    const observers = prepared();
    await checkNgo(db, ngoId);
    await importObservers(db, ngoId, observers);
    const count = observers.length;
    tellAudit(c, { subject: `organisation ${ngoId}`, after: { count } });
    return c.json(count);
  },
);

observerImportRoutes.on(
  'get',
  '/api/v1/observer/import-template',
  {
    summary: 'The header of an import',
    role: 'organizer',
    audit: { none: 'A header without data' },
    files: [CSV],
  },
  (c) => {
    const header = toCsv([['Phone', 'Pin', 'Name']]);
    return sendDownload(c, header, 'observers.csv');
  },
);

/**
 * Reads the file and the NGO; the two revisions name the NGO field differently.
 */
async function fileAndNgo(c: RequestContext) {
  const { ngoIdOnly, ongIdOnly } = c.var.server.quirks;
  const { file = '', ongid, ngoid } = await formFieldsOf(c);
  const ongId = ngoIdOnly ? ngoid : ongIdOnly ? ongid : (ongid ?? ngoid);
  return { file, ongId };
}
