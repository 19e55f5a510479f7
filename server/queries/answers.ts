import { and, asc, eq, getTableColumns } from 'drizzle-orm';

import type { Db } from '../db/database';
import {
  answer,
  formSection,
  option,
  question,
  stationInfo,
} from '../db/schema';

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
 * The answered questions of one thread, each with its ticked options, in the
 * order of the form (docs/api-contract.md 4.2, filledIn).
 */
export async function listFilledQuestions(
  db: Db,
  observerId: number,
  pollingStationId: number,
): Promise<FilledQuestion[]> {
  const rows = await db
    .select({ question, option, value: answer.value })
    .from(answer)
    .innerJoin(question, eq(question.id, answer.questionId))
    .innerJoin(option, eq(option.id, answer.optionId))
    .innerJoin(formSection, eq(formSection.id, question.sectionId))
    .where(
      and(
        eq(answer.observerId, observerId),
        eq(answer.pollingStationId, pollingStationId),
      ),
    )
    .orderBy(
      asc(formSection.formId),
      asc(formSection.orderNumber),
      asc(formSection.id),
      asc(question.orderNumber),
      asc(question.id),
      asc(option.orderNumber),
      asc(option.id),
    );

  const questions = new Map<number, FilledQuestion>();
  for (const row of rows) {
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
  return [...questions.values()];
}

const { observerId, pollingStationId, ...told } = getTableColumns(stationInfo);

export type StationInfoRow = NonNullable<
  Awaited<ReturnType<typeof findStationInfo>>
>;

/** The station info that a phone sent; undefined when it sent none. */
export async function findStationInfo(
  db: Db,
  observer: number,
  station: number,
) {
  const [row] = await db
    .select(told)
    .from(stationInfo)
    .where(and(eq(observerId, observer), eq(pollingStationId, station)));
  return row;
}
