import { count, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { observer } from '../../../../server/db/schema';
import { accessLine } from '../../../../server/http/observability/access-log';
import type { AnsweredRequest } from '../../../../server/http/observability/observe-requests';
import { onEachDatabase } from '../../support/on-each-database';
import {
  freshServer,
  startServer,
  type TestServer,
} from '../../support/server';

/**
 * What no line may show: it comes with a request below. The four digits of the
 * PIN count only when they stand alone: ids and counts of bytes have any digits.
 */
const PLANTED =
  /0799111222|Planted|(?<![\w.-])9081(?![\w.-])|eyJ|long-idempotency/;
const token = 'a token for those who read the figures';

onEachDatabase((database) => {
  const server = freshServer(database);

  function watched() {
    const answered: AnsweredRequest[] = [];
    const server = startServer(database(), {
      accessLog: (request) => answered.push(request),
    });
    return { server, answered };
  }

  async function askMuch({ ask }: Pick<TestServer, 'ask'>): Promise<void> {
    await ask('/api/v1/observer?name=Planted&number=0799111222', {
      as: 'organizer',
    });
    await ask('/api/v1/observer', {
      method: 'POST',
      as: 'organizer',
      headers: { 'Idempotency-Key': 'long-idempotency' },
      body: { phone: '0799111222', name: 'Planted Person', pin: '9081' },
    });
    await ask('/api/v1/form/31', { method: 'HEAD', as: 'maria' });
    await ask('/Planted/0799111222');
    await ask('/api/v1/county/0799111222/municipalities');
  }

  it('says how it is', async () => {
    const response = await server().ask('/health');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'Healthy',
      database: 'Healthy',
      dialect: database().dialect,
    });
  });

  it.each([
    ['127.0.0.1', {}, 'unknown'],
    ['::1', {}, 'unknown'],
    ['203.0.113.7', {}, undefined],
    // A proxy that nobody told this server of passes requests of everybody on.
    ['127.0.0.1', { 'X-Forwarded-For': '127.0.0.1' }, undefined],
  ])('tells %s with %o the version %s', async (peer, headers, version) => {
    const incoming = { socket: { remoteAddress: peer } };
    const { app } = server();
    const response = await app.request('/health', { headers }, { incoming });
    expect((await response.json()).version).toBe(version);
  });

  describe('the log of requests', () => {
    it('has route, status and account of each, and nothing of its contents', async () => {
      const { server, answered } = watched();
      await askMuch(server);
      expect(
        answered.map(({ method, route, status, account }) =>
          [method, route, status, account].join(' '),
        ),
      ).toEqual([
        'GET /api/v1/observer 200 admin:3',
        'POST /api/v1/observer 200 admin:3',
        'HEAD /api/v1/form/:formId 204 observer:41',
        'GET (no route) 404 ',
        'GET /api/v1/county/:countyCode/municipalities 401 ',
      ]);
      for (const format of ['json', 'text'] as const) {
        const lines = answered.map((each) => accessLine(format, each));
        expect(lines.join('\n')).not.toMatch(PLANTED);
        for (const line of lines) expect(line).not.toContain('\n');
      }
      const [first] = answered;
      const line = first && JSON.parse(accessLine('json', first));
      expect(Object.keys(line)).toEqual(
        expect.arrayContaining(['at', 'id', 'method', 'route', 'status', 'ms']),
      );
    });

    it('calls a request as the proxy does, where that is an id', async () => {
      const { server, answered } = watched();
      const idOf = async (sent?: string) => {
        const headers = sent ? { 'X-Request-Id': sent } : {};
        const reply = await server.ask('/health/live', { headers });
        const id = reply.headers.get('X-Request-Id');
        expect(answered.at(-1)?.id).toBe(id);
        return id;
      };
      const id = '4f1c2f5d8a5b4c0f9d7e6a5b4c3d2e1f';
      expect(await idOf(id)).toBe(id);
      for (const bad of [
        '0799111222',
        'a b c d e f g h i',
        `${'x'.repeat(65)}`,
      ]) {
        expect(await idOf(bad)).toMatch(/^[0-9a-f-]{36}$/);
      }
      expect(await idOf()).not.toBe(await idOf());
    });
  });

  describe('the figures', () => {
    const withFigures = () =>
      startServer(
        { ...database(), freeBytes: async () => 12_345_678_901 },
        { metrics: { token, dataDir: '.' } },
      );
    const read = async (server: TestServer) => {
      const headers = { Authorization: `Bearer ${token}` };
      const reply = await server.ask('/metrics', { headers });
      expect(reply.status).toBe(200);
      return reply.text();
    };

    it('are for those who have the token, and nobody where there is none', async () => {
      const server = withFigures();
      for (const authorization of ['', 'Bearer ', `Bearer ${token}x`]) {
        const headers = { Authorization: authorization };
        expect((await server.ask('/metrics', { headers })).status).toBe(401);
      }
      expect((await server.ask('/metrics', { as: 'organizer' })).status).toBe(
        401,
      );
      expect((await startServer(database()).ask('/metrics')).status).toBe(404);
    });

    it('count requests by route, and name nobody', async () => {
      const server = withFigures();
      await askMuch(server);
      await askMuch(server);
      const text = await read(server);
      expect(text).toContain(
        'http_requests_total{method="GET",route="/api/v1/observer",status="200"} 2',
      );
      expect(text).toContain(
        'http_request_duration_seconds_count{method="POST",route="/api/v1/observer"} 2',
      );
      expect(text).not.toMatch(PLANTED);
    });

    it('say how much room is left: connections, sign-ins, disk, memory', async () => {
      const text = await read(withFigures());
      expect(text).toContain('sign_ins{of="phones",state="waiting"} 0');
      expect(text).toContain('sign_ins{of="staff",state="waiting"} 0');
      expect(text).toMatch(/disk_free_bytes\{of="data"\} [1-9]\d+/);
      expect(text).toContain('disk_free_bytes{of="database"} 12345678901');
      expect(text).toMatch(/process_resident_memory_bytes [1-9]\d+/);
      expect(text).toContain('server_info{version="unknown"} 1');
      expect(text.includes('database_connections{state="waiting"} 0')).toBe(
        database().dialect === 'postgres',
      );
    });

    it('count wrong sign-ins, and those refused after them', async () => {
      const server = withFigures();
      for (const fcmToken of [undefined, 'device']) {
        const body = { user: 'nobody', password: 'x', fcmToken };
        for (let at = 0; at < 7; at += 1) {
          await server.ask('/api/v2/access/authorize', {
            method: 'POST',
            body,
          });
        }
      }
      const text = await read(server);
      for (const kind of ['admin', 'phone']) {
        const labels = (result: string) =>
          `sign_in_failures_total{kind="${kind}",result="${result}"}`;
        expect(text).toContain(`${labels('wrong')} 5`);
        expect(text).toContain(`${labels('refused')} 2`);
      }
    });

    it('count the messages to phones', async () => {
      const { db } = database();
      await db
        .update(observer)
        .set({ channelName: 'Firebase', fcmToken: sql`'phone ' || id` });
      const [phones] = await db.select({ count: count() }).from(observer);
      const server = startServer(database(), {
        metrics: { token, dataDir: '.' },
        // Of two phones one has been thrown away.
        push: {
          send: (_message, tokens) => Promise.resolve(tokens.length - 1),
        },
      });
      const sent = await server.ask('/api/v1/notification/send/all', {
        method: 'POST',
        as: 'organizer',
        body: { channel: 'Firebase', from: 'x', title: 't', message: 'm' },
      });
      expect(sent.status).toBe(202);
      const accepted = (phones?.count ?? 0) - 1;
      const text = await read(server);
      expect(text).toContain(`push_messages_total{result="sent"} ${accepted}`);
      expect(text).toContain('push_messages_total{result="failed"} 1');
    });
  });
});
