import { expect, it } from 'vitest';

import { holdElection } from '../support/election';
import { onPglite } from '../support/on-pglite';
import { freshServer, startServer, type UserName } from '../support/server';

const anyone: UserName[] = ['maria', 'admin', 'organizer'];
const admins: UserName[] = ['admin', 'organizer'];
const organizers: UserName[] = ['organizer'];
const phones: UserName[] = ['maria'];

/** Never ends by itself: changes.test.ts. */
const STREAM = '/api/extensions/changes';

/**
 * docs/api-contract.md 2.4, the stricter column: who gets past, and who gets
 * 403. One row for each route that asks who is there.
 */
const gates: [string, string, UserName[]][] = [
  ['POST', '/api/v1/access/test', anyone],
  ['GET', '/api/v1/observer', admins],
  ['GET', '/api/v1/observer/count', admins],
  ['GET', '/api/v1/observer/active', admins],
  ['POST', '/api/v1/observer', organizers],
  ['PUT', '/api/v1/observer', organizers],
  ['DELETE', '/api/v1/observer', admins],
  ['POST', '/api/v1/observer/removeDeviceId', admins],
  ['POST', '/api/v1/observer/reset', organizers],
  ['POST', '/api/v1/observer/import', organizers],
  ['GET', '/api/v1/observer/import-template', organizers],
  ['GET', '/api/v1/form', anyone],
  ['GET', '/api/v1/form/{formId}', anyone],
  ['GET', '/api/v1/form/versions', anyone],
  ['POST', '/api/v1/form', admins],
  ['PUT', '/api/v1/form', organizers],
  ['DELETE', '/api/v1/form', organizers],
  ['DELETE', '/api/v1/form/section/{sectionId}', organizers],
  [
    'DELETE',
    '/api/v1/form/section/{sectionId}/question/{questionId}',
    organizers,
  ],
  ['GET', '/api/v1/answers', admins],
  ['POST', '/api/v1/answers', phones],
  ['GET', '/api/v1/answers/filledIn', admins],
  ['GET', '/api/v1/answers/pollingStationInfo', admins],
  ['GET', '/api/v2/note', admins],
  ['POST', '/api/v2/note', phones],
  ...[
    'observerNumber',
    'countiesIrregularities',
    'pollingStationIrregularities',
    'countiesOpeningIrregularities',
    'pollingStationOpeningIrregularities',
    'countiesByCountingIrregularities',
    'pollingStationsByCountingIrregularities',
    'irregularities',
  ].map((name): [string, string, UserName[]] => [
    'GET',
    `/api/v1/statistics/${name}`,
    admins,
  ]),
  ...[
    'all',
    'answers',
    'stations',
    'counties',
    'notes',
    'loggedinobservers',
    'flaggedanswers',
  ].map((name): [string, string, UserName[]] => [
    'GET',
    `/api/v1/statistics/mini/${name}`,
    anyone,
  ]),
  ['GET', '/api/v1/export/all', organizers],
  ['GET', '/api/v1/export/all/notes', organizers],
  ['GET', '/api/v2/export/all', organizers],
  ['POST', '/api/v1/notification/send', organizers],
  ['POST', '/api/v1/notification/send/all', organizers],
  ['GET', '/api/v1/notification/get/all', organizers],
  ['POST', '/api/v1/notification/register', phones],
  ['GET', '/api/v1/county', anyone],
  ['GET', '/api/v1/province', anyone],
  ['GET', '/api/v1/county/{countyCode}/municipalities', anyone],
  ['GET', '/api/v1/county/{countyId}', admins],
  ['POST', '/api/v1/county/{countyId}', organizers],
  ['POST', '/api/v1/county/import', organizers],
  ['GET', '/api/v1/county/csvFormat', organizers],
  ['GET', '/api/v1/county/import-template', organizers],
  ['GET', '/api/v1/polling-station', organizers],
  ['POST', '/api/v1/polling-station', phones],
  ['PUT', '/api/v1/polling-station', phones],
  ['POST', '/api/v1/polling-station/import', organizers],
  ['GET', '/api/v2/polling-station', anyone],
  ['GET', '/api/v2/polling-station/{id}', organizers],
  ['PUT', '/api/v2/polling-station/{id}', organizers],
  ['DELETE', '/api/v2/polling-station/clearAll', organizers],
  ['GET', '/api/v1/ngo', organizers],
  ['POST', '/api/v1/ngo', organizers],
  ['GET', '/api/v1/ngo/{ngoId}', organizers],
  ['POST', '/api/v1/ngo/{ngoId}', organizers],
  ['PATCH', '/api/v1/ngo/{ngoId}/status', organizers],
  ['PATCH', '/api/v1/ngo/{ngoId}/organizer', organizers],
  ['GET', '/api/v1/ngo/{ngoId}/ngoadmin', ['admin']],
  ['POST', '/api/v1/ngo/{ngoId}/ngoadmin', ['admin']],
  ['GET', '/api/v1/ngo/{ngoId}/ngoadmin/{adminId}', ['admin']],
  ['POST', '/api/v1/ngo/{ngoId}/ngoadmin/{adminId}', ['admin']],
  ['POST', '/api/v1/cache/clear', organizers],
  ['GET', '/api/extensions', admins],
  ['GET', '/api/v1/triage', admins],
  ['POST', '/api/v1/triage', admins],
  ['GET', STREAM, admins],
  ['POST', '/api/extensions/places', organizers],
  ['GET', '/api/extensions/places/template', organizers],
  ['GET', '/api/extensions/accounts', organizers],
  ['POST', '/api/extensions/accounts', organizers],
  ['PATCH', '/api/extensions/accounts/{id}', organizers],
  ['POST', '/api/extensions/password', admins],
  ['GET', '/api/extensions/second-factor', admins],
  ['POST', '/api/extensions/second-factor/set-up', admins],
  ['POST', '/api/extensions/second-factor/confirm', admins],
  ['POST', '/api/extensions/second-factor/recovery-codes', admins],
  ['POST', '/api/extensions/second-factor/remove', admins],
  ['PUT', '/api/extensions/second-factor/required', organizers],
  ['GET', '/api/extensions/sessions', admins],
  ['DELETE', '/api/extensions/sessions/{id}', admins],
  ['POST', '/api/extensions/sign-out', admins],
  ['GET', '/api/extensions/audit', organizers],
  ['GET', '/api/extensions/tokens', organizers],
  ['POST', '/api/extensions/tokens', organizers],
  ['DELETE', '/api/extensions/tokens/{id}', organizers],
  ['GET', '/api/extensions/feed', organizers],
  ['GET', '/api/extensions/details', admins],
  ['POST', '/api/extensions/enrolment', organizers],
];

