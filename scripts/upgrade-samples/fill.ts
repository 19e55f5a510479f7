/*
 * Runs in a checkout of an older release, with its own code: fills the database
 * in the folder FOLDER with a small election, through that release's fixtures
 * and calls. `npm run make-upgrade-samples` copies it there.
 */
import { openDatabase } from '../../server/db/open';
import { createApp } from '../../server/app';
import { holdElection } from '../../tests/server/support/election';
import { resetFixtures } from '../../tests/server/support/fixtures';

const MINUTE_MS = 60_000;
const clock = { now: new Date('2026-11-22T09:00:00.000Z') };
const secret = new TextEncoder().encode('of a sample, and of nothing else');

const database = await openDatabase({ dataDir: process.env['FOLDER'] });
await resetFixtures(database.db);
await holdElection(database.db);
const app = createApp({ database, secret, now: () => clock.now });

async function ask(
  [method, path, ...statuses]: readonly [string, string, ...number[]],
  token?: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  clock.now = new Date(clock.now.getTime() + MINUTE_MS);
  const isForm = body instanceof FormData;
  const reply = await app.request(path, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined &&
        !isForm && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (statuses.includes(reply.status)) return text;
  throw new Error(`${method} ${path}: ${reply.status} ${text}`);
}

async function signIn(user: string, password: string, more = {}) {
  const reply = await ask(
    ['POST', '/api/v2/access/authorize', 200],
    undefined,
    { user, password, ...more },
  );
  return String(JSON.parse(reply).access_token);
}

const organizer = await signIn('olga@example.org', 'organizer-pass');
const admin = await signIn('ana.pop@example.org', 's3cret');
const phone = await signIn('0722000041', '1234', { fcmToken: 'a phone' });
await ask(['POST', '/api/v2/access/authorize', 400], undefined, {
  user: 'ana.pop@example.org',
  password: 'a wrong one',
});
await ask(['POST', '/api/v1/answers', 200], phone, {
  answers: [
    {
      questionId: 205,
      countyCode: 'AB',
      municipalityCode: 'AB-SEB',
      pollingStationNumber: 13,
      options: [{ optionId: 902 }],
    },
  ],
});
const note = new FormData();
note.set('CountyCode', 'AB');
note.set('MunicipalityCode', 'AB-SEB');
note.set('PollingStationNumber', '13');
note.set('Text', 'The seal is torn – „ruptă”');
const picture = Uint8Array.from({ length: 700 }, (_, at) => (at * at) % 251);
note.set('Files', new File([picture], 'seal.jpg', { type: 'image/jpeg' }));
await ask(['POST', '/api/v2/note', 200], phone, note);
await ask(
  ['PUT', '/api/v1/observer', 200],
  organizer,
  { observerId: 43, name: 'Ilie Radu' },
  { 'Idempotency-Key': 'of-a-sample' },
);
await ask(['POST', '/api/v1/ngo/2/ngoadmin', 200], admin, {
  account: 'dan@example.org',
  password: 'long enough too',
});
// 202 since it is sent after the reply.
await ask(['POST', '/api/v1/notification/send/all', 200, 202], organizer, {
  from: 'x',
  channel: 'Firebase',
  title: 'Hello',
  message: 'World',
});
const offers: unknown = JSON.parse(
  await ask(['GET', '/api/extensions', 200, 404], organizer).then(
    (text) => text || '{}',
  ),
);
const isOffered = (name: string) =>
  typeof offers === 'object' && offers !== null && name in offers;
if (isOffered('secondFactor')) {
  const path = '/api/extensions/second-factor';
  const begun = await ask(['POST', `${path}/set-up`, 200], admin, {
    password: 's3cret',
  });
  const { codeAt } = await import('../../tests/server/support/authenticator');
  const code = codeAt(
    JSON.parse(begun).secret,
    new Date(clock.now.getTime() + MINUTE_MS),
  );
  await ask(['POST', `${path}/confirm`, 200], admin, { code });
}
if (isOffered('feed')) {
  await ask(['POST', '/api/extensions/tokens', 200], organizer, {
    name: 'of a sample',
    ngoId: 2,
  });
}
await database.close();
