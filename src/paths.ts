const PIN_LINK = '/pin';

/**
 * Every URL of the app, each built here alone; `app/routes.tsx` has the patterns
 * that they match (docs/specification.md 2, route table).
 */
export const paths = {
  home: '/',
  login: '/login',
  /** Where an observer sets a PIN; the code stands where no server gets it. */
  pinLink: (code: string) => `${PIN_LINK}#${code}`,

  /** The list of threads; `query` has its filter and page. */
  answers: (query = '') => withQuery('/answers', query),
  urgentAnswers: '/answers?urgente=true',
  /** The list of threads with a filter in force, under the names it has there. */
  answersOf({ isUrgent, county, phone }: ThreadsOf): string {
    const query = new URLSearchParams();
    if (isUrgent) query.set('urgente', 'true');
    if (county !== undefined) query.set('county', county);
    if (phone !== undefined) query.set('phoneObserver', phone);
    return paths.answers(String(query));
  },
  /** All paths under it show urgent threads. */
  urgents: '/urgents',
  /**
   * Urgent threads one after the other, of one county where its code is given; with the
   * key of the one that is open.
   */
  queue(thread?: string, county = ''): string {
    const query = [
      ...(county === '' ? [] : [`county=${encodeURIComponent(county)}`]),
      ...(thread === undefined ? [] : [`thread=${thread}`]),
    ];
    return withQuery('/urgents/queue', query.join('&'));
  },
  thread(pair: ThreadIds, isUrgent: boolean, query = ''): string {
    const root = isUrgent ? '/urgents' : '/answers';
    const path = `${pair.observerId}/${pair.pollingStationId}`;
    return withQuery(`${root}/details/${path}`, query);
  },

  /** An answer or note of a thread; without a question its notes on the station itself. */
  answer(pair: ThreadIds, isUrgent: boolean, questionId?: number): string {
    const place = questionId === undefined ? 'notes' : `question-${questionId}`;
    return `${paths.thread(pair, isUrgent)}#${place}`;
  },
  /** What is found by these words, of everything that is on this device. */
  search: (words = '') =>
    withQuery('/search', words === '' ? '' : `q=${encodeURIComponent(words)}`),

  observers: '/observatori',
  newObserver: '/observatori/profil/new',
  importObservers: '/observatori/import',
  /** All profiles are under it. */
  profiles: '/observatori/profil',
  /** An observer's profile; it is found by phone. */
  profile: (state: 'view' | 'edit', phone: string) =>
    `/observatori/profil/${state}/${encodeURIComponent(phone)}`,

  forms: '/formulare',
  /** The list at one of its tabs; the flag has the name it has on the wire. */
  formsTab: (tab: 'public' | 'draft') => `/formulare?draft=${tab === 'draft'}`,
  form: (formId: number) => `/formulare/${formId}`,
  /** The editor of a new form; with a copy of another one in it. */
  newForm: (copyOf?: number) =>
    copyOf === undefined ? '/formulare/nou' : `/formulare/nou?copie=${copyOf}`,

  outbox: '/outbox',
  statistics: '/statistics',
  /** What was answered, question by question; `query` has the form and the filters. */
  questions: (query = '') => withQuery('/statistics/questions', query),
  /** One question in its parts. */
  question: (formId: number, questionId: number, query = '') =>
    withQuery(`/statistics/questions/${formId}/${questionId}`, query),
  /** Where reports of one station contradict each other; `query` has the view and the county. */
  agreement: (query = '') => withQuery('/agreement', query),
  /** The reports of one station beside each other. */
  comparison: (pollingStationId: number) => `/agreement/${pollingStationId}`,
  /** Who has not reported; `query` has the view and its filters. */
  coverage: (query = '') => withQuery('/coverage', query),
  /** A file that says who should be where. */
  importPlan: '/coverage/plan',
  /** Coverage for a projector. */
  wall: '/wall',

  notifications: '/notifications',
  notificationHistory: '/notifications/history',
  /**
   * Where a notification to these observers is written, to all without a list.
   * `again` is the op that it takes the place of.
   */
  newNotification(to: readonly number[] | undefined, again?: string): string {
    const query = new URLSearchParams();
    if (again !== undefined) query.set('again', again);
    if (to) query.set('toObserverIds', JSON.stringify(to));
    return withQuery('/notifications', String(query));
  },

  /** Accounts of staff, their organisations, or read-only tokens. */
  accounts: (by?: 'organisation' | 'token') =>
    by === undefined ? '/accounts' : `/accounts?by=${by}`,
  /** What staff did. */
  audit: '/audit',
  /** The own password and sessions. */
  myAccount: '/account',

  counties: '/polling-stations',
  newCounty: '/polling-stations/nou',
  /** All places of an election from one file. */
  importPlaces: '/polling-stations/import',
  county: (countyId: number) => `/polling-stations/${countyId}`,
  editCounty: (countyId: number) => `/polling-stations/${countyId}/edit`,
} as const;

/** Whether a path is the page of a link for a PIN, which nobody signs in for. */
export function isPinLink(path: string): boolean {
  return path === PIN_LINK;
}

/** Whether a path shows the list of threads, also because it leads there. */
export function isFirstList(path: string): boolean {
  return /^\/(login|answers|urgents)?(\/|$)/.test(path);
}

/** The list of threads that an address shows: `urgente=true` or an /urgents path. */
export function listAt(
  pathname: string,
  params: URLSearchParams,
): 'urgent' | 'all' {
  const isUrgent =
    pathname.startsWith(paths.urgents) || params.get('urgente') === 'true';
  return isUrgent ? 'urgent' : 'all';
}

/** Which threads a list is to show. */
export interface ThreadsOf {
  isUrgent: boolean;
  /** County code; absent: all. */
  county?: string | undefined;
  /** Of the observer; absent: of all. */
  phone?: string | undefined;
}

interface ThreadIds {
  observerId: number;
  pollingStationId: number;
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}
