/**
 * Settings of one deployment, read from /config.json at start (no rebuild per
 * deployment). Every field is optional there; these are the defaults.
 */
export interface Config {
  /** Origin of the API server; empty = the origin that served the app. */
  apiHost: string;
  /** The external observer guide (a PDF), opened in a new tab. */
  observerGuideUrl: string;
  /**
   * Rows a page: answer list and pagination default (docs/api-contract.md 6.2).
   */
  pageSize: number;
  /** How long a thread list counts as fresh (docs/specification.md 9). */
  answersRefreshMs: number;
  /** Ask the server to deduplicate writes; always on when the server is our origin. */
  idempotencyKeys: boolean;
  /** How many thread details are fetched ahead for offline use. */
  prefetchThreads: number;
  /** Without any answer of the server for this long, screens lock until the user signs in again. */
  offlineAgeMs: number;
  /** frozen: newer builds of the app are not offered, on election day for instance. */
  updates: string;
  /** What is shown is made up: the server sets this itself. */
  isDemo: boolean;
  /** ISO code of the country whose phone numbers are written without a prefix. */
  phoneCountry: string;
  /** The map of the counties, on the origin of the app; empty = no map. */
  mapUrl: string;
}

export const defaultConfig: Config = {
  apiHost: '',
  observerGuideUrl: '/guide.pdf',
  pageSize: 10,
  answersRefreshMs: 60_000,
  idempotencyKeys: false,
  prefetchThreads: 300,
  offlineAgeMs: 24 * 60 * 60_000,
  updates: 'offered',
  isDemo: false,
  phoneCountry: 'RO',
  mapUrl: '',
};

/** Where the settings of a deployment are. */
export const CONFIG_ADDRESS = '/config.json';

/** Local storage keys; `token-id` is named by docs/specification.md 9. */
export const TOKEN_KEY = 'token-id';
export const LANGUAGE_KEY = 'language';
/** Ticks of the predefined options; named by docs/specification.md 9. */
export const PREDEFINED_OPTIONS_KEY = 'selectedPredefinedOptions';
/** What the columns of imported files are, as somebody said. */
export const IMPORT_COLUMNS_KEY = 'import-columns';
export const CONFIG_KEY = 'config';
export const PREFERENCES_KEY = 'preferences';
/** Set while the server's refusal of the token is not explained yet. */
export const SESSION_END_KEY = 'session-end';
/** What the screen showed last: deleted together with the token. */
export const LAST_SCREEN_KEY = 'last-screen';
/** Whose databases a logout still has to delete; survives a killed page. */
export const WIPE_KEY = 'wipe-in-progress';
/** How much unsent work each account of this device has; counts, no content. */
export const DEVICE_WORK_KEY = 'unsent-work';
/** When the server last answered. */
export const CONTACT_KEY = 'last-contact';
/** On which occasion the browser was last asked to keep our data. */
export const PERSIST_KEY = 'persist-asked';

/** Languages of docs/specification.md 1; the first is the default. */
export const LANGUAGES = ['ro', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Note text longer than the limit is cut to NOTE_CUT characters (docs/specification.md 5). */
export const NOTE_LIMIT = 185;
export const NOTE_CUT = 186;

/** No reply header after this long: the outcome is unknown. */
export const HEADERS_TIMEOUT_MS = 20_000;
/** A whole JSON reply may take this long. */
export const REPLY_TIMEOUT_MS = 60_000;
/** A body that brings no byte for this long is abandoned (slow loris). */
export const STALL_TIMEOUT_MS = 15_000;

/** At most so many requests of the sync worker at once; one is left free for what a user waits for. */
export const REQUESTS_AT_ONCE = 2;
/** Lanes of the outbox sent side by side. */
export const LANES_AT_ONCE = 6;
/** How often a leader shows that it lives. */
export const HEARTBEAT_MS = 5_000;
/** A leader silent for so long is frozen: a visible tab takes over. */
export const SILENCE_MS = 15_000;
/** Rows of one head-window request. */
export const HEAD_PAGE_SIZE = 50;
/** An answer that was asked for before this tab led is taken for this long. */
export const EARLY_HEAD_FOR_MS = 5_000;
/** Pages a head window reads at most before it leaves the rest to a sweep. */
export const HEAD_PAGES = 5;
/** Rows asked for in one sweep request; a server that caps it answers with less. */
export const SWEEP_PAGE_SIZE = 1000;
export const SWEEP_EVERY_MS = 15 * 60_000;
export const FORMS_EVERY_MS = 5 * 60_000;
export const COUNTIES_EVERY_MS = 24 * 60 * 60_000;
/** What the server refused to an account is asked for again after so long. */
export const REFUSED_REST_MS = 24 * 60 * 60_000;

/** Rows a page (docs/specification.md 9). */
export const OBSERVERS_PAGE_SIZE = 100;
/** A larger file of observers is refused unread: 20,000 rows are less than 1 MB. */
export const IMPORT_MAX_BYTES = 10 * 1024 * 1024;
export const HISTORY_PAGE_SIZE = 100;
export const STATISTICS_CARD_SIZE = 5;
export const STATISTICS_PAGE_SIZE = 20;
export const STATIONS_PAGE_SIZE = 100;

/** At 50 rows Dexie stops naming keys and wakes every live query of the table. */
export const ROWS_PER_PUT = 49;
export const ROWS_PER_FIRST_FILL = 1000;

/** A server not heard of for so long is probed before an unsafe op is sent. */
export const PROBE_AFTER_MS = 5_000;
/** A notification not sent by then asks before it goes out. */
export const NOTIFICATION_EXPIRES_MS = 30 * 60_000;
/** After this many failed reads of the history or the observers, a message is sent without them. */
export const UNREADABLE_TRIES = 3;
/** A message waits so long before it looks again at the same one that is on its way. */
export const AFTER_THE_SAME_MS = 2_000;
/** Ended ops stay visible as "sent" for a week. */
export const SENT_SHOWN_MS = 7 * 24 * 60 * 60_000;

/** Failed transports in a row, over at least OFFLINE_AFTER_MS, that mean "no connection". */
export const OFFLINE_AFTER_FAILURES = 3;
export const OFFLINE_AFTER_MS = 10_000;
/** This many failed answers within BREAKER_WINDOW_MS pause all requests. */
export const BREAKER_FAILURES = 5;
export const BREAKER_WINDOW_MS = 60_000;
/** How often a connection that is down is tried again. */
export const PROBE_EVERY_MS = 5_000;
/** A probe may take so long in all; a change on its way has its own, longer time-outs. */
export const PROBE_TIMEOUT_MS = 10_000;
/** Without a byte of any reply for so long, while requests wait, the server is probed. */
export const NO_ANSWER_DOUBT_MS = 5_000;
/** Without a byte for so long, the probe's included, the server does not answer. */
export const NO_ANSWER_SURE_MS = 9_000;

/** A warning is shown this long before the token expires. */
export const EXPIRY_WARNING_MS = 15 * 60_000;
/** A clock that is off by so much is spoken of. */
export const CLOCK_OFF_MS = 5 * 60_000;
/** A tab that says nothing to a coming update for so long is counted as silent. */
export const TAB_ANSWERS_WITHIN_MS = 3_000;
/** A tab that made ready for an update and hears no more of it goes on. */
export const UPDATE_GIVEN_UP_AFTER_MS = 60_000;
/** A start from this device that shows nothing for so long begins anew. */
export const START_WITHIN_MS = 15_000;

/** The settings in force on this page; a worker is given its own copy. */
export const config: Config = { ...defaultConfig };
