import { asc, eq, getTableColumns } from 'drizzle-orm';

import type { Db } from '../db/database';
import {
  answer,
  formSection,
  option,
  question,
  stationInfo,
} from '../db/schema';
import { isOfThreads, nameOf, type ThreadIds } from './thread-ids';

export interface FilledQuestion {
  id: number;
  code: string;
  text: string;
  questionType: number;
  options: {
    id: number;
    text: string;
    isFreeText: boolean;
    flagged: boolean;
    value: string | null;
  }[];
}

/**
 * The answered questions of threads, by `nameOf` of the thread; each with its ticked
 * options, in the order of the form (docs/api-contract.md 4.2, filledIn).
 */
export async function listFilledQuestions(
  db: Db,
  threads: readonly ThreadIds[],
): Promise<Map<string, FilledQuestion[]>> {
  const rows = await db
    .select({
      observerId: answer.observerId,
      pollingStationId: answer.pollingStationId,
      question,
      option,
      value: answer.value,
    })
    .from(answer)
    .innerJoin(question, eq(question.id, answer.questionId))
    .innerJoin(option, eq(option.id, answer.optionId))
    .innerJoin(formSection, eq(formSection.id, question.sectionId))
    .where(isOfThreads(answer, threads))
    .orderBy(
      asc(formSection.formId),
      asc(formSection.orderNumber),
      asc(formSection.id),
      asc(question.orderNumber),
      asc(question.id),
      asc(option.orderNumber),
      asc(option.id),
    );

  const byThread = new Map<string, Map<number, FilledQuestion>>();
  for (const row of rows) {
    const name = nameOf(row);
    const questions = byThread.get(name) ?? new Map<number, FilledQuestion>();
    byThread.set(name, questions);
    const { id, code, text, questionType } = row.question;
    const filled = questions.get(id) ?? {
      id,
      code,
      text,
      questionType,
      options: [],
    };
    filled.options.push({
      id: row.option.id,
      text: row.option.text,
      isFreeText: row.option.isFreeText,
      flagged: row.option.flagged,
      value: row.value,
    });
    questions.set(id, filled);
  }
  return new Map(
    [...byThread].map(([name, questions]) => [name, [...questions.values()]]),
  );
}

const { observerId, pollingStationId, changedIn, ...told } =
  getTableColumns(stationInfo);

export type StationInfoRow = Awaited<
  ReturnType<typeof listStationInfos>
>[number]['info'];

/** The station infos of threads, where a phone sent one. */
export function listStationInfos(db: Db, threads: readonly ThreadIds[]) {
  return db
    .select({ observerId, pollingStationId, info: told })
    .from(stationInfo)
    .where(isOfThreads(stationInfo, threads));
}
