import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';

import {
  CLASSIC_QUIRKS,
  NO_QUIRKS,
  type Quirks,
} from '../../../server/quirks/quirks';
import { holdElection } from '../support/election';
import { resetFixtures } from '../support/fixtures';
import { openPglite } from '../support/pglite-image';
import { startServer, type Ask, type TestServer } from '../support/server';

const XLSX =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Habit {
  /** Where the contract or the facts of docs/offline-design.md speak of it. */
  told: string;
  /** Asks the server something that the habit changes. */
  ask: (server: TestServer) => Promise<unknown>;
  /** What comes back from the server as it should be, and with this habit alone. */
  well: unknown;
  badly: unknown;
}

interface Page {
  data: Record<string, unknown>[];
}

const list = async (server: TestServer, path: string) =>
  (await server.read(path)) as Record<string, unknown>[];
const page = async (server: TestServer, path: string) =>
  ((await server.read(path)) as Page).data;

async function statusOf(server: TestServer, path: string, ask: Ask = {}) {
  return (await server.ask(path, { as: 'organizer', ...ask })).status;
}

async function header(server: TestServer, name: string, headers = {}) {
  const reply = await server.ask('/api/v1/form', { as: 'organizer', headers });
  return reply.headers.get(name);
}

async function write(server: TestServer, path: string, ask: Ask) {
  const reply = await server.ask(path, { as: 'organizer', ...ask });
  return reply.status === 200 ? reply.json() : reply.status;
}

const observer = '/api/v1/observer';
const dana = { phone: '0722000044', pin: '4321', name: 'Dana Pop' };
const danasQuery = `${observer}?${new URLSearchParams(dana)}`;
const mark = {
  observerId: 41,
  pollingStationId: 7312,
  state: 'resolved',
  setAt: '2026-11-22T08:00:00Z',
};
const create = (server: TestServer, path = observer, body?: unknown) =>
  write(server, path, { method: 'POST', body });

/** Imports a file and gives the answer with the NGO of the observer `Ana`. */
async function importFile(server: TestServer, text: string, ngo = {}) {
  const body = new FormData();
  body.set('file', new File([text], 'observers.csv'));
  for (const [name, id] of Object.entries(ngo)) body.set(name, String(id));
  const count = await create(server, `${observer}/import`, body);
  const [added] = await page(server, `${observer}?Name=Ana`);
  return [count, added?.['ngo']];
}

const both = 'observerId=41&pollingStationId=7312';
const notes = async (server: TestServer) => [
  await statusOf(server, `/api/v2/note?${both}`),
  await statusOf(server, '/api/v2/note?idObserver=41&idPollingStation=7312'),
];
const info = (name: string) =>
  `/api/v1/answers/pollingStationInfo?ObserverId=41&${name}=7312`;
const infos = async (server: TestServer) => [
  await statusOf(server, info('PollingStationId')),
  await statusOf(server, info('PollingStationNumber')),
];
const active = async (server: TestServer, range: string) =>
  (await list(server, `${observer}/active?countyCodes=AB${range}`)).map(
    ({ id }) => id,
  );
const message = {
  channel: 'Firebase',
  from: 'Vote Monitor',
  title: 'Reminder',
  message: 'Form C',
};
const send = (server: TestServer, recipients: number[]) =>
  statusOf(server, '/api/v1/notification/send', {
    method: 'POST',
    body: { ...message, recipients },
  });
const formA = {
  id: 12,
  code: 'A',
  description: 'Opening',
  currentVersion: 0,
};
const saveForm = (server: TestServer, formSections?: unknown) =>
  write(server, '/api/v1/form', {
    method: 'PUT',
    body: { ...formA, formSections },
  });
const forms = async (server: TestServer) =>
  ((await server.read('/api/v1/form')) as { formVersions: object[] })
    .formVersions;

