import { tellAudit } from '../http/audit';
import { attachmentLinks } from '../http/callers/attachment-links';
import { scopeOf } from '../http/callers/roles';
import { requireExtensions } from '../http/extensions';
import { invalid } from '../http/problems/problem';
import { sendJson } from '../http/replies/send-json';
import {
  CURSOR_REFUSALS,
  endOf,
  readCursor,
  writeCursor,
} from '../http/requests/change-cursor';
import { boolean, filled, integer } from '../http/requests/fields';
import { createRoutes } from '../http/routes';
import {
  listFilledQuestions,
  listStationInfos,
  type FilledQuestion,
} from '../queries/answers';
import {
  findDetailsOrder,
  listChangedThreads,
  type DetailsPlace,
} from '../queries/details';
import { listNotesOfThreads } from '../queries/notes';
import { nameOf } from '../queries/thread-ids';
import { groupBy } from '../group-by';
import { DetailsPage } from '../schemas/details';
import { toStationInfoDto } from './answers';
import { toNoteDto } from './notes';

/** Threads of one page. */
const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 500;
/** In a place, behind the number of the transaction. */
const IDS = 2;

/** Answers, station info and notes of many threads (docs/api-contract.md 10.14). */
export const detailsRoutes = createRoutes('details');

detailsRoutes.on(
  'get',
  '/api/extensions/details',
  {
    summary: 'All that was sent of the threads that changed after a cursor',
    role: 'admin',
    audit: { counted: 'details kept' },
    query: { after: filled, limit: integer, urgent: boolean },
    reply: DetailsPage,
    refusals: CURSOR_REFUSALS,
  },
  async (c, { user, query }) => {
    requireExtensions(c);
    const { after, limit = DEFAULT_LIMIT, urgent } = query();
    if (limit < 1 || limit > MAX_LIMIT) {
      throw invalid('limit', `Must be from 1 to ${MAX_LIMIT}.`);
    }
    const { db, server } = c.var;
    const order = await findDetailsOrder(db);
    // One more tells whether there are any.
    const rows = await listChangedThreads(db, {
      ngoId: scopeOf(user),
      isUrgent: urgent,
      after: placeOf(readCursor(after, order, IDS)),
      safeBelow: order.safeBelow,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const last = hasMore ? page.at(-1) : undefined;
    const next = writeCursor(order, last ? numbersOf(last) : endOf(order, IDS));
    const threads = page.filter(({ isLast }) => isLast);
    if (threads.length > 0) tellAudit(c, { subject: 'several threads' });
    const [filled, infos, notes] = await Promise.all([
      listFilledQuestions(db, threads),
      listStationInfos(db, threads),
      listNotesOfThreads(db, threads),
    ]);
    const infoOf = new Map(infos.map((row) => [nameOf(row), row.info]));
    const notesOf = groupBy(notes, nameOf);
    const linkOf = attachmentLinks(c);
    const data = threads.map((thread) => {
      const { observerId, pollingStationId, lastModified } = thread;
      const info = infoOf.get(nameOf(thread));
      return {
        observerId,
        pollingStationId,
        lastModified,
        answers: (filled.get(nameOf(thread)) ?? []).map(toAnswerDto),
        stationInfo: info ? toStationInfoDto(info, server.quirks) : null,
        notes: (notesOf.get(nameOf(thread)) ?? []).map((note) =>
          toNoteDto(note, linkOf),
        ),
      };
    });
    const options = tickedOptions([...filled.values()].flat());
    return sendJson(c, { data, options, next, hasMore });
  },
);

function placeOf(numbers: number[]): DetailsPlace {
  const [changedIn = 0, observerId = 0, pollingStationId = 0] = numbers;
  return { changedIn, observerId, pollingStationId };
}

function numbersOf(place: DetailsPlace): number[] {
  return [place.changedIn, place.observerId, place.pollingStationId];
}

function toAnswerDto({ id, options }: FilledQuestion) {
  return {
    questionId: id,
    options: options.map(({ id: optionId, value }) => ({ optionId, value })),
  };
}

/** Texts of options come once, not with every thread. */
function tickedOptions(questions: readonly FilledQuestion[]) {
  const options = questions.flatMap((question) => question.options);
  const byId = new Map(options.map((option) => [option.id, option]));
  return [...byId.values()].map((option) => ({
    optionId: option.id,
    text: option.text,
    isFreeText: option.isFreeText,
    isFlagged: option.flagged,
  }));
}
