type Method = 'get' | 'post' | 'put';
type Role = 'nobody' | 'anyone' | 'observer' | 'admin' | 'organizer' | 'link';

/** One row of the description: what it is, who may, what goes in and out. */
interface Operation {
  tag: string;
  summary: string;
  role: Role;
  query?: Record<string, 'integer' | 'string' | 'boolean'>;
  body?: string;
  multipart?: string;
  /** Name of the schema of a 200; absent: an empty body. */
  reply?: string;
  /** 204 when there is nothing to tell. */
  mayBeEmpty?: boolean;
}

const paging = { page: 'integer', pageSize: 'integer' } as const;
const thread = { observerId: 'integer', pollingStationId: 'integer' } as const;

/** Every route of the API (contract sections 2 to 4). */
const operations: Record<string, Partial<Record<Method, Operation>>> = {
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
    },
  },
  '/api/v2/access/authorize': {
    post: {
      tag: 'access',
      summary: 'Sign in; a fcmToken means a phone',
      role: 'nobody',
      body: 'Login',
      reply: 'LoginReply',
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
  '/api/v1/observer': {
    get: {
      tag: 'observers',
      summary: 'Observers by id',
      role: 'admin',
      query: { ...paging, name: 'string', number: 'string' },
      reply: 'ObserverPage',
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
};

const integer = { type: 'integer' };
const text = { type: 'string' };
const boolean = { type: 'boolean' };
const instant = { type: 'string', format: 'date-time' };

function orNull(schema: { type: string }) {
  return { ...schema, type: [schema.type, 'null'] };
}

function object(properties: Record<string, unknown>, required: string[] = []) {
  return {
    type: 'object',
    properties,
    ...(required.length ? { required } : {}),
  };
}

function list(items: unknown) {
  return { type: 'array', items };
}

function page(items: unknown) {
  const numbers = {
    totalItems: integer,
    totalPages: integer,
    page: integer,
    pageSize: integer,
  };
  return object({ data: list(items), ...numbers });
}

const stationName = {
  countyCode: text,
  municipalityCode: text,
  pollingStationNumber: integer,
};

const stationInfo = {
  observerArrivalTime: orNull(instant),
  observerLeaveTime: orNull(instant),
  urbanArea: orNull(boolean),
  isPollingStationPresidentFemale: orNull(boolean),
  numberOfVotersOnTheList: orNull(integer),
  numberOfCommissionMembers: orNull(integer),
  numberOfFemaleMembers: orNull(integer),
  minPresentMembers: orNull(integer),
  chairmanPresence: orNull(boolean),
  singlePollingStationOrCommission: orNull(boolean),
  adequatePollingStationSize: orNull(boolean),
};

const option = {
  id: integer,
  optionId: integer,
  idOption: integer,
  text,
  isFreeText: boolean,
  flagged: boolean,
  orderNumber: integer,
};

const question = {
  id: integer,
  formCode: text,
  code: text,
  idSection: integer,
  questionType: { enum: [0, 1, 2, 3] },
  text,
  hint: orNull(text),
  orderNumber: integer,
  optionsToQuestions: list(object(option)),
};

const schemas = {
  Any: object({}),
  File: { type: 'string', contentMediaType: 'application/octet-stream' },
  Problem: object({
    type: text,
    title: text,
    status: integer,
    detail: text,
    errors: { type: 'object', additionalProperties: list(text) },
  }),
  Login: object(
    {
      user: text,
      password: text,
      channelName: text,
      fcmToken: text,
      uniqueId: text,
    },
    ['user', 'password'],
  ),
  LoginReply: object({ access_token: text, expires_in: integer }),
  Claims: list(object({ type: text, value: text })),
  ThreadPage: page(
    object({
      observerId: integer,
      pollingStationId: integer,
      observerName: text,
      observerPhoneNumber: text,
      pollingStationName: text,
      lastModified: instant,
    }),
  ),
  PostedAnswers: object(
    {
      answers: list(
        object({
          ...stationName,
          questionId: integer,
          options: list(object({ optionId: integer, value: orNull(text) })),
        }),
      ),
    },
    ['answers'],
  ),
  FilledQuestions: list(
    object({
      id: integer,
      text,
      questionTypeId: integer,
      idQuestionType: integer,
      questionId: text,
      formCode: text,
      answers: list(
        object({
          optionId: integer,
          idOption: integer,
          text,
          isFreeText: boolean,
          value: orNull(text),
          isFlagged: boolean,
          flagged: boolean,
        }),
      ),
    }),
  ),
  StationInfo: object({ lastModified: instant, ...stationInfo }),
  PostedStationInfo: object(
    { ...stationName, idPollingStation: integer, ...stationInfo },
    ['countyCode'],
  ),
  Notes: list(
    object({
      countyCode: text,
      municipalityCode: text,
      pollingStationNumber: integer,
      questionId: orNull(integer),
      text: orNull(text),
      attachmentsPaths: list(text),
      formCode: orNull(text),
      formId: integer,
    }),
  ),
  PostedNote: object(
    {
      ...stationName,
      questionId: integer,
      text,
      files: list({ type: 'string', format: 'binary' }),
    },
    ['countyCode', 'pollingStationNumber'],
  ),
  NoteReply: object({
    filesAddress: list(text),
    note: object({
      ...stationName,
      questionId: orNull(integer),
      text: orNull(text),
    }),
  }),
  FormList: object({
    formVersions: list(
      object({
        id: integer,
        code: text,
        title: orNull(text),
        description: text,
        currentVersion: integer,
        ver: integer,
        diaspora: boolean,
        order: integer,
        draft: boolean,
      }),
    ),
  }),
  FormVersions: object({
    versions: { type: 'object', additionalProperties: integer },
  }),
  Sections: list(
    object({
      uniqueId: text,
      id: integer,
      code: text,
      description: text,
      orderNumber: integer,
      questions: list(object(question)),
    }),
  ),
  Counties: list(
    object({
      id: integer,
      code: text,
      name: text,
      provinceCode: orNull(text),
      numberOfPollingStations: integer,
      limit: integer,
      diaspora: boolean,
      order: integer,
    }),
  ),
  Municipalities: list(
    object({
      id: integer,
      countyCode: text,
      code: text,
      name: text,
      numberOfPollingStations: integer,
      order: integer,
    }),
  ),
  Stations: list(
    object({
      id: integer,
      municipalityId: integer,
      idCounty: integer,
      number: integer,
      address: orNull(text),
      coordinates: orNull(text),
      administrativeTerritoryCode: orNull(text),
      territoryCode: orNull(text),
    }),
  ),
  ObserverPage: page(
    object({
      id: integer,
      ngo: text,
      phone: text,
      name: text,
      deviceRegisterDate: orNull(instant),
      lastSeen: orNull(instant),
      numberOfNotes: integer,
      numberOfPollingStations: integer,
    }),
  ),
  ObserverChange: object(
    { observerId: integer, name: text, phone: text, pin: text },
    ['observerId'],
  ),
  Changed: boolean,
  Count: integer,
};

/** The description of this host in OpenAPI 3.1, for `/api/openapi.json`. */
export function openApi(version: string) {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, operation]) => [
          method,
          describe(path, operation),
        ]),
      ),
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vote monitoring',
      version,
      description: 'The API between observers, their NGOs and this host.',
    },
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
}

function describe(path: string, operation: Operation) {
  const { tag, summary, role, query = {}, body, multipart, reply } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: text,
  }));
  const inQuery = Object.entries(query).map(([name, type]) => ({
    name,
    in: 'query',
    required: role === 'link',
    schema: { type },
  }));
  const sent = body ?? multipart;
  const type = body ? 'application/json' : 'multipart/form-data';
  const isPublic = role === 'nobody' || role === 'link';
  return {
    tags: [tag],
    summary,
    security: isPublic ? [] : [{ bearer: [] }],
    ...(isPublic ? {} : { 'x-role': role }),
    parameters: [...inPath, ...inQuery],
    ...(sent
      ? { requestBody: { required: true, content: content(type, sent) } }
      : {}),
    responses: {
      200: {
        description: 'Done',
        ...(reply ? { content: content('application/json', reply) } : {}),
      },
      ...(operation.mayBeEmpty ? { 204: { description: 'Nothing' } } : {}),
      default: {
        description: 'A problem',
        content: content('application/problem+json', 'Problem'),
      },
    },
  };
}

function content(type: string, schema: string) {
  return { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } };
}
