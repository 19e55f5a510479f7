import { Hono } from 'hono';

import { toCsv } from '../files/write-csv';
import type { HostEnv } from '../host';
import { toFields } from '../http/fields';
import { organizerOf } from '../http/roles';
import { sendDownload } from '../http/send-download';
import { fieldOf, formOf, uploadedText } from '../http/uploads';
import {
  checkNgo,
  importObservers,
  readImport,
} from '../services/observer-import';

/** Many observers from a file (docs/api-contract.md 3.8). */
export const observerImportRoutes = new Hono<HostEnv>();

observerImportRoutes.post('/api/v1/observer/import', async (c) => {
  const admin = organizerOf(c);
  const { db, host } = c.var;
  const form = await formOf(c);
  const { quirks } = host;
  const names = [
    ...(quirks.ngoIdOnly ? [] : ['ongId']),
    ...(quirks.ongIdOnly ? [] : ['ngoId']),
  ];
  const sent = toFields({ ongId: fieldOf(form, ...names) ?? null });
  const wanted = sent.integer('ongId') ?? 0;
  const ngoId = wanted > 0 ? wanted : admin.ngoId;
  const { text } = await uploadedText(form, 'file');
  const observers = readImport(text, quirks);
  await checkNgo(db, ngoId);
  await importObservers(db, ngoId, observers);
  return c.json(observers.length);
});

observerImportRoutes.get('/api/v1/observer/import-template', (c) => {
  organizerOf(c);
  const header = toCsv([['Phone', 'Pin', 'Name']]);
  return sendDownload(c, header, 'observers.csv');
});
