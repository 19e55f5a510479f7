const integer = { type: 'integer' };
/** A text; also the type of what stands in a path. */
export const text = { type: 'string' };
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

const binary = { type: 'string', format: 'binary' };

const county = object({
  id: integer,
  code: text,
  name: text,
  provinceCode: orNull(text),
  numberOfPollingStations: integer,
  limit: integer,
  diaspora: boolean,
  order: integer,
});

const station = object({
  id: integer,
  municipalityId: integer,
  idCounty: integer,
  number: integer,
  address: orNull(text),
  coordinates: orNull(text),
  administrativeTerritoryCode: orNull(text),
  territoryCode: orNull(text),
});

const observer = object({
  id: integer,
  ngo: text,
  phone: text,
  name: text,
  deviceRegisterDate: orNull(instant),
  lastSeen: orNull(instant),
  numberOfNotes: integer,
  numberOfPollingStations: integer,
});

const statisticRow = object({ label: text, value: text });

const ngo = object({
  id: integer,
  shortName: text,
  name: text,
  organizer: boolean,
  isActive: boolean,
});

const account = object({
  id: integer,
  idNgo: integer,
  account: text,
  password: { type: 'null' },
});

/** The shapes that the operations refer to by name. */
export const schemas = {
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
  Counties: list(county),
  County: county,
  CountyChange: object(
    { code: text, name: text, diaspora: boolean, order: integer },
    ['code', 'name'],
  ),
  CsvFile: object({ csvFile: binary }, ['csvFile']),
  Provinces: list(
    object({ id: integer, code: text, name: text, order: integer }),
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
  Stations: list(station),
  Station: station,
  StationChange: object({
    number: integer,
    address: text,
    coordinates: text,
    administrativeTerritoryCode: text,
    territoryCode: text,
  }),
  ObserverPage: page(observer),
  Observers: list(observer),
  NewObserver: object(
    { phone: text, pin: text, name: text, sendSMS: boolean },
    ['phone', 'pin', 'name'],
  ),
  Reset: object(
    {
      action: { enum: ['reset-password', 'device'] },
      phoneNumber: text,
      pin: text,
    },
    ['action', 'phoneNumber'],
  ),
  ObserverFile: object({ file: binary, ongId: integer, ngoId: integer }, [
    'file',
  ]),
  Id: integer,
  IdBody: object({ id: integer }),
  Form: object(
    {
      id: integer,
      code: text,
      title: text,
      description: text,
      diaspora: boolean,
      draft: boolean,
      currentVersion: integer,
      order: integer,
      formSections: list(
        object({
          id: integer,
          code: { ...text, maxLength: 4 },
          description: { ...text, maxLength: 200 },
          orderNumber: integer,
          questions: list(object(question)),
        }),
      ),
    },
    ['code', 'description'],
  ),
  Statistic: statisticRow,
  Statistics: list(statisticRow),
  StatisticPage: page(statisticRow),
  NewNotification: object(
    {
      channel: text,
      from: text,
      title: text,
      message: text,
      recipients: list(integer),
    },
    ['channel', 'from', 'title', 'message'],
  ),
  NotificationPage: page(
    object({
      id: integer,
      title: text,
      channel: text,
      body: text,
      insertedAt: instant,
      senderId: integer,
      senderIdNgo: integer,
      senderNgoName: text,
      senderAccount: text,
      sentObserverIds: list(integer),
    }),
  ),
  Registration: object(
    { observerId: integer, channelName: text, token: text },
    ['channelName', 'token'],
  ),
  Ngo: ngo,
  Ngos: list(ngo),
  NgoStatus: object({ isActive: boolean }, ['isActive']),
  NgoOrganizer: object({ isOrganizer: boolean }, ['isOrganizer']),
  Account: account,
  Accounts: list(account),
  NewAccount: object({ account: text, password: text }, [
    'account',
    'password',
  ]),
  ObserverChange: object(
    { observerId: integer, name: text, phone: text, pin: text },
    ['observerId'],
  ),
  Changed: boolean,
  Count: integer,
};
