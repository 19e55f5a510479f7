import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import {
  hasPostgres,
  type PostgresCluster,
  startPostgresCluster,
} from '../support/postgres';
import {
  signIn,
  startServerProcess,
  type ServerProcess,
  type Session,
} from '../support/server-process';

const WRITERS = 6;
const WITHIN_MS = 60_000;

const areStopped = 'DATABASE_STOPS' in process.env && hasPostgres();

const ways = [
  { where: 'at the same address', isNamed: false },
  { where: 'at its own, which DATABASE_URL names', isNamed: true },
];

/** Of `npm run test:faults` alone: it starts two databases and a server. */
describe.skipIf(!areStopped).for(ways)(
  'a standby takes over, $where',
  ({ isNamed }) => {
    let cluster: PostgresCluster | undefined;
    let server: ServerProcess | undefined;
    let session: Session | undefined;

    beforeAll(async () => {
      cluster = await startPostgresCluster();
      server = startServerProcess(['--port', '0', '--api-only'], {
        DATABASE_URL: isNamed ? cluster?.bothUrl : cluster?.url,
      });
      session = await signIn(await server.address());
      await cluster?.addStandby();
    }, 120_000);

    afterAll(async () => {
      server?.child.kill('SIGTERM');
      await server?.exit;
    });

    const ready = async () => {
      const origin = await server?.address();
      const reply = await fetch(`${origin}/health/ready`);
      const { database }: { database?: unknown } = await reply.json();
      return database;
    };

    async function takeOver(): Promise<void> {
      if (!isNamed) return cluster?.failOver();
      await cluster?.kill();
      await vi.waitUntil(async () => (await ready()) === 'Standby', WITHIN_MS);
      await cluster?.promote();
      await vi.waitUntil(async () => (await ready()) === 'Healthy', WITHIN_MS);
    }

    async function add(phone: string): Promise<number> {
      const reply = await session?.ask('/v1/observer', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': phone,
        },
        body: JSON.stringify({ phone, pin: '1234', name: `Observer ${phone}` }),
      });
      await reply?.text();
      return reply?.status ?? 0;
    }

    it('with all that was acknowledged, and nothing twice', async () => {
      const statuses = new Map<string, number>();
      const load = { isOn: true };
      const writing = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let at = 0; load.isOn; at += 1) {
          const phone = `07${writer}${String(at).padStart(7, '0')}`;
          // As a client does: the same request again until it is answered.
          let status = 0;
          while (status !== 200) {
            status = await add(phone);
            expect([200, 503, 504]).toContain(status);
          }
          statuses.set(phone, status);
        }
      });
      const isBusy = () => statuses.size > 10 * WRITERS;
      await vi.waitUntil(isBusy, WITHIN_MS);
      await takeOver();
      const before = statuses.size;
      await vi.waitUntil(() => statuses.size > before + WRITERS, WITHIN_MS);
      load.isOn = false;
      await Promise.all(writing);

      expect(server?.child.exitCode).toBeNull();
      const list = await session?.ask('/v1/observer?pageSize=100000');
      const stored = [
        ...((await list?.text()) ?? '').matchAll(/"phone":"(\d+)"/g),
      ].map(([, phone]) => phone);
      expect(stored.toSorted()).toEqual([...statuses.keys()].toSorted());
    }, 180_000);
  },
);
