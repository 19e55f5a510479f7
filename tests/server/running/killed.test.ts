import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { unpackImage } from '../support/pglite-image';
import { newPostgresDatabase } from '../support/postgres';
import type { ServerProcess } from '../support/server-process';
import { signIn, startServerProcess } from '../support/server-process';

/** Times that the server is killed, on each database; docs/security-audit.md has eight. */
const KILLS = Number(process.env['SERVER_KILLS'] ?? 1);
const WRITERS = 6;
/** Acknowledged writes after which a server is killed. */
const WRITES = 30;
const WITHIN_MS = 60_000;

const isLong = 'DATABASE_STOPS' in process.env;

const databases = [
  {
    database: 'the embedded database',
    async where() {
      const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-kill-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const data = join(folder, 'data');
      await unpackImage(join(data, 'db'));
      return { args: ['--data', data], env: { DATABASE_URL: undefined } };
    },
  },
  {
    database: 'PostgreSQL',
    async where() {
      const url = await newPostgresDatabase();
      return url && { args: [], env: { DATABASE_URL: url } };
    },
  },
];

describe.runIf(isLong).each(databases)(
  'a server with $database that is killed under writers',
  ({ where }) => {
    it(
      'has all that it acknowledged, and nothing twice',
      async ({ skip }) => {
        const place = await where();
        if (!place) return skip();
        const args = ['--port', '0', '--api-only', ...place.args];
        let server: ServerProcess | undefined;
        onTestFinished(async () => {
          server?.child.kill('SIGKILL');
          await server?.exit;
        });
        const acknowledged = new Set<string>();
        let next = 0;

        /** Writes until the server is gone; what it did not acknowledge is sent again to the next one. */
        async function write(address: string, waiting: Set<string>) {
          const session = await signIn(address);
          const writer = async () => {
            for (;;) {
              const [again] = waiting;
              const phone =
                again ?? `0722${String((next += 1)).padStart(6, '0')}`;
              waiting.delete(phone);
              try {
                const reply = await session.ask('/v1/observer', {
                  method: 'POST',
                  headers: {
                    'Content-Type': 'application/json',
                    'Idempotency-Key': phone,
                  },
                  body: JSON.stringify({ phone, pin: '123456', name: phone }),
                });
                await reply.text();
                expect(reply.status).toBe(200);
                acknowledged.add(phone);
              } catch (error) {
                waiting.add(phone);
                if (server?.child.killed) return;
                throw error;
              }
            }
          };
          return Promise.all(Array.from({ length: WRITERS }, writer));
        }

        const waiting = new Set<string>();
        for (let kill = 0; kill < KILLS; kill += 1) {
          server = startServerProcess(args, place.env);
          const enough = acknowledged.size + WRITES;
          const writing = write(await server.address(), waiting);
          await vi.waitUntil(() => acknowledged.size >= enough, WITHIN_MS);
          server.child.kill('SIGKILL');
          await Promise.all([server.exit, writing]);
        }

        server = startServerProcess(args, place.env);
        const session = await signIn(await server.address());
        const reply = await session.ask('/v1/observer?pageSize=100000');
        const stored = [
          ...(await reply.text()).matchAll(/"phone":"(\d+)"/g),
        ].map(([, phone = '']) => phone);
        expect(stored).toEqual([...new Set(stored)]);
        expect(
          [...acknowledged].filter((phone) => !stored.includes(phone)),
        ).toEqual([]);
        console.log(`${acknowledged.size} writes, ${KILLS} kills`);
      },
      // Each start has its time, and so has each round of writes.
      2 * (KILLS + 1) * WITHIN_MS,
    );
  },
);
