/**
 * One chosen option of a question (docs/specification.md 3 "Completed answer").
 */
export interface ChosenOption {
  /** Id of the option in the form. */
  optionId: number;
  text: string;
  isFreeText: boolean;
  /** What the observer typed, where the option takes text. */
  value?: string | undefined;
  /** As the server says; the form's own flag counts too, see `isFlagged`. */
  flagged: boolean;
}

/** All chosen options of one question. */
export interface Answer {
  questionId: number;
  options: ChosenOption[];
}

/**
 * What an observer noted about the station itself. A field that the server does
 * not have is absent; one that it has but nobody filled is null
 * (docs/api-contract.md 4.2).
 */
export interface AnswerExtra {
  /** Epoch ms. */
  lastModified?: number | undefined;
  /** Epoch ms. */
  observerArrivalTime?: number | undefined;
  /** Epoch ms. */
  observerLeaveTime?: number | undefined;
  urbanArea?: boolean | null | undefined;
  isPollingStationPresidentFemale?: boolean | null | undefined;
  numberOfVotersOnTheList?: number | undefined;
  numberOfCommissionMembers?: number | undefined;
  numberOfFemaleMembers?: number | undefined;
  minPresentMembers?: number | undefined;
  chairmanPresence?: boolean | undefined;
  singlePollingStationOrCommission?: boolean | undefined;
  adequatePollingStationSize?: boolean | undefined;
}
