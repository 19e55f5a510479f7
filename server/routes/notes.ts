import { attachmentLinks, isLinkGood } from '../http/attachment-links';
import { filled, integer, named, required } from '../http/fields';
import { CrashingError, ProblemError, TextRefusal } from '../http/problem';
import { scopeOf } from '../http/roles';
import { createRoutes } from '../http/routes';
import { sendFile } from '../http/send-file';
import { sendJson } from '../http/send-json';
import { formOf } from '../http/uploads';
import { parseInteger } from '../http/values';
import { findFile, listNotes } from '../queries/notes';
import { isObserverVisible } from '../queries/observers';
import { findStation } from '../queries/polling-stations';
import { NoteReply, Notes, PostedNote } from '../schemas/notes';
import type { RequestContext } from '../server';
import { addNote, type NoteFile } from '../services/notes';

/**
 * The form id of a note on the station as a whole (docs/api-contract.md 4.3).
 */
const NO_FORM = -1;
const MAX_FILE_NAME_LENGTH = 120;

/** Notes and their files (docs/api-contract.md 4.3, 4.11). */
export const noteRoutes = createRoutes('notes');

noteRoutes.on(
  'get',
  '/api/v2/note',
  {
    summary: 'The notes of a thread, oldest first',
    role: 'admin',
    query: {
      observerId: named(
        integer,
        { newer: 'observerId' },
        { older: 'idObserver' },
      ),
      pollingStationId: named(
        integer,
        { newer: 'pollingStationId' },
        { older: 'idPollingStation' },
      ),
      idQuestion: named(integer, 'idQuestion', 'questionId'),
    },
    reply: Notes,
  },
  async (c, { user, query }) => {
    const { db } = c.var;
    const { observerId, pollingStationId, idQuestion: questionId } = query();
    if (questionId !== undefined && pollingStationId === undefined) {
      throw new TextRefusal(400, 'A question needs a polling station.');
    }
    if (observerId === undefined) {
      throw new CrashingError('The observer is missing: send observerId.');
    }
    const isVisible = await isObserverVisible(db, observerId, scopeOf(user));
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
  },
);

noteRoutes.on(
  'post',
  '/api/v2/note',
  {
    summary: 'A note from a phone, with files',
    role: 'observer',
    audit: { none: 'It is of a phone' },
    multipart: PostedNote,
    source: textsAndFiles,
    reply: NoteReply,
  },
  async (c, { user, body }) => {
    const { db, server } = c.var;
    const { files: sent, text, questionId, ...name } = await body();
    const station = await findStation(db, name);
    const added = {
      observerId: user.observerId,
      pollingStationId: station.id,
      // 0 means none (docs/api-contract.md 4.11).
      questionId: questionId || undefined,
      text: text || undefined,
      files: await Promise.all(sent.map(toNoteFile)),
    };
    if (added.files.length === 0) required('Text', added.text);
    const files = await addNote(db, added, server.now());
    return c.json({
      filesAddress: files.map(attachmentLinks(c)),
      note: {
        countyCode: station.countyCode,
        municipalityCode: station.municipalityCode,
        pollingStationNumber: station.number,
        questionId: added.questionId ?? null,
        text: added.text ?? null,
      },
    });
  },
);

noteRoutes.on(
  'get',
  '/api/v2/note/attachment/:id/:fileName',
  {
    summary: 'A file of a note, by its signed address',
    role: 'link',
    query: { expires: filled, signature: filled },
    files: ['application/octet-stream'],
  },
  async (c, { query }) => {
    const { db, server } = c.var;
    const id = parseInteger(c.req.param('id') ?? '') ?? 0;
    const { expires, signature } = query();
    if (
      !isLinkGood(server.secret, id, Number(expires), signature, server.now())
    ) {
      throw new ProblemError(403, 'This address is not valid, or no longer.');
    }
    const file = await findFile(db, id);
    if (!file) throw new ProblemError(404, 'There is no such file.');
    return sendFile(c, file);
  },
);

/** The texts and the files of a multipart body, under all field names. */
async function textsAndFiles(c: RequestContext) {
  const form = [...(await formOf(c))];
  const texts = form.filter(([, value]) => typeof value === 'string');
  const files = form.flatMap(([, value]) =>
    typeof value === 'string' || value.size === 0 ? [] : value,
  );
  return { ...Object.fromEntries(texts), files };
}

async function toNoteFile(file: File): Promise<NoteFile> {
  return {
    name: file.name.slice(-MAX_FILE_NAME_LENGTH) || 'file',
    type: file.type,
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
}
