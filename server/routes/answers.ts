import { Hono } from 'hono';

import type { HostContext, HostEnv } from '../host';
import { fieldsOf, limited, required } from '../http/fields';
import { pagingOf, toPage } from '../http/paging';
import { invalid } from '../http/problem';
import { queryOf } from '../http/query';
import { adminOf, phoneUserOf, scopeOf } from '../http/roles';
import { sendJson } from '../http/send-json';
import {
  listFilledQuestions,
  findStationInfo,
  type FilledQuestion,
  type StationInfo,
} from '../queries/answers';
import { isObserverVisible } from '../queries/observers';
import { stationNameOf } from '../queries/polling-stations';
import { countThreads, listThreads } from '../queries/threads';
import type { Quirks } from '../quirks/quirks';
import { postAnswers } from '../services/answers';

/** The longest free text of an answer (docs/api-contract.md 8, 15). */
const MAX_VALUE_LENGTH = 1000;

/** Threads, their answers and station info (docs/api-contract.md 4.2, 4.11). */
export const answersRoutes = new Hono<HostEnv>();

answersRoutes.get('/api/v1/answers', async (c) => {
  const admin = adminOf(c);
  const query = queryOf(c);
  const paging = pagingOf(query);
  const filter = {
    isUrgent:
      (c.var.host.quirks.oldQueryNames
        ? query.boolean('isUrgent')
        : query.boolean('isUrgent', 'urgent')) ?? false,
    ngoId: scopeOf(admin),
    countyCode: query.text('county'),
    pollingStationNumber: query.integer('pollingStationNumber'),
    observerPhone: c.var.host.quirks.oldQueryNames
      ? query.text('observerPhoneNumber')
      : query.text('observerPhoneNumber', 'phoneObserver'),
    observerId: query.integer('observerId', 'idObserver'),
    isShuffled: c.var.host.quirks.shuffledLists,
  };
  const { db, host } = c.var;
  const [rows, total] = await Promise.all([
    listThreads(db, filter, paging),
    host.totals.read(`threads ${JSON.stringify(filter)}`, () =>
      countThreads(db, filter),
    ),
  ]);
  const data = rows.map((row) => toThreadDto(row, host.quirks));
  return sendJson(c, toPage(data, total, paging));
});

answersRoutes.get('/api/v1/answers/filledIn', async (c) => {
  const thread = await threadOf(c, ['pollingStationId', 'idPollingStation']);
  const questions = thread
    ? await listFilledQuestions(
        c.var.db,
        thread.observerId,
        thread.pollingStationId,
      )
    : [];
  return sendJson(c, toFilledQuestionDtos(questions, c.var.host.quirks));
});

answersRoutes.get('/api/v1/answers/pollingStationInfo', async (c) => {
  const { oldQueryNames, newQueryNames } = c.var.host.quirks;
  // Older hosts call the id a number (docs/api-contract.md 5, row 2).
  const thread = await threadOf(c, [
    ...(oldQueryNames ? [] : ['pollingStationId', 'idPollingStation']),
    ...(newQueryNames ? [] : ['pollingStationNumber']),
  ]);
  const info =
    thread &&
    (await findStationInfo(
      c.var.db,
      thread.observerId,
      thread.pollingStationId,
    ));
  if (!info) return c.body(null, 204);
  return sendJson(c, toStationInfoDto(info, c.var.host.quirks));
});

answersRoutes.post('/api/v1/answers', async (c) => {
  const user = await phoneUserOf(c);
  const { db, host } = c.var;
  const body = await fieldsOf(c);
  const answers = required('Answers', body.list('answers'));
  const posted = answers.map((fields) => ({
    station: stationNameOf(fields),
    questionId: required('QuestionId', fields.integer('questionId')),
    options: (fields.list('options') ?? []).map((ticked) => ({
      optionId: required('OptionId', ticked.integer('optionId', 'idOption')),
      value: limited('Value', ticked.text('value'), MAX_VALUE_LENGTH) ?? null,
    })),
  }));
  if (posted.length === 0) throw invalid('Answers', 'There are no answers.');
  await postAnswers(db, user.observerId, posted, host.now());
  return c.body(null, 200);
});

/**
 * The thread that the query names; `stationNames` are those of the station's
 * id. Undefined when it is incomplete or out of sight.
 */
async function threadOf(c: HostContext, stationNames: string[]) {
  const admin = adminOf(c);
  const query = queryOf(c);
  const observerId = query.integer('observerId', 'idObserver');
  const pollingStationId = query.integer(...stationNames);
  if (observerId === undefined || pollingStationId === undefined) {
    return undefined;
  }
  const isVisible = await isObserverVisible(
    c.var.db,
    observerId,
    scopeOf(admin),
  );
  return isVisible ? { observerId, pollingStationId } : undefined;
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
 * question's code, as
 * on the original, where it misleads too.
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

/** Station info with both families of fields, or the older five only. */
function toStationInfoDto(info: StationInfo, quirks: Quirks) {
  const { observerId: _, pollingStationId: __, ...fields } = info;
  if (!quirks.shortStationInfo) return fields;
  return {
    lastModified: fields.lastModified,
    urbanArea: fields.urbanArea,
    observerLeaveTime: fields.observerLeaveTime,
    observerArrivalTime: fields.observerArrivalTime,
    isPollingStationPresidentFemale: fields.isPollingStationPresidentFemale,
  };
}