/** One entry for each quirk; the compiler misses the one that is not here. */
const habits: Record<keyof Quirks, Habit> = {
  noEtag: {
    told: 'F1',
    ask: async (server) => (await header(server, 'ETag')) !== null,
    well: true,
    badly: false,
  },
  noIdempotency: {
    told: 'F1',
    ask: async (server) => {
      const headers = { 'Idempotency-Key': 'k-1' };
      for (const _ of [1, 2]) {
        await write(server, danasQuery, { method: 'POST', headers });
      }
      return server.read(`${observer}/count`);
    },
    well: 6,
    badly: 7,
  },
  nothingExposed: {
    told: 'F2',
    ask: (server) =>
      header(server, 'Access-Control-Expose-Headers', { Origin: 'http://x' }),
    well: 'ETag,Retry-After,Date,Content-Disposition,Feed-Next,Feed-Has-More',
    badly: null,
  },
  emptyRefusals: {
    told: 'docs/api-contract.md 1.1',
    ask: async (server) => (await (await server.ask(observer)).text()) === '',
    well: false,
    badly: true,
  },
  singleNames: {
    told: 'docs/api-contract.md 5',
    ask: async (server) => {
      const form = JSON.stringify(await server.read('/api/v1/form/12'));
      const filled = JSON.stringify(
        await server.read(`/api/v1/answers/filledIn?${both}`),
      );
      return [
        form.includes('optionId'),
        form.includes('"formCode":"A"'),
        filled.includes('idOption'),
        filled.includes('"flagged"'),
      ];
    },
    well: [true, true, true, true],
    badly: [false, false, false, false],
  },
  verOnly: {
    told: 'docs/api-contract.md 4.1',
    ask: async (server) => Object.keys((await forms(server))[1] ?? {}).sort(),
    well: 'code currentVersion description diaspora draft id order title ver'.split(
      ' ',
    ),
    badly: 'code description diaspora draft id order ver'.split(' '),
  },
  bareThreads: {
    told: 'docs/api-contract.md 4.2, F5',
    ask: async (server) => {
      const [row = {}] = await page(server, '/api/v1/answers?observerId=43');
      return [row['pollingStationName'], 'lastModified' in row];
    },
    well: ['Alba Aiud 13', true],
    badly: ['AB 13', false],
  },
  phonelessThreads: {
    told: 'F5',
    ask: async (server) => {
      const [row = {}] = await page(server, '/api/v1/answers?observerId=43');
      return row['observerPhoneNumber'];
    },
    well: '+40722000043',
    badly: undefined,
  },
  shortStationInfo: {
    told: 'docs/api-contract.md 4.2',
    ask: async (server) =>
      Object.keys(Object(await server.read(info('PollingStationId')))).length,
    well: 12,
    badly: 5,
  },
  splitCounties: {
    told: 'docs/api-contract.md 4.7',
    ask: async (server) => {
      const [county = {}] = await list(server, '/api/v1/county');
      const [limit = {}] = await list(server, '/api/v1/polling-station');
      return ['limit' in county, 'numberOfPollingStations' in limit];
    },
    well: [true, true],
    badly: [false, false],
  },
  noProvinces: {
    told: 'docs/api-contract.md 4.7',
    ask: async (server) => {
      const [county = {}] = await list(server, '/api/v1/county');
      // The fourth column is the station count, under any header.
      const imported = (header: string, fourth: string) => {
        const csv = `Id,Code,Name,${header},Diaspora,Order\n9,ZZ,Z,${fourth},,\n`;
        const body = new FormData();
        body.set('CsvFile', new File([csv], 'counties.csv'));
        return statusOf(server, '/api/v1/county/import', {
          method: 'POST',
          body,
        });
      };
      return [
        'provinceCode' in county,
        await statusOf(server, '/api/v1/province'),
        await imported('NumberOfPollingStations', 'TR'),
        await imported('ProvinceCode', '12'),
      ];
    },
    well: [true, 200, 200, 400],
    badly: [false, 404, 400, 200],
  },
  shuffledLists: {
    told: 'F3',
    ask: async (server) => {
      const paths = [observer, '/api/v1/answers', '/api/v2/polling-station'];
      return Promise.all(paths.map((path) => isMixed(server, path)));
    },
    well: [false, false, false],
    badly: [true, true, true],
  },
  repeatedQuestions: {
    told: 'F15',
    ask: async (server) =>
      (await list(server, `/api/v1/answers/filledIn?${both}`)).map(
        ({ id }) => id,
      ),
    well: [205, 206, 301],
    badly: [205, 206, 206, 301, 301],
  },
  resignedAttachments: {
    told: 'F14',
    ask: async (server) => {
      const before = JSON.stringify(await server.read(`/api/v2/note?${both}`));
      server.clock.now = new Date(server.clock.now.getTime() + 1_000);
      return (
        before === JSON.stringify(await server.read(`/api/v2/note?${both}`))
      );
    },
    well: true,
    badly: false,
  },
  fixedExpiry: {
    told: 'F16, docs/api-contract.md 2.2',
    ask: async (server) => {
      server.clock.now = new Date(server.clock.now.getTime() + 48 * 3_600_000);
      const reply = await server.ask('/api/v2/access/authorize', {
        method: 'POST',
        body: { user: 'ana.pop@example.org', password: 's3cret' },
      });
      const { access_token } = await reply.json();
      const { exp = 0 } = decodeJwt(access_token);
      return exp * 1_000 > server.clock.now.getTime();
    },
    well: true,
    badly: false,
  },
  lenientQueries: {
    told: 'docs/api-contract.md 1',
    ask: (server) => statusOf(server, `${observer}?pageSize=undefined`),
    well: 400,
    badly: 200,
  },
  crashes: {
    told: 'docs/api-contract.md 1.1, 3.7',
    ask: (server) => statusOf(server, `${observer}/active`),
    well: 400,
    badly: 500,
  },
  oldQueryNames: {
    told: 'docs/api-contract.md 4.2, 4.3',
    ask: async (server) => [
      await notes(server),
      await infos(server),
      (await page(server, '/api/v1/answers?urgent=true')).length,
      (await page(server, '/api/v1/answers?phoneObserver=nobody')).length,
    ],
    well: [[200, 200], [200, 200], 5, 0],
    badly: [[400, 200], [204, 200], 3, 3],
  },
  newQueryNames: {
    told: 'docs/api-contract.md 4.2, 4.3',
    ask: async (server) => [await notes(server), await infos(server)],
    well: [
      [200, 200],
      [200, 200],
    ],
    badly: [
      [200, 400],
      [200, 204],
    ],
  },
  queryOnlyCreate: {
    told: 'docs/api-contract.md 3.2',
    ask: async (server) => [
      await create(server, observer, dana),
      await create(server, danasQuery),
    ],
    well: [expect.any(Number), expect.any(Number)],
    badly: [400, expect.any(Number)],
  },
  bodyOnlyCreate: {
    told: 'docs/api-contract.md 3.2',
    ask: async (server) => [
      await create(server, danasQuery),
      await create(server, danasQuery, dana),
    ],
    well: [expect.any(Number), expect.any(Number)],
    badly: [400, expect.any(Number)],
  },
  highestIdPlusOne: {
    told: 'F6',
    ask: async (server) => {
      const first = await create(server, danasQuery);
      await write(server, `${observer}?id=${first}`, { method: 'DELETE' });
      return Number(await create(server, danasQuery)) - Number(first);
    },
    well: 1,
    badly: 0,
  },
  crashingDeletes: {
    told: 'docs/api-contract.md 3.4, F9',
    ask: (server) =>
      statusOf(server, `${observer}?id=41`, { method: 'DELETE' }),
    well: 400,
    badly: 500,
  },
  tabsOnly: {
    told: 'docs/api-contract.md 3.8',
    ask: async (server) => [
      (await importFile(server, 'Phone\tPin\tName\n1\t1234\tAna'))[0],
      (await importFile(server, 'Phone,Pin,Name\n1,1234,Ana'))[0],
    ],
    well: [1, 1],
    badly: [2, 500],
  },
  headerAlways: {
    told: 'docs/api-contract.md 3.8',
    ask: async (server) =>
      (await importFile(server, '1,1234,Ana\n3,1234,Dan'))[0],
    well: 2,
    badly: 1,
  },
  ongIdOnly: {
    told: 'docs/api-contract.md 3.8',
    ask: (server) => importFile(server, '1,1234,Ana', { ngoId: 2 }),
    well: [1, 'Free Vote Association'],
    badly: [1, 'Observers United'],
  },
  ngoIdOnly: {
    told: 'docs/api-contract.md 3.8',
    ask: (server) => importFile(server, '1,1234,Ana', { ongId: 2 }),
    well: [1, 'Free Vote Association'],
    badly: [1, 'Observers United'],
  },
  repeatedActive: {
    told: 'docs/api-contract.md 3.7',
    ask: async (server) => {
      await server.ask('/api/v1/polling-station', {
        method: 'POST',
        as: 'maria',
        body: {
          countyCode: 'AB',
          municipalityCode: 'AB-SEB',
          pollingStationNumber: 13,
          observerArrivalTime: '2026-11-22T08:00:00Z',
          observerLeaveTime: '2026-11-22T09:00:00Z',
        },
      });
      return [
        await active(server, ''),
        await active(server, '&toPollingStationNumber=99'),
      ];
    },
    well: [[41], [41]],
    badly: [[], [41, 41]],
  },
  rangeIgnored: {
    told: 'docs/api-contract.md 3.7',
    ask: (server) =>
      active(
        server,
        '&fromPollingStationNumber=500&toPollingStationNumber=600',
      ),
    well: [],
    badly: [41],
  },
  optionOrderLost: {
    told: 'docs/api-contract.md 4.1',
    ask: async (server) => {
      const [section] = (await server.read('/api/v1/form/12')) as {
        questions: { optionsToQuestions: { orderNumber: number }[] }[];
      }[];
      return section?.questions[0]?.optionsToQuestions.map(
        ({ orderNumber }) => orderNumber,
      );
    },
    well: [1, 2, 3],
    badly: [0, 0, 0],
  },
  versionFromBody: {
    told: 'docs/api-contract.md 4.1, F7',
    ask: async (server) => {
      await saveForm(server);
      return (await forms(server)).find((form) => Object(form).id === 12);
    },
    well: expect.objectContaining({ currentVersion: 5 }),
    badly: expect.objectContaining({ currentVersion: 1 }),
  },
  staleForms: {
    told: 'F13',
    ask: async (server) => {
      await server.read('/api/v1/form/12');
      await saveForm(server, [{ id: 31, code: 'A1', description: 'Changed' }]);
      return (await list(server, '/api/v1/form/12'))[0]?.['description'];
    },
    well: 'Changed',
    badly: 'Before opening',
  },
  staleStatistics: {
    told: 'docs/api-contract.md 4.4',
    ask: async (server) => {
      const path = '/api/v1/statistics/pollingStationIrregularities?pageSize=';
      await server.read(`${path}1`);
      return (await page(server, `${path}20`)).length;
    },
    well: 2,
    badly: 1,
  },
  csvOnly: {
    told: 'docs/api-contract.md 4.5',
    ask: async (server) => {
      const reply = await server.ask('/api/v1/export/all', {
        as: 'organizer',
        headers: { Accept: XLSX },
      });
      await reply.arrayBuffer();
      return [
        reply.headers.get('Content-Type'),
        await statusOf(server, '/api/v2/export/all'),
      ];
    },
    well: [XLSX, 200],
    badly: [expect.stringMatching(/^text\/csv/), 404],
  },
  emptyExportMissing: {
    told: 'docs/api-contract.md 4.5',
    ask: (server) => statusOf(server, '/api/v1/export/all?county=XX'),
    well: 200,
    badly: 404,
  },
  phoneIgnored: {
    told: 'docs/api-contract.md 4.5',
    ask: async (server) => {
      const path = '/api/v1/export/all?phoneObserver=nobody';
      const reply = await server.ask(path, { as: 'organizer' });
      return (await reply.text()).trim().split('\r\n').length > 1;
    },
    well: false,
    badly: true,
  },
  countyLosesNotes: {
    told: 'docs/api-contract.md 4.5',
    ask: async (server) => {
      const path = '/api/v1/export/all/notes?county=AB';
      return [
        await statusOf(server, path),
        await statusOf(server, `${path}&idNgo=2`),
      ];
    },
    well: [200, 200],
    badly: [404, 200],
  },
  lastingTokens: {
    told: 'docs/api-contract.md 2.1',
    ask: async (server) => {
      await server.ask('/api/v1/ngo/2/status', {
        method: 'PATCH',
        as: 'organizer',
        body: { isActive: false },
      });
      return (await server.ask('/api/v1/form', { as: 'admin' })).status;
    },
    well: 401,
    badly: 200,
  },
  laxAdmins: {
    told: 'docs/api-contract.md 2.4',
    ask: async (server) => {
      const post = async (path: string, body: unknown) =>
        (await server.ask(path, { method: 'POST', as: 'admin', body })).status;
      const county = { name: 'Alba', diaspora: false, order: 1 };
      return [
        await post('/api/v1/county/1', { ...county, code: 'AB' }),
        await post('/api/v1/county/1', { ...county, code: 'XX' }),
        await post('/api/v1/form', {
          code: 'O',
          description: 'x',
          draft: false,
        }),
      ];
    },
    well: [403, 403, 403],
    badly: [200, 200, 200],
  },
  anyPassword: {
    told: 'docs/api-contract.md 3.5',
    ask: async (server) => {
      const reply = await server.ask('/api/v1/observer/reset', {
        method: 'POST',
        as: 'organizer',
        body: {
          action: 'reset-password',
          phoneNumber: '0722000041',
          pin: '1',
        },
      });
      return reply.status;
    },
    well: 400,
    badly: 200,
  },
  noExtensions: {
    told: 'docs/api-contract.md 10',
    ask: async (server) => [
      await statusOf(server, '/api/extensions'),
      await statusOf(server, '/api/v1/triage'),
      await statusOf(server, '/api/v1/triage', { method: 'POST', body: mark }),
    ],
    well: [200, 200, 200],
    badly: [404, 404, 404],
  },
  strictRecipients: {
    told: 'docs/api-contract.md 4.6',
    ask: (server) => send(server, [41, 41]),
    well: 202,
    badly: 500,
  },
  pushFailsEvery: {
    told: 'F11',
    ask: async (server) => [
      await send(server, [41]),
      (await page(server, '/api/v1/notification/get/all')).length,
    ],
    well: [202, 1],
    badly: [500, 0],
  },
};

