type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type Role = 'nobody' | 'anyone' | 'observer' | 'admin' | 'organizer' | 'link';

type Query = Record<string, 'integer' | 'string' | 'boolean'>;

/** One row of the description: what it is, who may, what goes in and out. */
export interface Operation {
  tag: string;
  summary: string;
  role: Role;
  query?: Query;
  body?: string;
  multipart?: string;
  /** Name of the schema of a 200; absent: an empty body. */
  reply?: string;
  /** Content types of a reply that is not JSON. */
  files?: string[];
  /** The status of success when it is not 200. */
  status?: number;
  /** 204 when there is nothing to tell. */
  mayBeEmpty?: boolean;
  /** What a refusal with this status means, where a caller should know. */
  refusals?: Record<number, string>;
}

const accountRefusals = {
  409: 'Another account has this name, in whatever casing; `errors.Account` says so',
};
const fileRefusals = {
  400: 'Nothing is saved; the reason names the first bad row, or the line of a bad quote',
};
const signInRefusals = {
  400: 'The account or the password is wrong; the text does not say which',
  429: 'Too many wrong passwords; Retry-After says when to come again',
  503: 'Too many people are signing in at once; Retry-After says when to come again',
};

const paging = { page: 'integer', pageSize: 'integer' } as const;
const CSV = 'text/csv';
const XLSX =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const exportFilter = {
  idNgo: 'integer',
  idObserver: 'integer',
  phoneObserver: 'string',
  county: 'string',
  pollingStationNumber: 'integer',
  from: 'string',
  to: 'string',
} as const;

/** A paged statistic of docs/api-contract.md 4.4. */
function statistic(summary: string, query: Query = {}): { get: Operation } {
  return {
    get: {
      tag: 'statistics',
      summary,
      role: 'admin',
      query: { ...paging, ...query },
      reply: 'StatisticPage',
    },
  };
}

/** One of the six figures of docs/api-contract.md 4.4. */
function figure(summary: string): { get: Operation } {
  return {
    get: { tag: 'statistics', summary, role: 'anyone', reply: 'Statistic' },
  };
}

const thread = { observerId: 'integer', pollingStationId: 'integer' } as const;