/** Routes that ask nobody who they are. */
const open = [
  'POST /api/extensions/enrolment/pin',
  'GET /api/openapi.json',
  'POST /api/v1/access/authorize',
  'POST /api/v2/access/authorize',
  'GET /api/v2/note/attachment/{id}/{fileName}',
];

/** The path of a route with ids of the fixtures; NGO 2 is the admin's. */
function fill(path: string): string {
  const ids: Record<string, string> = {
    formId: '12',
    sectionId: '31',
    questionId: '206',
    countyId: '1',
    countyCode: 'AB',
    id: '7312',
    ngoId: '2',
    adminId: '7',
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '1');
}

onPglite((database) => {
  const server = freshServer(database);

  it.each(gates)(
    '%s %s is open to the right ones',
    async (method, route, allowed) => {
      const path = fill(route);
      const body = method === 'GET' ? undefined : {};
      const nobody = await server().ask(path, { method, body });
      expect(nobody.status).toBe(401);
      expect(nobody.headers.get('WWW-Authenticate')).toBe('Bearer');
      for (const as of ['maria', 'admin', 'organizer'] as const) {
        const { status } = await server().ask(path, { method, as, body });
        if (!allowed.includes(as)) expect([as, status]).toEqual([as, 403]);
        // Gone or never there: the others among them speak of rows that exist.
        else if (/\/(sessions|tokens)\/\{id}/.test(route))
          expect(status).toBe(404);
        else expect([200, 204, 400]).toContain(status);
      }
    },
  );

  it('has a row above for every route', async () => {
    const document = await (await server().ask('/api/openapi.json')).json();
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map(
        (method) => `${method.toUpperCase()} ${path}`,
      ),
    );
    const rows = gates.map(([method, path]) => `${method} ${path}`);
    expect(routes.sort()).toEqual([...rows, ...open].sort());
  });

  it("shows an admin nothing of another NGO's observers", async () => {
    await holdElection(database().db);
    // Of observer 42, who is the organizer's, and of 51.
    const secrets = /Dan Pop|0722000042|Long queue|Closed/;
    const seen: string[] = [];
    for (const [method, route, allowed] of gates) {
      if (method !== 'GET' || !allowed.includes('admin')) continue;
      if (route === STREAM) continue;
      for (const query of [
        '?pageSize=100',
        '?pageSize=100&isUrgent=true&countyCodes=AB&countyCodes=CJ',
        '?observerId=42&pollingStationId=7312&pageSize=100',
        '?idObserver=42&idPollingStation=7400&number=0722000042',
      ]) {
        const reply = await server().ask(`${fill(route)}${query}`, {
          as: 'admin',
        });
        expect([200, 204, 400]).toContain(reply.status);
        expect([route, query, await reply.text()]).not.toEqual([
          route,
          query,
          expect.stringMatching(secrets),
        ]);
        seen.push(route);
      }
    }
    expect(new Set(seen).size).toBeGreaterThan(25);
    // The organizer does see them, so the words above are the right ones.
    for (const path of ['/api/v1/observer', '/api/v1/answers?isUrgent=true']) {
      const reply = await server().ask(path, { as: 'organizer' });
      expect(await reply.text()).toMatch(secrets);
    }
  });

  const reads = gates.flatMap(
    ([method, route, allowed]): [string, UserName[]][] =>
      method === 'GET' && route !== STREAM ? [[route, allowed]] : [],
  );

  it.each(reads)(
    'answers HEAD %s like GET, without a body',
    async (route, allowed) => {
      for (const as of [undefined, 'maria', 'admin', 'organizer'] as const) {
        const sent = as && allowed.includes(as) ? { as } : {};
        const path = fill(route);
        const get = await server().ask(path, sent);
        const head = await server().ask(path, { ...sent, method: 'HEAD' });
        expect([as, head.status]).toEqual([as, get.status]);
        expect(comparable(head)).toEqual(comparable(get));
        expect(await head.text()).toBe('');
        await get.arrayBuffer();
      }
    },
  );

  function comparable({ headers }: Response) {
    return Object.fromEntries(headers);
  }

  it('answers HEAD to what asks nobody, and to nothing, like GET', async () => {
    for (const path of ['/health', '/api/openapi.json', '/api/nothing']) {
      const get = await server().ask(path);
      const head = await server().ask(path, { method: 'HEAD' });
      expect([path, head.status]).toEqual([path, get.status]);
      expect(await head.text()).toBe('');
    }
  });

  it('describes every route, and no other', async () => {
    const { app } = server();
    const registered = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'))
      .map(
        ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
      );
    const response = await server().ask('/api/openapi.json');
    const document = await response.json();
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(
      ([path, methods]) =>
        Object.keys(methods as object).map(
          (method) => `${method.toUpperCase()} ${path}`,
        ),
    );
    expect(described.sort()).toEqual([...new Set(registered)].sort());
    // Every schema that is referred to exists.
    const names = [...JSON.stringify(document).matchAll(/schemas\/(\w+)/g)].map(
      ([, name]) => name,
    );
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(names),
    );
  });

  it('tells a database that is away from a process that hangs', async () => {
    const { db } = database();
    const probeDb = Object.assign(Object.create(db), {
      execute: () => Promise.reject(new Error('away')),
      select: () => {
        throw new Error('away');
      },
    });
    const away = startServer({ ...database(), probeDb });
    const states = async (asked: typeof away) =>
      Promise.all(
        ['/health/live', '/health/ready', '/health'].map(
          async (path) => (await asked.ask(path)).status,
        ),
      );
    expect(await states(server())).toEqual([200, 200, 200]);
    expect(await states(away)).toEqual([200, 503, 503]);
    for (const path of ['/health/ready', '/health']) {
      const refused = await away.ask(path);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
  });

  it('answers an unknown path of the API with a problem', async () => {
    for (const path of ['/api', '/api/v1/nothing', '/api/v3/answers.json']) {
      const response = await server().ask(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('Content-Type')).toBe(
        'application/problem+json',
      );
    }
  });

  it.each([
    '/api/v1/answers',
    '/api/v1/answers/filledIn?observerId=41&pollingStationId=7312',
    '/api/v2/note?observerId=41&pollingStationId=7312',
    '/api/v1/form',
    '/api/v1/form/versions',
    '/api/v1/form/12',
    '/api/v1/county',
    '/api/v1/province',
    '/api/v1/county/AB/municipalities',
    '/api/v1/polling-station',
    '/api/v2/polling-station',
    '/api/v1/observer',
    '/api/v1/observer/count',
    '/api/v1/observer/active?countyCodes=AB',
    '/api/v1/statistics/observerNumber',
    '/api/v1/statistics/mini/all',
    '/api/v1/notification/get/all',
    '/api/v1/county/1',
    '/api/v2/polling-station/7312',
    '/api/v1/ngo',
    '/api/extensions',
    '/api/extensions/accounts',
    '/api/extensions/sessions',
    '/api/extensions/tokens',
    '/api/v1/triage',
  ])('GET %s has an ETag and answers 304 to it', async (path) => {
    const first = await server().ask(path, { as: 'organizer' });
    const etag = first.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    const again = (known: string) =>
      server().ask(path, {
        as: 'organizer',
        headers: { 'If-None-Match': known },
      });
    const same = await again(`"other", ${etag}`);
    expect(same.status).toBe(304);
    expect(await same.text()).toBe('');
    expect(same.headers.get('ETag')).toBe(etag);
    expect((await again('"other"')).status).toBe(200);

    const classic = startServer(database(), { quirks: { noEtag: true } });
    const plain = await classic.ask(path, {
      as: 'organizer',
      headers: { 'If-None-Match': etag },
    });
    expect(plain.status).toBe(200);
    expect(plain.headers.get('ETag')).toBeNull();
  });

  it('gives another ETag once something changed', async () => {
    const path = '/api/v1/observer';
    const before = await server().ask(path, { as: 'organizer' });
    await server().ask(path, {
      method: 'PUT',
      as: 'organizer',
      body: { observerId: 41, name: 'New' },
    });
    const headers = { 'If-None-Match': before.headers.get('ETag') ?? '' };
    const after = await server().ask(path, { as: 'organizer', headers });
    expect(after.status).toBe(200);
  });

  it('lets pages of other origins in, and read what they need', async () => {
    const headers = { Origin: 'https://elsewhere.example.org' };
    const response = await server().ask('/api/v1/form', {
      as: 'admin',
      headers,
    });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(response.headers.get('Access-Control-Expose-Headers')).toBe(
      'ETag,Retry-After,Date,Content-Disposition,Feed-Next,Feed-Has-More',
    );

    const asked = 'authorization,content-type,idempotency-key,if-none-match';
    const preflight = await server().ask('/api/v1/observer', {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': asked,
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain(
      'PUT',
    );
    expect(preflight.headers.get('Access-Control-Allow-Headers')).toBe(asked);

    // A refusal must be readable too, else the client sees no status at all.
    const refused = await server().ask('/api/v1/form', { headers });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');

    const classic = startServer(database(), {
      quirks: { nothingExposed: true },
    });
    const hidden = await classic.ask('/api/v1/form', { as: 'admin', headers });
    expect(hidden.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(hidden.headers.get('Access-Control-Expose-Headers')).toBeNull();
  });

  it('sends the headers that keep a browser careful', async () => {
    const quiet = startServer(database(), {
      allowedHosts: ['https://api.example.org'],
    });
    const response = await quiet.ask('/health');
    expect(response.headers.get('Content-Security-Policy')).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' blob: data: https://api.example.org; media-src 'self' blob: https://api.example.org; connect-src 'self' https://api.example.org; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'; worker-src 'self'; manifest-src 'self'",
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('refuses bodies that are too large', async () => {
    const body = { observerId: 41, name: 'x'.repeat(1024 * 1024) };
    const response = await server().ask('/api/v1/observer', {
      method: 'PUT',
      as: 'organizer',
      body,
    });
    expect(response.status).toBe(413);
    expect(response.headers.get('Content-Type')).toBe(
      'application/problem+json',
    );
  });

  it('never tells 500 for a sign that the database cannot hold', async () => {
    for (const path of [
      '/api/v1/observer?Name=%00',
      '/api/v1/answers?county=%00',
      '/api/v1/county/%00/municipalities',
    ]) {
      const response = await server().ask(path, { as: 'organizer' });
      expect(response.status).toBe(400);
    }
  });

  it.each(['\\ud800', '\\udc00', 'a\\u0000'])(
    'refuses a text with %s, and says which field has it',
    async (sign) => {
      for (const [path, field] of [
        ['/api/v1/notification/send/all', 'Title'],
        ['/api/v1/form', 'Description'],
      ] as const) {
        const sent = { channel: 'x', from: 'x', message: 'x', code: 'Z' };
        const named = { ...sent, [field.toLowerCase()]: 'PLACE' };
        const response = await server().ask(path, {
          method: 'POST',
          as: 'organizer',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(named).replace('PLACE', sign),
        });
        expect(response.status).toBe(400);
        expect(Object.keys((await response.json()).errors)).toEqual([field]);
      }
    },
  );

  it('refuses without a body when told so', async () => {
    const classic = startServer(database(), {
      quirks: { emptyRefusals: true },
    });
    for (const as of [undefined, 'maria'] as const) {
      const response = await classic.ask('/api/v1/answers', as ? { as } : {});
      expect(response.status).toBe(as ? 403 : 401);
      expect(await response.text()).toBe('');
    }
  });

  it('remembers what it answered, without contents, and shows tests only', async () => {
    const { app } = startServer(database(), { testLog: true });
    await app.request('/api/v1/form?secret=1', {
      headers: { 'Idempotency-Key': 'k-1' },
    });
    const expected = {
      method: 'GET',
      path: '/api/v1/form',
      status: 401,
      idempotencyKey: 'k-1',
      at: expect.any(String),
      durationMs: expect.any(Number),
    };
    expect(app.requestLog.entries()).toEqual([expected]);
    expect(await (await app.request('/__test/requests')).json()).toEqual([
      expected,
    ]);
    const taken = await app.request('/__test/requests', { method: 'DELETE' });
    // The question before it was answered, too.
    expect(await taken.json()).toEqual([
      expected,
      expect.objectContaining({ path: '/__test/requests', method: 'GET' }),
    ]);
    // Only the deletion itself, which is answered after the clearing.
    expect(app.requestLog.entries()).toHaveLength(1);
    // A server that serves people keeps nothing.
    expect((await server().ask('/__test/requests')).status).toBe(404);
    expect(server().app.requestLog.entries()).toEqual([]);
  });
});
