/**
 * Bad habits of real servers, each by its own name, so that a test can turn on
 * one. `--classic` turns on all that a server can have at once: the client has
 * to be right on both.
 */
export interface Quirks {
  /** No ETag, no 304, no caching headers (docs/api-contract.md 1). */
  noEtag: boolean;
  /** Idempotency-Key is not read: a repeated write happens again. */
  noIdempotency: boolean;
  /** No Access-Control-Expose-Headers (docs/api-contract.md 1, CORS). */
  nothingExposed: boolean;
  /** 401 and 403 without a body (docs/api-contract.md 1.1). */
  emptyRefusals: boolean;
  /** `idOption` in forms, `optionId` and `isFlagged` in answers, no twins. */
  singleNames: boolean;
  /**
   * Forms carry `ver` without `currentVersion` and `title`
   * (docs/api-contract.md 4.1).
   */
  verOnly: boolean;
  /**
   * Thread rows without `lastModified`, named by county code
   * (docs/api-contract.md 4.2).
   */
  bareThreads: boolean;
  /**
   * Station info with the five older fields only (docs/api-contract.md 4.2).
   */
  shortStationInfo: boolean;
  /** `limit` and `numberOfPollingStations` each at one endpoint (4.7). */
  splitCounties: boolean;
  /**
   * Counties as in the older revision (4.7): no provinces, and the fourth
   * column of an import is the number of stations, not the province.
   */
  noProvinces: boolean;
  /**
   * Lists without an order come in another one each time (docs/api-contract.md
   * 1.2).
   */
  shuffledLists: boolean;
  /**
   * A question with n ticked options is listed n times (docs/api-contract.md
   * 4.2).
   */
  repeatedQuestions: boolean;
  /** Attachment addresses change on each read (docs/api-contract.md 4.3). */
  resignedAttachments: boolean;
  /** `exp` counts from the start of the process, and is not enforced (2.2). */
  fixedExpiry: boolean;
  /**
   * Nothing ends a token, and accounts that are not active sign in
   * (docs/api-contract.md 2.1).
   */
  lastingTokens: boolean;
  /**
   * NGO admins change counties and create forms that are public at
   * once (docs/api-contract.md 2.4).
   */
  laxAdmins: boolean;
  /** New passwords and pins of any length. */
  anyPassword: boolean;
  /**
   * Unreadable numbers of a query count as not sent (docs/api-contract.md 1).
   */
  lenientQueries: boolean;
  /** 500, with a 400 inside, for some mistakes of the caller (1.1, 4.3). */
  crashes: boolean;
  /**
   * Queries are read by their older names only (docs/api-contract.md 4.2,
   * 4.3).
   */
  oldQueryNames: boolean;
  /**
   * A new observer is read from the query, never the body (docs/api-contract.md
   * 3.2).
   */
  queryOnlyCreate: boolean;
  /** New observers get the highest id plus one, so a gone one's comes again (F6). */
  highestIdPlusOne: boolean;
  /** 500 for an observer who has data (docs/api-contract.md 3.4, F9). */
  crashingDeletes: boolean;
  /** Imports are tab-separated, every line a row, 500 for a bad one (3.8). */
  tabsOnly: boolean;
  /**
   * The NGO of an import is read from `ongId` only (docs/api-contract.md 3.8).
   */
  ongIdOnly: boolean;
  /** One row per station; `currentlyCheckedIn` ignored; no `to`, no rows (3.7). */
  repeatedActive: boolean;
  /**
   * Options come by id, each with number 0, as their order is not stored (4.1).
   */
  optionOrderLost: boolean;
  /** A form's version is the body's plus one, not the stored one's (F7). */
  versionFromBody: boolean;
  /** Sections of a form are given from a cache for a while after a PUT (F13). */
  staleForms: boolean;
  /**
   * Statistics are cached, by page but not by page size (docs/api-contract.md
   * 4.4).
   */
  staleStatistics: boolean;
  /**
   * Downloads of v1 are always CSV; there is no v2 (docs/api-contract.md 4.5).
   */
  csvOnly: boolean;
  /** 404 when there is nothing to download (docs/api-contract.md 4.5). */
  emptyExportMissing: boolean;
  /** Downloads do not read `phoneObserver` (docs/api-contract.md 4.5). */
  phoneIgnored: boolean;
  /**
   * The notes download with a county and no NGO is 404 (docs/api-contract.md
   * 4.5).
   */
  countyLosesNotes: boolean;
  /** The extensions are not there: 404 (docs/api-contract.md 10). */
  noExtensions: boolean;
  /**
   * Repeated, unknown or missing recipients: 500 (docs/api-contract.md 4.6).
   */
  strictRecipients: boolean;
  /**
   * Every so manieth notification reaches phones, then fails with 500 and is
   * not in the history (F11). 0: none.
   */
  pushFailsEvery: number;

  // Each of these excludes one above, or no known server has it.

  /**
   * Notes and station info read the newer names only (docs/api-contract.md 5).
   */
  newQueryNames: boolean;
  /**
   * A new observer is read from the body, never the query (docs/api-contract.md
   * 3.2).
   */
  bodyOnlyCreate: boolean;
  /**
   * Imports are CSV whose first row is taken for a header in any case (3.8).
   */
  headerAlways: boolean;
  /**
   * The NGO of an import is read from `ngoId` only (docs/api-contract.md 3.8).
   */
  ngoIdOnly: boolean;
  /** Active observers of the whole county; the range is ignored (3.7). */
  rangeIgnored: boolean;
  /** Thread rows without the observer's phone (F5). */
  phonelessThreads: boolean;
}

/** The server as it should be. */
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
  noProvinces: false,
  shuffledLists: false,
  repeatedQuestions: false,
  resignedAttachments: false,
  fixedExpiry: false,
  lastingTokens: false,
  laxAdmins: false,
  anyPassword: false,
  lenientQueries: false,
  crashes: false,
  oldQueryNames: false,
  queryOnlyCreate: false,
  highestIdPlusOne: false,
  crashingDeletes: false,
  tabsOnly: false,
  ongIdOnly: false,
  repeatedActive: false,
  optionOrderLost: false,
  versionFromBody: false,
  staleForms: false,
  staleStatistics: false,
  csvOnly: false,
  emptyExportMissing: false,
  phoneIgnored: false,
  countyLosesNotes: false,
  noExtensions: false,
  strictRecipients: false,
  pushFailsEvery: 0,
  newQueryNames: false,
  bodyOnlyCreate: false,
  headerAlways: false,
  ngoIdOnly: false,
  rangeIgnored: false,
  phonelessThreads: false,
};

/** The worst known server: `--classic`. */
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
  noProvinces: true,
  shuffledLists: true,
  repeatedQuestions: true,
  resignedAttachments: true,
  fixedExpiry: true,
  lastingTokens: true,
  laxAdmins: true,
  anyPassword: true,
  lenientQueries: true,
  crashes: true,
  oldQueryNames: true,
  queryOnlyCreate: true,
  highestIdPlusOne: true,
  crashingDeletes: true,
  tabsOnly: true,
  ongIdOnly: true,
  repeatedActive: true,
  optionOrderLost: true,
  versionFromBody: true,
  staleForms: true,
  staleStatistics: true,
  csvOnly: true,
  emptyExportMissing: true,
  phoneIgnored: true,
  countyLosesNotes: true,
  noExtensions: true,
  strictRecipients: true,
  pushFailsEvery: 3,
  newQueryNames: false,
  bodyOnlyCreate: false,
  headerAlways: false,
  ngoIdOnly: false,
  rangeIgnored: false,
  phonelessThreads: false,
};
