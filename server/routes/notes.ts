import { Hono } from 'hono';

import type { HostEnv } from '../host';
import { attachmentLinks, isLinkGood } from '../http/attachment-links';
import { required, toFields } from '../http/fields';
import { CrashingError, ProblemError, TextRefusal } from '../http/problem';
import { queryOf } from '../http/query';
import { adminOf, phoneUserOf, scopeOf } from '../http/roles';
import { sendFile } from '../http/send-file';
import { sendJson } from '../http/send-json';
import { formOf } from '../http/uploads';
import { parseInteger } from '../http/values';
import { findFile, listNotes } from '../queries/notes';
import { isObserverVisible } from '../queries/observers';
import { findStation, stationNameOf } from '../queries/polling-stations';
import { addNote, type NoteFile } from '../services/notes';

/**
 * The form id of a note on the station as a whole (docs/api-contract.md 4.3).
 */
const NO_FORM = -1;
const MAX_FILE_NAME_LENGTH = 120;

/** Notes and their files (docs/api-contract.md 4.3, 4.11). */
export const noteRoutes = new Hono<HostEnv>();

noteRoutes.get('/api/v2/note', async (c) => {
  const admin = adminOf(c);
  const { db, host } = c.var;
  const query = queryOf(c);
  const { oldQueryNames, newQueryNames } = host.quirks;
  const named = (newer: string, older: string) => [
    ...(oldQueryNames ? [] : [newer]),
    ...(newQueryNames ? [] : [older]),
  ];
  const observerId = query.integer(...named('observerId', 'idObserver'));
  const pollingStationId = query.integer(
    ...named('pollingStationId', 'idPollingStation'),
  );
  const questionId = query.integer('idQuestion', 'questionId');
  if (questionId !== undefined && pollingStationId === undefined) {
    throw new TextRefusal(400, 'A question needs a polling station.');
  }
  if (observerId === undefined) {
    throw new CrashingError('The observer is missing: send observerId.');
  }
  const isVisible = await isObserverVisible(db, observerId, scopeOf(admin));
  const notes = isVisible
    ? await listNotes(db, { observerId, pollingStationId, questionId })
    : [];
  const linkOf = attachmentLinks(c);
  const dtos = notes.map(({ id: _, files, ...note }) => ({
    ...note,
    attachmentsPaths: files.map(linkOf),
    formId: note.formId ?? NO_FORM,
  }));
  return sendJson(c, dtos);
});

noteRoutes.post('/api/v2/note', async (c) => {
  const user = await phoneUserOf(c);
  const { db, host } = c.var;
  const form = await formOf(c);
  const texts = [...form].filter(([, value]) => typeof value === 'string');
  const body = toFields(Object.fromEntries(texts));
  const name = stationNameOf(body);
  const station = await findStation(db, name);
  const added = {
    observerId: user.observerId,
    pollingStationId: station.id,
    // 0 means none (docs/api-contract.md 4.11).
    questionId: body.integer('questionId') || undefined,
    text: body.text('text') || undefined,
    files: await filesOf(form),
  };
  if (!added.text && added.files.length === 0) {
    throw required('Text', undefined);
  }
  const files = await addNote(db, added, host.now());
  const linkOf = attachmentLinks(c);
  return c.json({
    filesAddress: files.map(linkOf),
    note: {
      countyCode: station.countyCode,
      municipalityCode: station.municipalityCode,
      pollingStationNumber: station.number,
      questionId: added.questionId ?? null,
      text: added.text ?? null,
    },
  });
});

noteRoutes.get('/api/v2/note/attachment/:id/:fileName', async (c) => {
  const { db, host } = c.var;
  const id = parseInteger(c.req.param('id')) ?? 0;
  const expires = Number(c.req.query('expires'));
  const signature = c.req.query('signature');
  if (!isLinkGood(host.secret, id, expires, signature, host.now())) {
    throw new ProblemError(403, 'This address is not valid, or no longer.');
  }
  const file = await findFile(db, id);
  if (!file) throw new ProblemError(404, 'There is no such file.');
  return sendFile(c, file);
});

/** Every file of the form, whatever its field is called (`Files`, `File`). */
async function filesOf(form: FormData): Promise<NoteFile[]> {
  const files: NoteFile[] = [];
  for (const [, value] of form) {
    if (typeof value === 'string' || value.size === 0) continue;
    files.push({
      name: value.name.slice(-MAX_FILE_NAME_LENGTH) || 'file',
      type: value.type,
      bytes: new Uint8Array(await value.arrayBuffer()),
    });
  }
  return files;
}
