import { createServer, request, type Server } from 'node:http';

import {
  afterAll,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest';

import { openDatabase } from '../../../server/db/open';
import { readEvents } from '../support/event-stream';
import { resetFixtures } from '../support/fixtures';
import { hasPooler, startPooler } from '../support/pooler';
import { newPostgresDatabase } from '../support/postgres';
import { postedAnswers } from '../support/server';
import {
  signIn,
  startServerProcess,
  type ServerProcess,
  type Session,
} from '../support/server-process';

/** Wrong passwords that a throttle allows. */
const FREE = 5;
/** Another process may show a list that is as old as this (decision 50). */
const SHARED_MS = 1_000;
const PROCESSES = 2;
/** A flagged answer reaches every open screen within it. */
const HEARD_WITHIN_MS = 2_000;
/** A token that ended at one process ends at the others within it. */
const ENDED_WITHIN_MS = 2_000;
/** A supervisor kills what takes longer. */
const STOPS_WITHIN_MS = 10_000;

const url =
  'DATABASE_STOPS' in process.env ? await newPostgresDatabase() : undefined;

/** A proxy that gives each request to the next server, as plain as they come. */
function roundRobin(addresses: string[]) {
  const counts = addresses.map(() => 0);
  let turn = 0;
  const proxy: Server = createServer((incoming, outgoing) => {
    const at = turn % addresses.length;
    turn += 1;
    counts[at] = (counts[at] ?? 0) + 1;
    const { method, headers, url: path = '' } = incoming;
    const passed = request(
      new URL(path, addresses[at]),
      { method, headers },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  return { proxy, counts };
}

const ways = [
  { through: 'itself', isPooled: false },
  { through: 'PgBouncer', isPooled: true },
];

/** Of `npm run test:faults` alone: it starts two whole servers. */
describe
  .skipIf(!url)
  .for(ways.filter(({ isPooled }) => !isPooled || hasPooler()))(
  'two servers on one PostgreSQL, through $through, behind a proxy',
  ({ isPooled }) => {
    const env: Record<string, string | undefined> = { DATABASE_URL: url };
    let pooler: Awaited<ReturnType<typeof startPooler>> | undefined;
    const servers: ServerProcess[] = [];
    let addresses: string[] = [];
    let balancer: ReturnType<typeof roundRobin> | undefined;
    let origin = '';
    let organizer: Session | undefined;
    let phone: Session | undefined;

    beforeAll(async () => {
      const database = await openDatabase({ url });
      await resetFixtures(database.db);
      await database.close();
      pooler = isPooled ? await startPooler(url ?? '') : undefined;
      env['DATABASE_POOLER_URL'] = pooler?.url;
      for (let at = 0; at < PROCESSES; at += 1) {
        servers.push(startServerProcess(['--port', '0', '--api-only'], env));
      }
      addresses = await Promise.all(servers.map((each) => each.address()));
      const { proxy } = (balancer = roundRobin(addresses));
      await new Promise<void>((done) => {
        proxy.listen(0, '127.0.0.1', () => done());
      });
      const bound = proxy.address();
      if (typeof bound !== 'object' || !bound) throw new Error('No port.');
      origin = `http://127.0.0.1:${bound.port}`;
      organizer = await signIn(origin, {
        user: 'olga@example.org',
        password: 'organizer-pass',
      });
      phone = await signIn(origin, {
        user: '0722000041',
        password: '1234',
        fcmToken: 'phone',
      });
    }, 120_000);

    afterAll(async () => {
      balancer?.proxy.close();
      balancer?.proxy.closeAllConnections();
      for (const { child } of servers) child.kill('SIGTERM');
      await Promise.all(servers.map(({ exit }) => exit));
      pooler?.stop();
    });

    function as(session: Session | undefined): Session['ask'] {
      if (!session) throw new Error('Nobody has signed in yet.');
      return session.ask;
    }

    it('are both asked, with one sign-in', async () => {
      const before = [...(balancer?.counts ?? [])];
      for (let at = 0; at < 10; at += 1) {
        expect((await as(organizer)('/v1/observer/count')).status).toBe(200);
      }
      const asked = balancer?.counts.map(
        (count, at) => count - (before[at] ?? 0),
      );
      expect(asked).toEqual([5, 5]);
    });

    it('count wrong passwords together', async () => {
      const wrong = await Promise.all(
        Array.from({ length: 4 * FREE }, async (_, at) => {
          const reply = await fetch(`${origin}/api/v2/access/authorize`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ user: 'x@example.org', password: `${at}` }),
          });
          return reply.status;
        }),
      );
      expect(wrong.filter((status) => status === 400)).toHaveLength(FREE);
      expect(wrong.filter((status) => status === 429)).toHaveLength(3 * FREE);
    });

    it.each([
      ['closed', { isActive: false }],
      ['given another password', { password: 'another-password' }],
    ])(
      'end the sessions of an account that is %s at the other',
      async (_, change) => {
        const account = { user: 'ana.pop@example.org', password: 's3cret' };
        const [first = '', second = ''] = addresses;
        const { token } = await signIn(first, account);
        const askSecond = async () => {
          const reply = await fetch(`${second}/api/v1/observer/count`, {
            headers: { Authorization: `Bearer ${token}` },
          });
          await reply.arrayBuffer();
          return reply.status;
        };
        onTestFinished(async () => {
          await changeAna(first, { isActive: true });
        });
        // The second has looked the account up, and remembers it.
        expect(await askSecond()).toBe(200);
        const changed = await changeAna(first, change);
        expect(changed.status).toBe(200);
        const changedAt = performance.now();
        await vi.waitUntil(
          async () => {
            const askedAt = performance.now();
            const status = await askSecond();
            // Whoever is still let in must have asked within the two seconds.
            if (status === 200) {
              expect(askedAt - changedAt).toBeLessThan(ENDED_WITHIN_MS);
            }
            return status === 401;
          },
          { timeout: 5 * ENDED_WITHIN_MS },
        );
      },
    );

    function changeAna(address: string, change: object): Promise<Response> {
      return fetch(`${address}/api/extensions/accounts/7`, {
        method: 'PATCH',
        headers: {
          Authorization: `Bearer ${organizer?.token}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify(change),
      });
    }

    it('do once what is asked of both at once with one key', async () => {
      const add = async () => {
        const reply = await as(organizer)('/v1/observer', {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'Idempotency-Key': 'k',
          },
          body: JSON.stringify({
            phone: '0799000001',
            pin: '1234',
            name: 'New',
          }),
        });
        return `${reply.status} ${await reply.text()}`;
      };
      const replies = await Promise.all(Array.from({ length: 12 }, add));
      expect(new Set(replies).size).toBe(1);
      expect(replies[0]).toMatch(/^200 \d+$/);
      const found = await as(organizer)('/v1/observer?number=0799000001');
      expect((await found.json()).totalItems).toBe(1);
    });

    it('store what is uploaded to the other, file and list', async () => {
      const note = new FormData();
      note.set('CountyCode', 'AB');
      note.set('MunicipalityCode', 'AB-SEB');
      note.set('PollingStationNumber', '12');
      const bytes = new Uint8Array(100_000).fill(7);
      note.set('Files', new File([bytes], 'door.jpg', { type: 'image/jpeg' }));
      const sent = await as(phone)('/v2/note', { method: 'POST', body: note });
      expect(sent.status).toBe(200);
      const [link = ''] = (await sent.json()).filesAddress;
      const { pathname, search } = new URL(link);
      for (const address of addresses) {
        const picture = await fetch(`${address}${pathname}${search}`);
        expect(picture.status).toBe(200);
        expect((await picture.arrayBuffer()).byteLength).toBe(bytes.length);
      }

      const file = new FormData();
      file.set('file', new File(['0799000002,1234,Imported'], 'observers.csv'));
      file.set('ngoId', '2');
      const imported = await as(organizer)('/v1/observer/import', {
        method: 'POST',
        body: file,
      });
      expect(imported.status).toBe(200);
      for (let at = 0; at < PROCESSES; at += 1) {
        const found = await as(organizer)('/v1/observer?number=0799000002');
        expect((await found.json()).totalItems).toBe(1);
      }
    });

    it('show within a second what the other was told', async () => {
      const total = async () => {
        const page = await as(organizer)('/v1/answers?page=1&pageSize=5');
        return (await page.json()).totalItems;
      };
      const totals = () =>
        Promise.all(Array.from({ length: PROCESSES }, total));
      expect(await totals()).toEqual([0, 0]);
      const posted = await as(phone)('/v1/answers', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(postedAnswers(205, [{ optionId: 901 }])),
      });
      expect(posted.status).toBe(200);
      const toldAt = performance.now();
      await vi.waitUntil(
        async () => {
          const askedAt = performance.now();
          const seen = await totals();
          // An old total must have been asked for within the second.
          if (seen.includes(0)) {
            expect(askedAt - toldAt).toBeLessThan(SHARED_MS);
          }
          return !seen.includes(0);
        },
        { timeout: 10 * SHARED_MS },
      );
    });

    it('tell each stream what was written at the other, within two seconds', async () => {
      const open = async () => {
        const reply = await as(organizer)('/extensions/changes');
        expect(reply.status).toBe(200);
        return readEvents(reply);
      };
      const before = [...(balancer?.counts ?? [])];
      const streams = [await open(), await open()];
      expect(
        balancer?.counts.map((count, at) => count - (before[at] ?? 0)),
      ).toEqual([1, 1]);
      await Promise.all(streams.map((stream) => stream.until('everything')));
      const toldAt = performance.now();
      const posted = await as(phone)('/v1/answers', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(postedAnswers(205, [{ optionId: 902 }])),
      });
      expect(posted.status).toBe(200);
      await Promise.all(
        streams.map((stream) => stream.until('changes', 'urgent')),
      );
      expect(performance.now() - toldAt).toBeLessThan(HEARD_WITHIN_MS);
    });

    it('stop with streams open, and the clients learn it at once', async () => {
      const third = startServerProcess(['--port', '0', '--api-only'], env);
      const session = await signIn(await third.address(), {
        user: 'olga@example.org',
        password: 'organizer-pass',
      });
      const streams = await Promise.all(
        Array.from({ length: 20 }, async () =>
          readEvents(await session.ask('/extensions/changes')),
        ),
      );
      await Promise.all(streams.map((stream) => stream.until('everything')));
      const toldAt = performance.now();
      third.child.kill('SIGTERM');
      await Promise.all([third.exit, ...streams.map(({ ended }) => ended)]);
      expect(performance.now() - toldAt).toBeLessThan(STOPS_WITHIN_MS);
    });

    it('go on alone when the other is stopped, with all that it stored', async () => {
      const [first, second] = servers;
      if (!first || !second) throw new Error('There are not two.');
      first.child.kill('SIGKILL');
      await first.exit;
      const reply = await fetch(`${addresses[1]}/health/ready`);
      expect(reply.status).toBe(200);
      expect(second.child.exitCode).toBeNull();
    });
  },
);
