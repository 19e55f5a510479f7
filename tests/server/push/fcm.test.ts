import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

import { decodeJwt, importSPKI, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { createFcm, parseCredentials } from '../../../server/push/fcm';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const credentials = {
  projectId: 'votes-1',
  clientEmail: 'push@votes-1.example.org',
  privateKey,
};
const message = { channel: 'Firebase', title: 'Reminder', body: 'Form C' };

/** A stand-in of Google's two addresses. */
const sold: URLSearchParams[] = [];
const received: { token: string; authorization: string; body: unknown }[] = [];
let tokenStatus = 200;
let lifetime = 3600;
let garbage = '';
let answerTo: (phone: string) => number = () => 200;
const server = createServer((request, response) => {
  void answer(request).then(({ status, body }) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(`${garbage}${JSON.stringify(body)}`);
  });
});
let url = '';

async function answer(request: IncomingMessage) {
  const body = await text(request);
  if (request.url === '/token') {
    sold.push(new URLSearchParams(body));
    const access_token = `access-${sold.length}`;
    return {
      status: tokenStatus,
      body: { access_token, expires_in: lifetime },
    };
  }
  const sent: { message: { token: string } } = JSON.parse(body);
  const { token } = sent.message;
  received.push({
    token,
    authorization: request.headers.authorization ?? '',
    body: { path: request.url, method: request.method, ...sent },
  });
  return { status: answerTo(token), body: {} };
}

beforeAll(async () => {
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});

afterAll(() => server.close());

beforeEach(() => {
  sold.length = 0;
  received.length = 0;
  tokenStatus = 200;
  lifetime = 3600;
  garbage = '';
  answerTo = () => 200;
});

function sender(now = () => new Date()) {
  const lines: string[] = [];
  const push = createFcm({
    credentials,
    endpoint: url,
    tokenEndpoint: `${url}/token`,
    now,
    log: (line) => lines.push(line),
  });
  return { push, lines };
}

it('buys a token with a signed assertion, and sends each phone one message', async () => {
  const { push, lines } = sender();
  expect(await push.send(message, ['a', 'b'])).toBe(2);
  expect(sold).toHaveLength(1);
  expect(sold[0]?.get('grant_type')).toBe(
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
  );
  const assertion = sold[0]?.get('assertion') ?? '';
  await jwtVerify(assertion, await importSPKI(publicKey, 'RS256'), {
    issuer: credentials.clientEmail,
    audience: `${url}/token`,
  });
  expect(decodeJwt(assertion)).toMatchObject({
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
  });
  expect(received.map(({ token }) => token).sort()).toEqual(['a', 'b']);
  const words = { title: 'Reminder', body: 'Form C' };
  expect(received.find(({ token }) => token === 'a')).toEqual({
    token: 'a',
    authorization: 'Bearer access-1',
    body: {
      method: 'POST',
      path: '/v1/projects/votes-1/messages:send',
      message: { token: 'a', notification: words, data: words },
    },
  });
  expect(lines).toEqual([]);
});

it('keeps a token while it is good, and buys the next in time', async () => {
  let at = new Date('2026-11-22T09:00:00Z');
  const { push } = sender(() => at);
  await push.send(message, ['a']);
  at = new Date('2026-11-22T09:58:00Z');
  await push.send(message, ['a']);
  expect(sold).toHaveLength(1);
  at = new Date('2026-11-22T09:59:30Z');
  await push.send(message, ['a']);
  expect(sold).toHaveLength(2);
});

it('counts what was accepted, and says in numbers what was not', async () => {
  answerTo = (phone) => (phone === 'gone' ? 404 : phone === 'busy' ? 503 : 200);
  const { push, lines } = sender();
  expect(await push.send(message, ['a', 'gone', 'busy', 'gone'])).toBe(1);
  // Nothing is sent twice, and nobody's token or message is in the log.
  expect(received).toHaveLength(4);
  expect(lines.sort()).toEqual([
    'The push service refused 1 messages: 503',
    'The push service refused 2 messages: 404',
  ]);
});

it('buys one more token when the first is refused', async () => {
  answerTo = () =>
    received.at(-1)?.authorization === 'Bearer access-1' ? 401 : 200;
  const { push } = sender();
  expect(await push.send(message, ['a'])).toBe(1);
  expect(sold).toHaveLength(2);
});

it('accepts nothing when there is no token or nobody answers', async () => {
  tokenStatus = 403;
  const { push, lines } = sender();
  expect(await push.send(message, ['a', 'b'])).toBe(0);
  expect(lines).toEqual([
    'The push service refused 2 messages: no access token, status 403',
  ]);
  const away = createFcm({
    credentials,
    endpoint: 'http://127.0.0.1:1',
    tokenEndpoint: `${url}/token`,
    now: () => new Date(),
    log: () => {},
  });
  tokenStatus = 200;
  expect(await away.send(message, ['a'])).toBe(0);
});

it('repeats nothing of a reply that it cannot read', async () => {
  garbage = 'secret-1 ';
  const { push, lines } = sender();
  expect(await push.send(message, ['a'])).toBe(0);
  expect(lines).toEqual([
    expect.stringMatching(
      /^The push service refused 1 messages: SyntaxError, at server\/push\/[\w-]+\.ts:\d+$/,
    ),
  ]);
});

it('reads an account, and nothing that is none', () => {
  const file = {
    type: 'service_account',
    project_id: 'p',
    client_email: 'e',
    private_key: 'k',
  };
  expect(parseCredentials(JSON.stringify(file))).toEqual({
    projectId: 'p',
    clientEmail: 'e',
    privateKey: 'k',
  });
  for (const bad of [
    '',
    '[]',
    '"x"',
    '{}',
    'null',
    JSON.stringify({ ...file, private_key: 1 }),
  ]) {
    expect(parseCredentials(bad)).toBeUndefined();
  }
});
