import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';

import { onPglite } from '../support/on-pglite';
import { freshServer, START, startServer } from '../support/server';

const login = '/api/v2/access/authorize';
const ana = { user: 'ana.pop@example.org', password: 's3cret' };

/** docs/api-contract.md 2. */
onPglite((database) => {
  const server = freshServer(database);

  async function signIn(body: unknown, path = login) {
    return server().ask(path, { method: 'POST', body });
  }

  it('signs an NGO admin in with the claims of the contract', async () => {
    const response = await signIn(ana);
    expect(response.status).toBe(200);
    const body = await response.json();
    expect(body).toEqual({
      access_token: expect.any(String),
      expires_in: 86400,
    });
    const seconds = START.getTime() / 1000;
    expect(decodeJwt(body.access_token)).toEqual({
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name':
        'ana.pop@example.org',
      sub: 'ana.pop@example.org',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: seconds,
      IdNgo: '2',
      UserType: 'NgoAdmin',
      Organizer: false,
      NgoAdminId: 7,
      Epoch: 0,
      nbf: seconds,
      exp: seconds + 86400,
      iss: 'VoteMonitorJwtIssuer',
      aud: 'http://localhost:53413/',
    });
  });

  it('marks the organizer, also through the older login', async () => {
    const response = await signIn(
      { User: 'olga@example.org', Password: 'organizer-pass' },
      '/api/v1/access/authorize',
    );
    const { access_token } = await response.json();
    expect(decodeJwt(access_token)).toMatchObject({
      Organizer: true,
      IdNgo: '1',
      NgoAdminId: 3,
    });
  });

  it('signs an observer in when a device token comes along', async () => {
    const response = await signIn({
      user: '0722000041',
      password: '1234',
      channelName: 'Firebase',
      fcmToken: 'device-1',
    });
    const { access_token } = await response.json();
    const claims = decodeJwt(access_token);
    expect(claims).toMatchObject({
      sub: '0722000041',
      UserType: 'Observer',
      ObserverId: '41',
      IdNgo: '2',
    });
    expect(claims).not.toHaveProperty('NgoAdminId');
    const page = await server().read('/api/v1/observer?Number=0722000041');
    expect(page).toMatchObject({
      data: [{ id: 41, deviceRegisterDate: START.toISOString() }],
    });
  });

  it('keeps back-office and phone accounts apart', async () => {
    expect((await signIn({ ...ana, fcmToken: 'device-1' })).status).toBe(400);
    const phone = { user: '0722000041', password: '1234' };
    expect((await signIn(phone)).status).toBe(400);
    expect((await signIn({ ...phone, fcmToken: '' })).status).toBe(400);
  });

  it.each([
    { ...ana, password: 'wrong' },
    { user: 'nobody@example.org', password: 's3cret' },
    { ...ana, user: 'ANA.POP@example.org' },
  ])('refuses wrong credentials with 400 and a text: %o', async (body) => {
    const response = await signIn(body);
    expect(response.status).toBe(400);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/);
    expect(await response.text()).toBe('Invalid credentials');
  });

  it.each([
    ['an NGO admin', ana],
    [
      'an observer with a phone',
      { user: '0722000041', password: '1234', fcmToken: 'device-1' },
    ],
  ])('signs %s in only while the NGO is active', async (_, credentials) => {
    const setActive = async (isActive: boolean) => {
      const reply = await server().ask('/api/v1/ngo/2/status', {
        method: 'PATCH',
        as: 'organizer',
        body: { isActive },
      });
      expect(reply.status).toBe(200);
    };
    await setActive(false);
    const refused = await signIn(credentials);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toBe('Invalid credentials');
    await setActive(true);
    expect((await signIn(credentials)).status).toBe(200);
  });

  it('names a missing field', async () => {
    const response = await signIn({ user: 'ana.pop@example.org' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      status: 400,
      errors: { Password: ['The Password field is required.'] },
    });
  });

  it.each(['', 'not json', '[]', '"text"', '{"user":5,"password":{}}'])(
    'answers a body that makes no sense with a problem: %s',
    async (body) => {
      const response = await signIn(body);
      expect(response.status).toBe(400);
      expect(response.headers.get('Content-Type')).toBe(
        'application/problem+json',
      );
    },
  );

  it('makes a guesser wait, longer each time, and then forgives', async () => {
    const wrong = { ...ana, password: 'wrong' };
    for (let i = 0; i < 5; i += 1) {
      expect((await signIn(wrong)).status).toBe(400);
    }
    const refused = await signIn(ana);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('30');
    expect(refused.headers.get('Content-Type')).toBe(
      'application/problem+json',
    );
    // Another account from the same address is not touched.
    const olga = { user: 'olga@example.org', password: 'organizer-pass' };
    expect((await signIn(olga)).status).toBe(200);

    // Another process on the same database knows it too.
    const other = startServer(database());
    const there = await other.ask(login, { method: 'POST', body: ana });
    expect(there.status).toBe(429);

    server().clock.now = new Date(START.getTime() + 31_000);
    expect((await signIn(wrong)).status).toBe(400);
    const again = await signIn(ana);
    expect(again.headers.get('Retry-After')).toBe('60');
    server().clock.now = new Date(START.getTime() + 120_000);
    expect((await signIn(ana)).status).toBe(200);
    expect((await signIn(wrong)).status).toBe(400);
    expect((await signIn(ana)).status).toBe(200);
  });

  it('tells a token what it says', async () => {
    const response = await server().ask('/api/v1/access/test', {
      method: 'POST',
      as: 'admin',
    });
    expect(await response.json()).toContainEqual({
      type: 'sub',
      value: 'ana.pop@example.org',
    });
  });

  it.each(['', 'Bearer', 'Bearer undefined', 'Bearer a.b.c', 'Basic abc'])(
    'answers 401 to the header "%s"',
    async (Authorization) => {
      const response = await server().ask('/api/v1/form', {
        headers: { Authorization },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    },
  );

  it('answers 401 to a token signed by somebody else', async () => {
    const secret = new TextEncoder().encode('another secret, just as long...');
    const stranger = startServer(database(), { secret });
    const response = await stranger.ask('/api/v1/form', { as: 'organizer' });
    expect(response.status).toBe(401);
  });

  it('answers 401 once a token is a day old', async () => {
    const { access_token } = await (await signIn(ana)).json();
    const headers = { Authorization: `Bearer ${access_token}` };
    const ask = () => server().ask('/api/v1/form', { headers });
    expect((await ask()).status).toBe(200);
    server().clock.now = new Date(START.getTime() + 86_400_000);
    expect((await ask()).status).toBe(401);
  });

  it('with fixedExpiry counts from the start and enforces nothing', async () => {
    const classic = startServer(database(), { quirks: { fixedExpiry: true } });
    classic.clock.now = new Date(START.getTime() + 90_000_000);
    const response = await classic.ask(login, { method: 'POST', body: ana });
    const { access_token } = await response.json();
    expect(decodeJwt(access_token).exp).toBe(START.getTime() / 1000 + 86400);
    const headers = { Authorization: `Bearer ${access_token}` };
    expect((await classic.ask('/api/v1/form', { headers })).status).toBe(200);
  });
});
