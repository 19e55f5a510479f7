import { expect, onTestFinished } from 'vitest';

import type { Observer } from '@/domain/observers/observer';
import type { Thread } from '@/domain/answers/thread';

import { anActor } from './builders';

/** What the server does to one request: answer, or one of the ways to fail. */
export type Fault =
  | 'cutBefore'
  | 'cutAfter'
  | 'hang'
  | { status: number; body?: string; headers?: Record<string, string> };

export interface Exchange {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
}

export interface ModelServer {
  fetch: typeof globalThis.fetch;
  observers: Map<number, Observer>;
  urgent: Thread[];
  all: Thread[];
  /** Wire bodies of the details, by `observerId:pollingStationId`. */
  details: Map<string, { answers: unknown; extra?: unknown; notes: unknown }>;
  /** Wire rows of the sent notifications. */
  history: WireNotification[];
  /** Brings the history into the order of one page request; as stored by default. */
  orderHistory: (rows: readonly WireNotification[]) => WireNotification[];
  /** Everything that arrived, in order. */
  log: Exchange[];
  /** Requests that it does not know, which fail the test. */
  unknown: string[];
  /** Writes that took effect, in order. */
  effects: Exchange[];
  /** Decides about a request; undefined lets it through. */
  fault: (exchange: Exchange) => Fault | undefined;
  /** Answers in the place of the routes below; undefined leaves it to them. */
  answer: (
    exchange: Exchange,
  ) => { status: number; body?: string } | 'cut' | undefined;
  /** Whether validators are given out. */
  hasEtags: boolean;
}

export interface WireNotification {
  id: number;
  title: string;
  body: string;
  channel: string;
  senderAccount: string | null;
  sentObserverIds: number[];
  insertedAt: string;
}

/** A small server in the process: the network is what tests fake, nothing behind it. */
export function createModelServer(): ModelServer {
  const server: ModelServer = {
    fetch(input, init) {
      const request = new Request(input, init);
      // A request follows the signal only for as long as it is not collected.
      return answer(server, request, init?.signal ?? request.signal);
    },
    observers: new Map(),
    urgent: [],
    all: [],
    details: new Map(),
    history: [],
    orderHistory: (rows) => [...rows],
    log: [],
    unknown: [],
    effects: [],
    fault: () => undefined,
    answer: () => undefined,
    hasEtags: true,
  };
  // A change that is "done" at an address nobody knows proves nothing.
  onTestFinished(() => expect(server.unknown).toEqual([]));
  return server;
}

async function answer(
  server: ModelServer,
  request: Request,
  signal: AbortSignal,
): Promise<Response> {
  const url = new URL(request.url);
  const exchange: Exchange = {
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    body: await bodyOf(request.clone()),
  };
  server.log.push(exchange);
  const fault = server.fault(exchange);
  if (fault === 'hang') return hang(signal);
  if (fault === 'cutBefore') throw new TypeError('Failed to fetch');
  if (typeof fault === 'object') {
    return new Response(fault.body ?? null, {
      status: fault.status,
      headers: fault.headers ?? {},
    });
  }
  const special = server.answer(exchange);
  if (special === 'cut' || (special && fault === 'cutAfter')) {
    throw new TypeError('Failed to fetch');
  }
  if (special) {
    return new Response(special.body ?? null, { status: special.status });
  }
  // A file of a note, which is no picture.
  if (exchange.path.startsWith('/files/')) return new Response('x');
  const value = route(server, exchange);
  if (value === undefined) return new Response(null, { status: 204 });
  const body = JSON.stringify(value);
  if (fault === 'cutAfter') throw new TypeError('Failed to fetch');
  const etag = `"${body.length}-${hash(body)}"`;
  if (server.hasEtags && request.headers.get('if-none-match') === etag) {
    return new Response(null, { status: 304 });
  }
  return new Response(body, {
    headers: server.hasEtags && request.method === 'GET' ? { etag } : {},
  });
}

/** JSON as its value, a form as its fields, files as their texts. */
async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('multipart/')) {
    const fields = [...(await request.formData())].map(
      async ([name, value]) => [
        name,
        typeof value === 'string' ? value : await value.text(),
      ],
    );
    return Object.fromEntries(await Promise.all(fields));
  }
  const text = await request.text();
  return text === '' ? undefined : JSON.parse(text);
}

