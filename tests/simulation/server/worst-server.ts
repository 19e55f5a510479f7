import type { Thread } from '@/domain/answers/thread';

import type { Chance } from '../story/chance';
import { count } from '../story/counts';
import type { Exchange, Told, WorstServer } from './server-state';
import {
  dropObserver,
  made,
  noteDouble,
  putObserver,
  unmade,
  took,
} from './server-state';
import { bulkRoute, QUESTION, textOf } from './worst-details';
import { countiesRoute, provincesRoute } from './worst-counties';
import { formsRoute } from './worst-forms';
import { marksRoute } from './worst-marks';
import { sendMessage } from './worst-messages';

/** Does what a request asks for, now; the network decides who hears of it. */
export function serve(server: WorstServer, exchange: Exchange): Told {
  if (!server.tokens.has(exchange.token)) return { status: 401 };
  const { method, path, query } = exchange;
  if (path === '/api/v1/observer/count') {
    return { status: 200, value: server.observers.length };
  }
  if (path === '/api/v1/observer') {
    if (method !== 'GET') return changeObserver(server, exchange);
    const number = query.get('Number') ?? '';
    const isShort = server.isLosing && number === '';
    if (isShort) count(server.lags, 'short list');
    const there = isShort ? server.observers.slice(0, 1) : server.observers;
    const rows = there.filter(({ phone }) => phone.includes(number));
    if (server.observers.length === 0) server.toldEmpty.add('observers');
    return pageOf(server, rows, query.get('Page'), query.get('PageSize'));
  }
  if (path.startsWith('/api/v1/form')) return formsRoute(server, exchange);
  if (path.startsWith('/api/v1/notification/')) {
    if (method !== 'GET') return sendMessage(server, exchange);
    const size = query.get('pageSize');
    return pageOf(server, server.history, query.get('page'), size);
  }
  if (path.startsWith('/api/v1/county')) return countiesRoute(server, exchange);
  if (path.startsWith('/api/v1/province')) return provincesRoute(server);
  if (path === '/api/v1/answers') {
    const list = query.get('isUrgent') === 'true' ? 'urgent' : 'all';
    const observerId = query.get('observerId');
    const rows = server.threads[list]
      .filter(
        (row) => observerId === null || row.observerId === Number(observerId),
      )
      .sort((a, b) => (b.lastModified ?? 0) - (a.lastModified ?? 0))
      .map(wireThread);
    if (observerId === null && rows.length === 0) {
      server.toldEmpty.add(`threads:${list}`);
    }
    return pageOf(server, rows, query.get('page'), query.get('pageSize'));
  }
  if (path === '/api/v1/triage') return marksRoute(server, exchange);
  if (path === '/api/extensions/details') return bulkRoute(server, exchange);
  if (path === '/api/v1/answers/pollingStationInfo') return { status: 204 };
  if (path === '/api/v1/answers/filledIn') {
    const options = [{ optionId: 1, text: 'Da', value: textOfQuery(query) }];
    return { status: 200, value: [{ id: QUESTION, answers: options }] };
  }
  return { status: 200, value: [{ text: textOfQuery(query) }] };
}

function textOfQuery(query: URLSearchParams): string {
  return textOf({
    observerId: Number(query.get('observerId')),
    pollingStationId: Number(query.get('pollingStationId')),
  });
}

function changeObserver(server: WorstServer, exchange: Exchange): Told {
  const { method, query, body } = exchange;
  if (method === 'POST') {
    // No uniqueness of phones: a second delivery makes a second person (F6).
    server.nextId += 1;
    const id = server.nextId;
    const counts = { numberOfNotes: 0, numberOfPollingStations: 0 };
    const { name, phone } = body;
    const named = { name: String(name), phone: String(phone) };
    noteDouble(server, exchange, named);
    putObserver(server, { id, ngo: 'Vot Liber', ...counts, ...named });
    server.pins.set(id, String(body['pin']));
    made(server, exchange, `observer:${id}`);
    return { status: 200, value: id };
  }
  const id = Number(body['observerId'] ?? query.get('id'));
  const observer = server.observers.find((row) => row.id === id);
  if (method === 'DELETE') {
    // Gone already: the answer does not tell it from a refusal (F9).
    if (!observer) {
      return server.chance.is(0.5)
        ? { status: 200, value: false }
        : { status: 400, value: { detail: 'Action not allowed' } };
    }
    const hasAnswers = server.threads.all.some((row) => row.observerId === id);
    if (hasAnswers) return { status: 500 };
    dropObserver(server, id);
    unmade(server, exchange, `observer:${id}`);
    return { status: 200, value: true };
  }
  if (!observer) return { status: 200, value: false };
  const { name = observer.name, phone = observer.phone } = body;
  putObserver(server, {
    ...observer,
    name: String(name),
    phone: String(phone),
  });
  if (body['pin'] !== undefined) server.pins.set(id, String(body['pin']));
  took(server, exchange);
  return { status: 200, value: true };
}

function wireThread({ observerPhone, lastModified, ...thread }: Thread) {
  return {
    ...thread,
    observerPhoneNumber: observerPhone,
    lastModified: new Date(lastModified ?? 0).toISOString(),
  };
}

function pageOf(
  server: WorstServer,
  rows: readonly unknown[],
  page: string | null,
  size: string | null,
): Told {
  const at = Number(page ?? 1);
  const cap = server.traits.pageCap ?? Number.POSITIVE_INFINITY;
  const pageSize = Math.min(cap, Number(size ?? 20));
  if (server.isShuffling) count(server.lags, 'shuffled page');
  const ordered = server.isShuffling ? shuffled(server.chance, rows) : rows;
  const value = {
    data: ordered.slice((at - 1) * pageSize, at * pageSize),
    totalItems: rows.length,
    totalPages: Math.max(1, Math.ceil(rows.length / pageSize)),
    page: at,
    pageSize,
  };
  return { status: 200, value };
}

function shuffled<T>(chance: Chance, rows: readonly T[]): T[] {
  const keyed = rows.map((row): [number, T] => [chance.next(), row]);
  return keyed.sort(([a], [b]) => a - b).map(([, row]) => row);
}
