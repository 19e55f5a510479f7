import { MultipartError } from '../files/multipart';
import { tellAudit, threadSubject } from '../http/audit';
import { attachmentLinks, isLinkGood } from '../http/callers/attachment-links';
import { scopeOf } from '../http/callers/roles';
import {
  CrashingError,
  ProblemError,
  TextRefusal,
} from '../http/problems/problem';
import { sendFile } from '../http/replies/send-file';
import { sendJson } from '../http/replies/send-json';
import { filled, integer, named, required } from '../http/requests/fields';
import type { Upload } from '../http/requests/receive-files';
import { parseInteger } from '../http/requests/values';
import { createRoutes } from '../http/routes';
import { findFile, listNotes, type NoteRow } from '../queries/notes';
import { isObserverVisible } from '../queries/observers';
import { findStation } from '../queries/polling-stations';
import { NoteReply, Notes, PostedNote } from '../schemas/notes';
import type { RequestContext } from '../server';
import { addNote } from '../services/notes';

/**
 * The form id of a note on the station as a whole (docs/api-contract.md 4.3).
 */
const NO_FORM = -1;

/** Where `receiveFiles` reads the forms. */
export const NOTES_PATH = '/api/v2/note';

/** Notes and their files (docs/api-contract.md 4.3, 4.11). */
export const noteRoutes = createRoutes('notes');

noteRoutes.on(
  'get',
  NOTES_PATH,
  {
    summary: 'The notes of a thread, oldest first',
    role: 'admin',
    audit: { counted: 'details read' },
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
    if (isVisible) {
      tellAudit(c, { subject: threadSubject(observerId, pollingStationId) });
    }
    const notes = isVisible
      ? await listNotes(db, { observerId, pollingStationId, questionId })
      : [];
    const linkOf = attachmentLinks(c);
    return sendJson(
      c,
      notes.map((note) => toNoteDto(note, linkOf)),
    );
  },
);

noteRoutes.on(
  'post',
  NOTES_PATH,
  {
    summary: 'A note from a phone, with files',
    role: 'observer',
    audit: { none: 'It is of a phone' },
    multipart: PostedNote,
    source: textsOf,
    reply: NoteReply,
    refusals: {
      413: 'The body is too large, or the quota of the observer is used up: the reason names the limit',
      429: 'Too many uploads of the observer at once',
      503: 'The store of the pictures does not take the files',
    },
  },
  async (c, { user, body }) => {
    const { db, server } = c.var;
    const { files: _, text, questionId, ...name } = await body();
    const { files } = uploadOf(c);
    const station = await findStation(db, name);
    const added = {
      observerId: user.observerId,
      pollingStationId: station.id,
      // 0 means none (docs/api-contract.md 4.11).
      questionId: questionId || undefined,
      text: text || undefined,
      files,
    };
    if (files.length === 0) required('Text', added.text);
    const stored = await addNote(db, added, {
      now: server.now(),
      quota: server.uploadQuota,
    });
    return c.json({
      filesAddress: stored.map(attachmentLinks(c)),
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
    audit: { counted: 'file opened' },
    query: { expires: filled, account: integer, signature: filled },
    files: ['application/octet-stream'],
    refusals: { 503: 'The store of the pictures does not give the file' },
  },
  async (c, { query }) => {
    const { db, server } = c.var;
    const id = parseInteger(c.req.param('id') ?? '') ?? 0;
    const { expires, account: adminId, signature } = query();
    const link = { id, expires: Number(expires), adminId };
    if (!isLinkGood(server.secret, link, signature, server.now())) {
      throw new ProblemError(403, 'This address is not valid, or no longer.');
    }
    const file = await findFile(db, id);
    if (!file) throw new ProblemError(404, 'There is no such file.');
    const { observerId, pollingStationId } = file;
    const subject = threadSubject(observerId, pollingStationId);
    tellAudit(c, { subject, adminId });
    return sendFile(c, file);
  },
);

/** The texts of the form; its files are stored already. */
async function textsOf(c: RequestContext) {
  return uploadOf(c).texts;
}

function uploadOf(c: RequestContext): Upload {
  if (c.var.upload) return c.var.upload;
  throw new ProblemError(400, new MultipartError().message);
}

/** A note (docs/api-contract.md 4.3). @param linkOf gives the address of a file. */
export function toNoteDto(
  row: NoteRow,
  linkOf: ReturnType<typeof attachmentLinks>,
) {
  const { text, questionId, formCode, files } = row;
  const { countyCode, municipalityCode, pollingStationNumber } = row;
  return {
    text,
    questionId,
    countyCode,
    municipalityCode,
    pollingStationNumber,
    formCode,
    formId: row.formId ?? NO_FORM,
    attachmentsPaths: files.map(linkOf),
  };
}
