import { createHash, timingSafeEqual } from 'node:crypto';

import { Hono } from 'hono';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  Registry,
} from 'prom-client';

import type { BoundedQueue } from '../../bounded-queue';
import type { OpenDatabase } from '../../db/database';
import { freeBytesIn } from '../../db/disk';
import type { PushService } from '../../push/push-service';
import type { Server, ServerEnv } from '../../server';
import { ProblemError } from '../problems/problem';
import type { AnsweredRequest } from './observe-requests';

/** In s: what a person does not notice, up to what the app waits for. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20];

const STREAM = '/api/extensions/changes';

export interface MetricsOptions {
  /** Who reads the figures sends this as a bearer token. */
  token: string;
  version: string;
  /** The folder on whose disk room must be left. */
  dataDir: string;
  database: Pick<OpenDatabase, 'connections' | 'freeBytes'>;
  /** Of phones, and of staff. */
  signIns: BoundedQueue;
  staffSignIns: BoundedQueue;
  /** Open streams of changes. */
  streams: () => number;
}

export interface Metrics {
  observe: (request: AnsweredRequest) => void;
  /** The same service, whose messages are counted. */
  countingPushes: <T extends PushService>(push: T) => T;
  signInFailed: Server['signInFailed'];
  pictureFailed: Server['pictureFailed'];
  routes: Hono<ServerEnv>;
}

/**
 * Figures of this process for Prometheus, at `/metrics`
 * (docs/operations.md 6). Labels are patterns of routes, so they never name
 * anybody and there are few.
 */
export function createMetrics(options: MetricsOptions): Metrics {
  const { token } = options;
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });

  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the last byte of its reply',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers,
  });
  const pushes = new Counter({
    name: 'push_messages_total',
    help: 'Messages to phones, by whether the push service took them',
    labelNames: ['result'],
    registers,
  });
  const failedSignIns = new Counter({
    name: 'sign_in_failures_total',
    help: 'Wrong passwords and PINs, and sign-ins refused after too many of them',
    labelNames: ['kind', 'result'],
    registers,
  });
  const failedPictures = new Counter({
    name: 'picture_store_failures_total',
    help: 'What the store of the pictures did not do, and pictures that are gone from it',
    labelNames: ['reason'],
    registers,
  });
  addGauges(register, options);

  const routes = new Hono<ServerEnv>().get('/metrics', async (c) => {
    if (!isSame(c.req.header('Authorization') ?? '', `Bearer ${token}`)) {
      throw new ProblemError(401, 'This needs the METRICS_TOKEN.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    return c.body(await register.metrics(), 200, {
      'Content-Type': register.contentType,
      'Cache-Control': 'no-store',
    });
  });

  return {
    routes,
    signInFailed: (kind, result) => failedSignIns.inc({ kind, result }),
    pictureFailed: (reason) => failedPictures.inc({ reason }),
    observe: ({ method, route, status, ms }) => {
      requests.inc({ method, route, status });
      // A stream is as long as somebody looks.
      if (route !== STREAM) durations.observe({ method, route }, ms / 1000);
    },
    countingPushes: (push) => ({
      ...push,
      send: async (message, tokens) => {
        const sent = await push.send(message, tokens);
        pushes.inc({ result: 'sent' }, sent);
        pushes.inc({ result: 'failed' }, Math.max(0, tokens.length - sent));
        return sent;
      },
    }),
  };
}

/** What is true at the moment in which the figures are read. */
function addGauges(register: Registry, options: MetricsOptions): void {
  const { version, dataDir, database, streams } = options;
  const { connections, freeBytes } = database;
  const addGauge = (gauge: GaugeConfiguration<string>) => {
    const added = new Gauge({ ...gauge, registers: [] });
    register.registerMetric(added);
    return added;
  };
  addGauge({
    name: 'sign_ins',
    help: 'Sign-ins whose password is compared, or which wait for that',
    labelNames: ['of', 'state'],
    collect() {
      for (const [of, queue] of [
        ['phones', options.signIns],
        ['staff', options.staffSignIns],
      ] as const) {
        const { running, waiting } = queue.size();
        this.set({ of, state: 'running' }, running);
        this.set({ of, state: 'waiting' }, waiting);
      }
    },
  });
  addGauge({
    name: 'event_streams',
    help: 'Open streams of changes',
    collect() {
      this.set(streams());
    },
  });
  addGauge({
    name: 'disk_free_bytes',
    help: 'Room on the disks of the data folder and of the database, where it is known',
    labelNames: ['of'],
    async collect() {
      for (const [of, ask] of [
        ['data', () => freeBytesIn(dataDir)],
        ['database', freeBytes],
      ] as const) {
        const free = await ask?.().catch(() => undefined);
        if (free !== undefined) this.set({ of }, free);
      }
    },
  });
  addGauge({
    name: 'server_info',
    help: 'The version of this server',
    labelNames: ['version'],
  }).set({ version }, 1);
  if (connections) {
    addGauge({
      name: 'database_connections',
      help: 'Connections to PostgreSQL, and requests that wait for one',
      labelNames: ['state'],
      collect() {
        const { total, idle, waiting } = connections();
        this.set({ state: 'used' }, total - idle);
        this.set({ state: 'idle' }, idle);
        this.set({ state: 'waiting' }, waiting);
      },
    });
  }
}

/** Takes as long for a token that begins well as for any other. */
function isSame(sent: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(sent), hash(expected));
}
