/**
 * Bad habits of real hosts, each by its own name, so that a test can turn on
 * one. `--classic` turns on all of them: the client has to be right on both.
 */
export interface Quirks {
  /** No ETag, no 304, no caching headers (contract section 1). */
  noEtag: boolean;
  /** Idempotency-Key is not read: a repeated write happens again. */
  noIdempotency: boolean;
  /** No Access-Control-Expose-Headers (contract section 1, CORS). */
  nothingExposed: boolean;
  /** 401 and 403 without a body (contract 1.1). */
  emptyRefusals: boolean;
  /** `idOption` in forms, `optionId` and `isFlagged` in answers, no twins. */
  singleNames: boolean;
  /** Forms carry `ver` without `currentVersion` and `title` (contract 4.1). */
  verOnly: boolean;
  /** Thread rows without `lastModified`, named by county code (contract 4.2). */
  bareThreads: boolean;
  /** Station info with the five older fields only (contract 4.2). */
  shortStationInfo: boolean;
  /** `limit` and `numberOfPollingStations` each at one endpoint (4.7). */
  splitCounties: boolean;
  /** Lists without an order come in another one each time (contract 1.2). */
  shuffledLists: boolean;
  /** A question with n ticked options is listed n times (contract 4.2). */
  repeatedQuestions: boolean;
  /** Attachment addresses change on each read (contract 4.3). */
  resignedAttachments: boolean;
  /** `exp` counts from the start of the process, and is not enforced (2.2). */
  fixedExpiry: boolean;
  /** 500, with a 400 inside, for some mistakes of the caller (1.1, 4.3). */
  crashes: boolean;
}

/** The host as it should be. */
export const NO_QUIRKS: Quirks = {
  noEtag: false,
  noIdempotency: false,
  nothingExposed: false,
  emptyRefusals: false,
  singleNames: false,
  verOnly: false,
  bareThreads: false,
  shortStationInfo: false,
  splitCounties: false,
  shuffledLists: false,
  repeatedQuestions: false,
  resignedAttachments: false,
  fixedExpiry: false,
  crashes: false,
};

/** The worst known host: `--classic`. */
export const CLASSIC_QUIRKS: Quirks = {
  noEtag: true,
  noIdempotency: true,
  nothingExposed: true,
  emptyRefusals: true,
  singleNames: true,
  verOnly: true,
  bareThreads: true,
  shortStationInfo: true,
  splitCounties: true,
  shuffledLists: true,
  repeatedQuestions: true,
  resignedAttachments: true,
  fixedExpiry: true,
  crashes: true,
};