/** Every route of the API (docs/api-contract.md 2 to 4). */
export const operations: Record<string, Partial<Record<Method, Operation>>> = {
  '/api/openapi.json': {
    get: {
      tag: 'host',
      summary: 'This description',
      role: 'nobody',
      reply: 'Any',
    },
  },
  '/api/v1/access/authorize': {
    post: {
      tag: 'access',
      summary: 'Sign in (older clients)',
      role: 'nobody',
      body: 'Login',
      reply: 'LoginReply',
      refusals: signInRefusals,
    },
  },
  '/api/v2/access/authorize': {
    post: {
      tag: 'access',
      summary: 'Sign in; a fcmToken means a phone',
      role: 'nobody',
      body: 'Login',
      reply: 'LoginReply',
      refusals: signInRefusals,
    },
  },
  '/api/v1/access/test': {
    post: {
      tag: 'access',
      summary: 'The claims of the token',
      role: 'anyone',
      reply: 'Claims',
    },
  },
  '/api/v1/answers': {
    get: {
      tag: 'answers',
      summary: 'Threads, newest answer of the asked kind first',
      role: 'admin',
      query: {
        ...paging,
        county: 'string',
        pollingStationNumber: 'integer',
        observerPhoneNumber: 'string',
        observerId: 'integer',
        isUrgent: 'boolean',
      },
      reply: 'ThreadPage',
    },
    post: {
      tag: 'answers',
      summary: 'Answers from a phone; replace earlier ones',
      role: 'observer',
      body: 'PostedAnswers',
    },
  },
  '/api/v1/answers/filledIn': {
    get: {
      tag: 'answers',
      summary: 'The answered questions of a thread',
      role: 'admin',
      query: thread,
      reply: 'FilledQuestions',
    },
  },
  '/api/v1/answers/pollingStationInfo': {
    get: {
      tag: 'answers',
      summary: 'What the observer said of the station',
      role: 'admin',
      query: thread,
      reply: 'StationInfo',
      mayBeEmpty: true,
    },
  },
  '/api/v2/note': {
    get: {
      tag: 'notes',
      summary: 'The notes of a thread, oldest first',
      role: 'admin',
      query: { ...thread, idQuestion: 'integer' },
      reply: 'Notes',
    },
    post: {
      tag: 'notes',
      summary: 'A note from a phone, with files',
      role: 'observer',
      multipart: 'PostedNote',
      reply: 'NoteReply',
    },
  },
  '/api/v2/note/attachment/{id}/{fileName}': {
    get: {
      tag: 'notes',
      summary: 'A file of a note, by its signed address',
      role: 'link',
      query: { expires: 'integer', signature: 'string' },
      reply: 'File',
    },
  },
  '/api/v1/form': {
    get: {
      tag: 'forms',
      summary: 'Published forms, or drafts',
      role: 'anyone',
      query: { draft: 'boolean', diaspora: 'boolean' },
      reply: 'FormList',
    },
    post: {
      tag: 'forms',
      summary: 'Create a form; its code must be new',
      role: 'admin',
      body: 'Form',
      reply: 'Id',
    },
    put: {
      tag: 'forms',
      summary: 'Update a form; parts merge by id and are never removed',
      role: 'organizer',
      body: 'Form',
      reply: 'Id',
    },
    delete: {
      tag: 'forms',
      summary: 'Delete a draft without answers',
      role: 'organizer',
      query: { formId: 'integer' },
    },
  },
  '/api/v1/form/section/{sectionId}': {
    delete: {
      tag: 'forms',
      summary: 'Delete a section that is not in use',
      role: 'organizer',
    },
  },
  '/api/v1/form/section/{sectionId}/question/{questionId}': {
    delete: {
      tag: 'forms',
      summary: 'Delete a question that is not in use',
      role: 'organizer',
    },
  },
  '/api/v1/form/versions': {
    get: {
      tag: 'forms',
      summary: 'Versions of published forms by code',
      role: 'anyone',
      reply: 'FormVersions',
    },
  },
  '/api/v1/form/{formId}': {
    get: {
      tag: 'forms',
      summary: 'The sections of a form',
      role: 'anyone',
      reply: 'Sections',
      mayBeEmpty: true,
    },
  },
  '/api/v1/county': {
    get: {
      tag: 'places',
      summary: 'Counties by order',
      role: 'anyone',
      reply: 'Counties',
    },
  },
  '/api/v1/province': {
    get: {
      tag: 'places',
      summary: 'Provinces by order',
      role: 'anyone',
      reply: 'Provinces',
    },
  },
  '/api/v1/county/csvFormat': {
    get: {
      tag: 'places',
      summary: 'Counties as an import takes them',
      role: 'organizer',
      files: ['application/octet-stream'],
    },
  },
  '/api/v1/county/import-template': {
    get: {
      tag: 'places',
      summary: 'The header of an import',
      role: 'organizer',
      files: [CSV],
    },
  },
  '/api/v1/county/import': {
    post: {
      tag: 'places',
      summary: 'Add or change counties by id; all or nothing',
      role: 'organizer',
      multipart: 'CsvFile',
      refusals: fileRefusals,
    },
  },
  '/api/v1/county/{countyId}': {
    get: {
      tag: 'places',
      summary: 'One county',
      role: 'admin',
      reply: 'County',
    },
    post: {
      tag: 'places',
      summary: 'Change a county',
      role: 'admin',
      body: 'CountyChange',
    },
  },
  '/api/v1/county/{countyCode}/municipalities': {
    get: {
      tag: 'places',
      summary: 'Municipalities of a county',
      role: 'anyone',
      reply: 'Municipalities',
    },
  },
  '/api/v1/polling-station': {
    get: {
      tag: 'places',
      summary: 'Counties with their limits',
      role: 'organizer',
      query: { diaspora: 'boolean' },
      reply: 'Counties',
    },
    post: {
      tag: 'answers',
      summary: 'Station info from a phone',
      role: 'observer',
      body: 'PostedStationInfo',
    },
    put: {
      tag: 'answers',
      summary: 'Leave time from a phone',
      role: 'observer',
      body: 'PostedStationInfo',
    },
  },
  '/api/v2/polling-station': {
    get: {
      tag: 'places',
      summary: 'Stations, of one county or all',
      role: 'anyone',
      query: { ...paging, countyId: 'integer' },
      reply: 'Stations',
    },
  },
  '/api/v1/polling-station/import': {
    post: {
      tag: 'places',
      summary: 'Add stations; all or nothing',
      role: 'organizer',
      multipart: 'CsvFile',
      refusals: fileRefusals,
      reply: 'Count',
    },
  },
  '/api/v2/polling-station/clearAll': {
    delete: {
      tag: 'places',
      summary: 'Delete all stations, with what was reported of them if said',
      role: 'organizer',
      query: { includeRelatedData: 'boolean' },
    },
  },
  '/api/v2/polling-station/{id}': {
    get: {
      tag: 'places',
      summary: 'One station',
      role: 'organizer',
      reply: 'Station',
    },
    put: {
      tag: 'places',
      summary: 'Change a station',
      role: 'organizer',
      body: 'StationChange',
    },
  },
  '/api/v1/observer': {
    get: {
      tag: 'observers',
      summary: 'Observers by id',
      role: 'admin',
      query: { ...paging, name: 'string', number: 'string' },
      reply: 'ObserverPage',
    },
    post: {
      tag: 'observers',
      summary: "Add an observer to the caller's NGO; query or body",
      role: 'organizer',
      query: { phone: 'string', pin: 'string', name: 'string' },
      body: 'NewObserver',
      reply: 'Id',
    },
    delete: {
      tag: 'observers',
      summary: 'Delete an observer without data',
      role: 'admin',
      query: { id: 'integer' },
      reply: 'Changed',
    },
    put: {
      tag: 'observers',
      summary: 'Change an observer; blank fields stay',
      role: 'organizer',
      body: 'ObserverChange',
      reply: 'Changed',
    },
  },
  '/api/v1/observer/count': {
    get: {
      tag: 'observers',
      summary: 'How many observers',
      role: 'admin',
      reply: 'Count',
    },
  },
  '/api/v1/observer/active': {
    get: {
      tag: 'observers',
      summary: 'Observers who checked into stations of these counties',
      role: 'admin',
      query: {
        countyCodes: 'string',
        fromPollingStationNumber: 'integer',
        toPollingStationNumber: 'integer',
        currentlyCheckedIn: 'boolean',
      },
      reply: 'Observers',
    },
  },
  '/api/v1/observer/reset': {
    post: {
      tag: 'observers',
      summary: 'A new pin, or no device, by exact phone',
      role: 'organizer',
      body: 'Reset',
    },
  },
  '/api/v1/observer/removeDeviceId': {
    post: {
      tag: 'observers',
      summary: 'Let go of the bound phone; id in query or body',
      role: 'admin',
      query: { id: 'integer' },
      body: 'IdBody',
    },
  },
  '/api/v1/observer/import': {
    post: {
      tag: 'observers',
      summary: 'Phone, pin and name as CSV or TSV; all or nothing',
      role: 'organizer',
      multipart: 'ObserverFile',
      refusals: fileRefusals,
      reply: 'Count',
    },
  },
  '/api/v1/observer/import-template': {
    get: {
      tag: 'observers',
      summary: 'The header of an import',
      role: 'organizer',
      files: [CSV],
    },
  },
  '/api/v1/statistics/observerNumber': statistic('Observers with answers'),
  '/api/v1/statistics/countiesIrregularities': statistic(
    'Flagged answers by county',
  ),
  '/api/v1/statistics/pollingStationIrregularities': statistic(
    'Flagged answers by station',
  ),
  '/api/v1/statistics/countiesOpeningIrregularities': statistic(
    'Flagged answers at opening by county',
  ),
  '/api/v1/statistics/pollingStationOpeningIrregularities': statistic(
    'Flagged answers at opening by station',
  ),
  '/api/v1/statistics/countiesByCountingIrregularities': statistic(
    'Flagged answers at counting by county',
  ),
  '/api/v1/statistics/pollingStationsByCountingIrregularities': statistic(
    'Flagged answers at counting by station',
  ),
  '/api/v1/statistics/irregularities': statistic(
    'Flagged answers by county (0) or station (1)',
    { groupingType: 'integer', formCode: 'string' },
  ),
  '/api/v1/statistics/mini/all': {
    get: {
      tag: 'statistics',
      summary: 'The six figures',
      role: 'anyone',
      reply: 'Statistics',
    },
  },
  '/api/v1/statistics/mini/answers': figure('Answers'),
  '/api/v1/statistics/mini/stations': figure('Stations visited'),
  '/api/v1/statistics/mini/counties': figure('Counties visited'),
  '/api/v1/statistics/mini/notes': figure('Notes'),
  '/api/v1/statistics/mini/loggedinobservers': figure('Observers with a phone'),
  '/api/v1/statistics/mini/flaggedanswers': figure('Flagged answers'),
  '/api/v1/export/all': {
    get: {
      tag: 'export',
      summary: 'Answers, as CSV or what is accepted',
      role: 'organizer',
      query: exportFilter,
      files: [CSV, XLSX],
    },
  },
  '/api/v1/export/all/notes': {
    get: {
      tag: 'export',
      summary: 'Notes as CSV',
      role: 'organizer',
      query: exportFilter,
      files: [CSV],
    },
  },
  '/api/v2/export/all': {
    get: {
      tag: 'export',
      summary: 'Everything as a workbook',
      role: 'organizer',
      files: [XLSX],
    },
  },
  '/api/v1/notification/send': {
    post: {
      tag: 'notifications',
      summary: 'To chosen observers',
      role: 'organizer',
      body: 'NewNotification',
      status: 202,
      reply: 'Count',
    },
  },
  '/api/v1/notification/send/all': {
    post: {
      tag: 'notifications',
      summary: 'To every registered phone',
      role: 'organizer',
      body: 'NewNotification',
      status: 202,
      reply: 'Count',
    },
  },
  '/api/v1/notification/get/all': {
    get: {
      tag: 'notifications',
      summary: 'What was sent, newest first',
      role: 'organizer',
      query: paging,
      reply: 'NotificationPage',
    },
  },
  '/api/v1/notification/register': {
    post: {
      tag: 'notifications',
      summary: 'Register a phone',
      role: 'observer',
      body: 'Registration',
      status: 202,
    },
  },
  '/api/v1/ngo': {
    get: {
      tag: 'ngos',
      summary: 'All NGOs',
      role: 'organizer',
      reply: 'Ngos',
    },
    post: { tag: 'ngos', summary: 'Add one', role: 'organizer', body: 'Ngo' },
  },
  '/api/v1/ngo/{ngoId}': {
    get: { tag: 'ngos', summary: 'One NGO', role: 'organizer', reply: 'Ngo' },
    post: { tag: 'ngos', summary: 'Change it', role: 'organizer', body: 'Ngo' },
  },
  '/api/v1/ngo/{ngoId}/status': {
    patch: {
      tag: 'ngos',
      summary: 'Make it active or not',
      role: 'organizer',
      body: 'NgoStatus',
    },
  },
  '/api/v1/ngo/{ngoId}/organizer': {
    patch: {
      tag: 'ngos',
      summary: 'Make it an organizer or not',
      role: 'organizer',
      body: 'NgoOrganizer',
    },
  },
  '/api/v1/ngo/{ngoId}/ngoadmin': {
    get: {
      tag: 'ngos',
      summary: "The own NGO's accounts",
      role: 'admin',
      reply: 'Accounts',
    },
    post: {
      tag: 'ngos',
      summary: 'Add an account',
      role: 'admin',
      body: 'NewAccount',
      refusals: accountRefusals,
    },
  },
  '/api/v1/ngo/{ngoId}/ngoadmin/{adminId}': {
    get: {
      tag: 'ngos',
      summary: 'One of them',
      role: 'admin',
      reply: 'Account',
    },
    post: {
      tag: 'ngos',
      summary: 'Change its name and password',
      role: 'admin',
      body: 'NewAccount',
      refusals: accountRefusals,
    },
  },
  '/api/v1/cache/clear': {
    post: { tag: 'host', summary: 'Forget caches', role: 'organizer' },
  },
};
