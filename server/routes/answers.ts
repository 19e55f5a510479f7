import { tellAudit, threadSubject } from '../http/audit';
import { scopeOf } from '../http/callers/roles';
import type { Admin } from '../http/callers/users';
import { invalid } from '../http/problems/problem';
import { sendJson, sendJsonText, toJsonText } from '../http/replies/send-json';
import { boolean, filled, integer, named } from '../http/requests/fields';
import { paging, pagingOf, toPage } from '../http/requests/paging';
import { createRoutes } from '../http/routes';
import {
  listFilledQuestions,
  listStationInfos,
  type FilledQuestion,
  type StationInfoRow,
} from '../queries/answers';
import { isObserverVisible } from '../queries/observers';
import { nameOf } from '../queries/thread-ids';
import { countThreads, listThreads } from '../queries/threads';
import type { Quirks } from '../quirks/quirks';
import {
  FilledQuestions,
  PostedAnswers,
  StationInfo,
  ThreadPage,
} from '../schemas/answers';
import type { RequestContext } from '../server';
import { postAnswers } from '../services/answers';

/** Threads, their answers and station info (docs/api-contract.md 4.2, 4.11). */
export const answersRoutes = createRoutes('answers');

const observerId = named(integer, 'observerId', 'idObserver');

answersRoutes.on(
  'get',
  '/api/v1/answers',
  {
    summary: 'Threads, newest answer of the asked kind first',
    role: 'admin',
    query: {
      ...paging,
      isUrgent: named(boolean, 'isUrgent', { newer: 'urgent' }),
      county: filled,
      pollingStationNumber: integer,
      observerPhoneNumber: named(filled, 'observerPhoneNumber', {
        newer: 'phoneObserver',
      }),
      observerId,
    },
    reply: ThreadPage,
  },
  async (c, { user, query }) => {
    const asked = query();
    const page = pagingOf(asked);
    const { db, server } = c.var;
    const filter = {
      isUrgent: asked.isUrgent ?? false,
      ngoId: scopeOf(user),
      countyCode: asked.county,
      pollingStationNumber: asked.pollingStationNumber,
      observerPhone: asked.observerPhoneNumber,
      observerId: asked.observerId,
      isShuffled: server.quirks.shuffledLists,
    };
    const load = async () => {
      const [rows, total] = await Promise.all([
        listThreads(db, filter, page),
        server.lists.total(`threads ${JSON.stringify(filter)}`, () =>
          countThreads(db, filter),
        ),
      ]);
      const data = rows.map((row) => toThreadDto(row, server.quirks));
      return toJsonText(toPage(data, total, page));
    };
    // A shuffled list is another one for each request.
    if (filter.isShuffled) return sendJsonText(c, await load());
    const key = `threads ${JSON.stringify({ ...filter, ...page })}`;
    return sendJsonText(c, await server.lists.page(key, load));
  },
);

answersRoutes.on(
  'get',
  '/api/v1/answers/filledIn',
  {
    summary: 'The answered questions of a thread',
    role: 'admin',
    audit: { counted: 'details read' },
    query: {
      observerId,
      pollingStationId: named(integer, 'pollingStationId', 'idPollingStation'),
    },
    reply: FilledQuestions,
  },
  async (c, { user, query }) => {
    const thread = await visibleThread(c, user, query());
    const questions = thread && (await listFilledQuestions(c.var.db, [thread]));
    return sendJson(
      c,
      toFilledQuestionDtos(
        (thread && questions?.get(nameOf(thread))) ?? [],
        c.var.server.quirks,
      ),
    );
  },
);

answersRoutes.on(
  'get',
  '/api/v1/answers/pollingStationInfo',
  {
    summary: 'What the observer said of the station',
    role: 'admin',
    audit: { counted: 'details read' },
    query: {
      observerId,
      // Older servers call the id a number (docs/api-contract.md 4.2).
      pollingStationId: named(
        integer,
        { newer: 'pollingStationId' },
        { newer: 'idPollingStation' },
        { older: 'pollingStationNumber' },
      ),
    },
    reply: StationInfo,
    mayBeEmpty: true,
  },
  async (c, { user, query }) => {
    const thread = await visibleThread(c, user, query());
    const [row] = thread ? await listStationInfos(c.var.db, [thread]) : [];
    if (!row) return c.body(null, 204);
    return sendJson(c, toStationInfoDto(row.info, c.var.server.quirks));
  },
);