/** Whether twenty reads of one list come in more than one order. */
async function isMixed(server: TestServer, path: string): Promise<boolean> {
  const orders = new Set<string>();
  for (let read = 0; read < 20; read += 1) {
    const reply = await server.ask(path, { as: 'organizer' });
    orders.add(await reply.text());
  }
  return orders.size > 1;
}

/** Whether the last server may have changed the election. */
let isChanged = true;

/** Asks a server with these habits, on an election as it was. */
async function asked(ask: Habit['ask'], quirks: Quirks): Promise<unknown> {
  const database = await openPglite();
  if (isChanged) {
    await resetFixtures(database.db);
    await holdElection(database.db);
  }
  const server = startServer(database, { quirks, testLog: true });
  const answer = await ask(server);
  const requests = server.app.requestLog.entries();
  isChanged = requests.some(({ method }) => method !== 'GET');
  return answer;
}

describe('a bad habit of a server, alone', () => {
  const cases = Object.entries(habits).map(([name, habit]) => ({
    name,
    ...habit,
  }));
  it.each(cases)('$name ($told)', async ({ name, ask, well, badly }) => {
    expect(await asked(ask, NO_QUIRKS)).toEqual(well);
    const value = name === 'pushFailsEvery' ? 1 : true;
    expect(await asked(ask, { ...NO_QUIRKS, [name]: value })).toEqual(badly);
  });
});

describe('--classic', () => {
  it('has all of them but those that exclude another, or that nobody has', () => {
    const left = Object.entries(CLASSIC_QUIRKS).flatMap(([name, value]) =>
      value ? [] : [name],
    );
    expect(left).toEqual([
      'newQueryNames',
      'bodyOnlyCreate',
      'headerAlways',
      'ngoIdOnly',
      'rangeIgnored',
      'phonelessThreads',
    ]);
  });
});
