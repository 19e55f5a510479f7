/**
 * One chosen option of a question (docs/specification.md 3 "Completed answer").
 */
export interface ChosenOption {
  /** Id of the option in the form. */
  optionId: number;
  text: string;
  isFreeText: boolean;
  /** What the observer typed, where the option takes text. */
  value?: string;
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
  lastModified?: number;
  /** Epoch ms. */
  observerArrivalTime?: number;
  /** Epoch ms. */
  observerLeaveTime?: number;
  urbanArea?: boolean | null;
  isPollingStationPresidentFemale?: boolean | null;
  numberOfVotersOnTheList?: number;
  numberOfCommissionMembers?: number;
  numberOfFemaleMembers?: number;
  minPresentMembers?: number;
  chairmanPresence?: boolean;
  singlePollingStationOrCommission?: boolean;
  adequatePollingStationSize?: boolean;
}
