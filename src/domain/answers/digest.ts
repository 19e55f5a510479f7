import type { Answer, ChosenOption } from './answer';
import type { Note } from './note';

/**
 * What the lists show of a thread's details, whatever the forms are at that
 * time. It lies in the thread's rows, so that a page is read without details.
 */
export interface DetailDigest {
  /** Of the details; another one means that they changed. */
  hash: string;
  notes: number;
  /** Without texts. Absent: no answers arrived yet. */
  answers?: DigestedAnswer[] | undefined;
}

interface DigestedAnswer extends Pick<Answer, 'questionId'> {
  options: Pick<ChosenOption, 'optionId' | 'flagged'>[];
}

export function digestOf(detail: {
  hash: string;
  answers?: readonly Answer[] | undefined;
  notes?: readonly Note[] | undefined;
}): DetailDigest {
  return {
    hash: detail.hash,
    notes: detail.notes?.length ?? 0,
    answers: detail.answers?.map(({ questionId, options }) => ({
      questionId,
      options: options.map(({ optionId, flagged }) => ({ optionId, flagged })),
    })),
  };
}