function hang(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}

function hash(text: string): number {
  let sum = 0;
  for (const char of text) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) | 0;
  return sum;
}

function route(server: ModelServer, exchange: Exchange): unknown {
  const { method, path, query } = exchange;
  if (path === '/api/v1/observer' && method !== 'GET') {
    return changeObserver(server, exchange);
  }
  if (path.startsWith('/api/v1/notification/')) {
    return notify(server, exchange);
  }
  if (path === '/api/v1/observer/count') return server.observers.size;
  if (path === '/api/v1/observer') {
    const number = query.get('Number') ?? '';
    const rows = [...server.observers.values()].filter(({ phone }) =>
      phone.includes(number),
    );
    return pageOf(rows, query.get('Page'), query.get('PageSize'));
  }
  if (path === '/api/v1/answers') {
    const list = query.get('isUrgent') === 'true' ? server.urgent : server.all;
    const observerId = query.get('observerId');
    const rows = list.filter(
      (row) => observerId === null || row.observerId === Number(observerId),
    );
    return pageOf(
      rows.map(wireThread),
      query.get('page'),
      query.get('pageSize'),
    );
  }
  if (path === '/api/v1/form') return { formVersions: [] };
  const station =
    query.get('pollingStationId') ?? query.get('PollingStationId');
  const observer = query.get('observerId') ?? query.get('ObserverId');
  const detail = server.details.get(`${observer}:${station}`);
  if (path === '/api/v1/answers/filledIn') return detail?.answers ?? [];
  if (path === '/api/v1/answers/pollingStationInfo') return detail?.extra;
  if (path === '/api/v2/note') return detail?.notes ?? [];
  if (method === 'GET' && EMPTY.some((known) => known.test(path))) return [];
  server.unknown.push(`${method} ${path}`);
  return undefined;
}

/** Lists that are empty unless a test answers in their place. */
const EMPTY = [
  /^\/api\/v1\/county(\/\d+\/polling-station)?$/,
  /^\/api\/v1\/polling-station$/,

  /^\/api\/v1\/province$/,
  /^\/api\/v1\/form\/\d+$/,
  /^\/api\/extensions$/,
];

function changeObserver(server: ModelServer, exchange: Exchange): unknown {
  const { method, query } = exchange;
  const {
    observerId,
    pin: _pin,
    sendSMS: _sms,
    ...fields
  } = Object(exchange.body);
  if (method === 'POST') {
    // No uniqueness of phones: a second delivery makes a second person.
    const id = Math.max(0, ...server.observers.keys()) + 1;
    const counts = { numberOfNotes: 0, numberOfPollingStations: 0 };
    server.observers.set(id, { id, ngo: 'Vot Liber', ...counts, ...fields });
    server.effects.push(exchange);
    return id;
  }
  const id = Number(observerId ?? query.get('id'));
  const observer = server.observers.get(id);
  if (!observer) return false;
  server.effects.push(exchange);
  if (method === 'DELETE') server.observers.delete(id);
  else server.observers.set(id, { ...observer, ...fields });
  return true;
}

function notify(server: ModelServer, exchange: Exchange): unknown {
  const { method, body, query } = exchange;
  if (method === 'GET') {
    const rows = server.orderHistory(server.history);
    return pageOf(rows, query.get('page'), query.get('pageSize'));
  }
  const { title, message, recipients = [] } = Object(body);
  server.effects.push(exchange);
  server.history.push({
    id: server.history.length + 1,
    title,
    body: message,
    channel: 'Firebase',
    senderAccount: anActor.sub,
    sentObserverIds: recipients,
    insertedAt: new Date(Date.now()).toISOString(),
  });
  return recipients.length;
}

function wireThread({ observerPhone, lastModified, ...thread }: Thread) {
  return {
    ...thread,
    observerPhoneNumber: observerPhone,
    ...(lastModified === undefined
      ? {}
      : { lastModified: new Date(lastModified).toISOString() }),
  };
}

function pageOf(rows: unknown[], page: string | null, size: string | null) {
  const at = Number(page ?? 1);
  const pageSize = Number(size ?? 20);
  return {
    data: rows.slice((at - 1) * pageSize, at * pageSize),
    totalItems: rows.length,
    totalPages: 1 + Math.trunc((rows.length - 1) / pageSize),
    page: at,
    pageSize,
  };
}
