import { and, asc, eq } from 'drizzle-orm';

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
 * order of the form (docs/api-contract.md 4.2, filledIn). Nothing answered: an
 * empty list.
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
    const { questionId: _, orderNumber: __, ...ticked } = row.option;
    filled.options.push({ ...ticked, value: row.value });
    questions.set(id, filled);
  }
  return [...questions.values()];
}

export type StationInfoRow = typeof stationInfo.$inferSelect;

/** The info row of one thread; undefined when the phone never sent one. */
export async function findStationInfo(
  db: Db,
  observerId: number,
  pollingStationId: number,
): Promise<StationInfoRow | undefined> {
  const [row] = await db
    .select()
    .from(stationInfo)
    .where(
      and(
        eq(stationInfo.observerId, observerId),
        eq(stationInfo.pollingStationId, pollingStationId),
      ),
    );
  return row;
}
