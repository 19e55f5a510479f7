import { expect, it } from 'vitest';

import { freshHost, startHost, type UserName } from './support/host';
import { onEachDatabase } from './support/on-each-database';

const thread = 'pollingStationId=7312&observerId=41';

/** Contract 2.4, the stricter column: who gets past, and who gets 403. */
const gates: [string, string, UserName[]][] = [
  ['GET', '/api/v1/observer', ['admin', 'organizer']],
  ['GET', '/api/v1/observer/count', ['admin', 'organizer']],
  ['PUT', '/api/v1/observer', ['organizer']],
  ['GET', '/api/v1/form', ['maria', 'admin', 'organizer']],
  ['GET', '/api/v1/form/12', ['maria', 'admin', 'organizer']],
  ['GET', '/api/v1/form/versions', ['maria', 'admin', 'organizer']],
  ['GET', '/api/v1/answers', ['admin', 'organizer']],
  ['POST', '/api/v1/answers', ['maria']],
  ['GET', `/api/v1/answers/filledIn?${thread}`, ['admin', 'organizer']],
  [
    'GET',
    `/api/v1/answers/pollingStationInfo?${thread}`,
    ['admin', 'organizer'],
  ],
  ['GET', `/api/v2/note?${thread}`, ['admin', 'organizer']],
  ['POST', '/api/v2/note', ['maria']],
  ['GET', '/api/v1/county', ['maria', 'admin', 'organizer']],
  ['GET', '/api/v1/county/AB/municipalities', ['maria', 'admin', 'organizer']],
  ['GET', '/api/v1/polling-station', ['organizer']],
  ['POST', '/api/v1/polling-station', ['maria']],
  ['PUT', '/api/v1/polling-station', ['maria']],
  ['GET', '/api/v2/polling-station', ['maria', 'admin', 'organizer']],
  ['POST', '/api/v1/access/test', ['maria', 'admin', 'organizer']],
];

onEachDatabase((database) => {
  const host = freshHost(database);

  it.each(gates)(
    '%s %s is open to the right ones',
    async (method, path, allowed) => {
      const body = method === 'GET' ? undefined : {};
      const nobody = await host().ask(path, { method, body });
      expect(nobody.status).toBe(401);
      expect(nobody.headers.get('WWW-Authenticate')).toBe('Bearer');
      for (const as of ['maria', 'admin', 'organizer'] as const) {
        const { status } = await host().ask(path, { method, as, body });
        if (!allowed.includes(as)) expect([as, status]).toEqual([as, 403]);
        else expect([200, 204, 400]).toContain(status);
      }
    },
  );

  it('describes every route, and no other', async () => {
    const { app } = host();
    const registered = app.routes
      .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api'))
      .map(
        ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`,
      );
    const response = await host().ask('/api/openapi.json');
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

  it('says how it is', async () => {
    const response = await host().ask('/health');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'Healthy',
      database: 'Healthy',
      dialect: database().dialect,
      version: 'unknown',
    });
  });

  it('answers an unknown path of the API with a problem', async () => {
    for (const path of ['/api', '/api/v1/nothing', '/api/v3/answers.json']) {
      const response = await host().ask(path);
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
    '/api/v1/county/AB/municipalities',
    '/api/v1/polling-station',
    '/api/v2/polling-station',
    '/api/v1/observer',
    '/api/v1/observer/count',
  ])('GET %s has an ETag and answers 304 to it', async (path) => {
    const first = await host().ask(path, { as: 'organizer' });
    const etag = first.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    const again = (known: string) =>
      host().ask(path, {
        as: 'organizer',
        headers: { 'If-None-Match': known },
      });
    const same = await again(`"other", ${etag}`);
    expect(same.status).toBe(304);
    expect(await same.text()).toBe('');
    expect(same.headers.get('ETag')).toBe(etag);
    expect((await again('"other"')).status).toBe(200);

    const classic = startHost(database(), { quirks: { noEtag: true } });
    const plain = await classic.ask(path, {
      as: 'organizer',
      headers: { 'If-None-Match': etag },
    });
    expect(plain.status).toBe(200);
    expect(plain.headers.get('ETag')).toBeNull();
  });

  it('gives another ETag once something changed', async () => {
    const path = '/api/v1/observer';
    const before = await host().ask(path, { as: 'organizer' });
    await host().ask(path, {
      method: 'PUT',
      as: 'organizer',
      body: { observerId: 41, name: 'New' },
    });
    const headers = { 'If-None-Match': before.headers.get('ETag') ?? '' };
    const after = await host().ask(path, { as: 'organizer', headers });
    expect(after.status).toBe(200);
  });

  it('lets pages of other origins in, and read what they need', async () => {
    const headers = { Origin: 'https://elsewhere.example.org' };
    const response = await host().ask('/api/v1/form', { as: 'admin', headers });
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    expect(response.headers.get('Access-Control-Expose-Headers')).toBe(
      'ETag,Retry-After,Date,Content-Disposition',
    );

    const asked = 'authorization,content-type,idempotency-key,if-none-match';
    const preflight = await host().ask('/api/v1/observer', {
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
    const refused = await host().ask('/api/v1/form', { headers });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');

    const classic = startHost(database(), { quirks: { nothingExposed: true } });
    const hidden = await classic.ask('/api/v1/form', { as: 'admin', headers });
    expect(hidden.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(hidden.headers.get('Access-Control-Expose-Headers')).toBeNull();
  });

  it('sends the headers that keep a browser careful', async () => {
    const quiet = startHost(database(), {
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
    const response = await host().ask('/api/v1/observer', {
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
      const response = await host().ask(path, { as: 'organizer' });
      expect(response.status).toBe(400);
    }
  });

  it('refuses without a body when told so', async () => {
    const classic = startHost(database(), { quirks: { emptyRefusals: true } });
    for (const as of [undefined, 'maria'] as const) {
      const response = await classic.ask('/api/v1/answers', as ? { as } : {});
      expect(response.status).toBe(as ? 403 : 401);
      expect(await response.text()).toBe('');
    }
  });

  it('remembers what it answered, without contents, and shows tests only', async () => {
    const { app } = startHost(database(), { testLog: true });
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
    await app.request('/__test/requests', { method: 'DELETE' });
    // Only the deletion itself, which is answered after the clearing.
    expect(app.requestLog.entries()).toHaveLength(1);
    expect((await host().ask('/__test/requests')).status).toBe(404);
  });
});