answersRoutes.on(
  'post',
  '/api/v1/answers',
  {
    summary: 'Answers from a phone; replace earlier ones',
    role: 'observer',
    audit: { none: 'It is of a phone' },
    body: PostedAnswers,
  },
  async (c, { user, body }) => {
    const { db, server } = c.var;
    const { answers } = await body();
    if (answers.length === 0) throw invalid('Answers', 'There are no answers.');
    const posted = answers.map(({ questionId, options, ...station }) => ({
      station,
      questionId,
      options: options.map(({ optionId, value = null }) => ({
        optionId,
        value,
      })),
    }));
    await postAnswers(db, user.observerId, posted, server.now());
    return c.body(null, 200);
  },
);

/**
 * The thread of these ids, which is read; undefined when an id is missing or the
 * observer belongs to another NGO.
 */
async function visibleThread(
  c: RequestContext,
  admin: Admin,
  ids: {
    observerId: number | undefined;
    pollingStationId: number | undefined;
  },
) {
  const { observerId, pollingStationId } = ids;
  if (observerId === undefined || pollingStationId === undefined) {
    return undefined;
  }
  const isVisible = await isObserverVisible(
    c.var.db,
    observerId,
    scopeOf(admin),
  );
  if (!isVisible) return undefined;
  tellAudit(c, { subject: threadSubject(observerId, pollingStationId) });
  return { observerId, pollingStationId };
}

type ThreadRow = Awaited<ReturnType<typeof listThreads>>[number];

/** A row of the thread list (docs/api-contract.md 4.2). */
function toThreadDto(row: ThreadRow, quirks: Quirks) {
  const { observerId, pollingStationId, observerName } = row;
  const { observerPhoneNumber, number } = row;
  const shared = {
    observerId,
    pollingStationId,
    observerName,
    ...(quirks.phonelessThreads ? {} : { observerPhoneNumber }),
  };
  if (quirks.bareThreads) {
    return { ...shared, pollingStationName: `${row.countyCode} ${number}` };
  }
  return {
    ...shared,
    pollingStationName: `${row.county} ${row.municipality} ${number}`,
    lastModified: row.lastModified,
  };
}

/**
 * The answered questions (docs/api-contract.md 4.2). `formCode` is the
 * question's code, a mistake of the original server.
 */
function toFilledQuestionDtos(questions: FilledQuestion[], quirks: Quirks) {
  return questions.flatMap((question) => {
    const dto = {
      id: question.id,
      text: question.text,
      questionTypeId: question.questionType,
      ...(quirks.singleNames ? {} : { idQuestionType: question.questionType }),
      questionId: question.code,
      formCode: question.code,
      answers: question.options.map((ticked) => ({
        optionId: ticked.id,
        text: ticked.text,
        isFreeText: ticked.isFreeText,
        value: ticked.value,
        isFlagged: ticked.flagged,
        ...(quirks.singleNames
          ? {}
          : { idOption: ticked.id, flagged: ticked.flagged }),
      })),
    };
    const times = quirks.repeatedQuestions ? question.options.length : 1;
    return Array.from({ length: times }, () => dto);
  });
}

/** Station info with both families of fields, or with the older five only. */
export function toStationInfoDto(info: StationInfoRow, quirks: Quirks) {
  if (!quirks.shortStationInfo) return info;
  return {
    lastModified: info.lastModified,
    urbanArea: info.urbanArea,
    observerLeaveTime: info.observerLeaveTime,
    observerArrivalTime: info.observerArrivalTime,
    isPollingStationPresidentFemale: info.isPollingStationPresidentFemale,
  };
}
