import type { Quirks } from '../quirks';
import type { FilledQuestion } from '../rules/filled-answers';
import type { StationInfo } from '../rules/station-info';
import type { listThreads } from '../rules/thread-list';

type ThreadRow = Awaited<ReturnType<typeof listThreads>>[number];

/** A row of the thread list (docs/api-contract.md 4.2). */
export function toThreadDto(row: ThreadRow, quirks: Quirks) {
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
export function toFilledQuestionDtos(
  questions: FilledQuestion[],
  quirks: Quirks,
) {
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
export function toStationInfoDto(info: StationInfo, quirks: Quirks) {
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
