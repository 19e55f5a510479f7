import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { startPostgresCluster } from '../support/postgres';
import {
  signIn,
  startServerProcess,
  type ServerProcess,
  type Session,
} from '../support/server-process';

const WRITERS = 6;
const WITHIN_MS = 60_000;

const cluster =
  'DATABASE_STOPS' in process.env ? await startPostgresCluster() : undefined;

/** Of `npm run test:faults` alone: it starts two databases and a server. */
describe.skipIf(!cluster)('a standby takes over', () => {
  let server: ServerProcess | undefined;
  let session: Session | undefined;

  beforeAll(async () => {
    server = startServerProcess(['--port', '0', '--api-only'], {
      DATABASE_URL: cluster?.url,
    });
    session = await signIn(await server.address());
    await cluster?.addStandby();
  }, 120_000);

  afterAll(async () => {
    server?.child.kill('SIGTERM');
    await server?.exit;
  });

  async function add(phone: string): Promise<number> {
    const reply = await session?.ask('/v1/observer', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': phone },
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
    await cluster?.failOver();
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
});
