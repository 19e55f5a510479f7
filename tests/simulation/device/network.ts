import { SETTLE_WINDOW_MS } from '@/domain/outbox/waits';

import type { Chance } from '../story/chance';
import type { Clock } from './clock';
import type { CrashPoint, FaultKind, Weather } from '../story/faults';
import { faultKinds } from '../story/faults';
import { count } from '../story/counts';
import type { RequestKind } from '../server/request-kind';
import { requestKindOf, writeKinds } from '../server/request-kind';
import type { Exchange, Told, WorstServer } from '../server/server-state';
import type { Probe } from '../story/commands';
import type { Readings } from '../story/readings';
import { createReadings, noteFailedRead, noteRead } from '../story/readings';
import { trace } from '../story/trace';
import { serve } from '../server/worst-server';

/** What the network knows of the tab that asks. */
export interface Caller {
  n: number;
  armed?: CrashPoint | undefined;
  isDead: boolean;
}

/** One request, for the rules about what may be sent when. */
export interface Asked {
  tab: number;
  /** Ms on the clock that nobody can set. */
  at: number;
  method: string;
  path: string;
  query: URLSearchParams;
  token: string;
  opId: string | undefined;
  /** A cache answered it before: under an address that no cache has. */
  isAgain: boolean;
}

export interface Network {
  /** The way to the server of one tab. */
  fetchOf: (caller: Caller) => typeof globalThis.fetch;
  weather: Weather;
  /** What the next request of a kind meets, in the order in which it was said. */
  next: { on: 'write' | 'read' | RequestKind; kind: FaultKind }[];
  /** How long held requests stay on their way, in ms. */
  heldMs: number;
  /** How the question after extensions ends. */
  probe: Probe;
  /** Requests that left, by kind. */
  requests: Map<string, number>;
  /** Faults that happened, by kind. */
  counts: Map<string, number>;
  /** The same, by kind of the request that met them: `busy on message`. */
  met: Map<string, number>;
  asked: Asked[];
  /** Requests without an answer, by tab. */
  open: Map<number, number>;
  /** Ops whose request a busy server turned away (503, 429). */
  turnedAway: Set<string>;
  /** Ops with a copy that the settle window does not cover. */
  beyondWindow: Set<string>;
  /** What each tab read of lists that come in pages. */
  readings: Readings;
  /**
   * Brings what is on its way to the server at once: nothing is later than this.
   * @returns whether there was anything.
   */
  flush: () => boolean;
}

interface Events {
  crash: (caller: Caller, point: CrashPoint) => void;
  /** Hears of each request before it leaves. */
  onAsk: (asked: Asked, caller: Caller) => void;
}

const NO_HEADERS = new Headers();
const LATENCY_MS = 300;
const DELAY_MS = 4_000;
/** A reply tells whole seconds, and its reader allows for two. */
const KEPT_MS = 3_000;
/** Share of requests that meet something in flaky weather. */
const FLAKY = 0.3;
/** What they meet: what others answer in the server's name comes in stories alone. */
const flakyKinds = faultKinds.filter(
  (kind) =>
    !['empty', 'noContent', 'notModified', 'foreign', 'cached'].includes(kind),
);
/** What somebody else answers in JSON, as it is read. */
const FOREIGN = [{ status: 'ok' }, {}, null, 'ok', { error: 'login' }];

/** The network between the tabs and the server, with everything that it may do. */
export function createNetwork(
  server: WorstServer,
  clock: Clock,
  chance: Chance,
  { crash, onAsk }: Events,
): Network {
  const onTheWay = new Set<() => void>();
  /** What the server said last to each read: a cache between may say it again. */
  const earlier = new Map<string, { told: Told; at: number }>();

  const network: Network = {
    fetchOf: (caller) => (input, init) => {
      const url = new URL(String(input));
      // The question takes no fault that a story means for another request.
      if (url.pathname === '/api/extensions') return probe(init?.signal);
      return init?.body instanceof FormData
        ? readFile(init.body).then((csv) => send(caller, url, init, { csv }))
        : send(caller, url, init, readJson(init));
    },
    weather: 'good',
    next: [],
    heldMs: 45_000,
    probe: 'answered',
    requests: new Map(),
    counts: new Map(),
    met: new Map(),
    asked: [],
    open: new Map(),
    turnedAway: new Set(),
    beyondWindow: new Set(),
    readings: createReadings(),
    flush() {
      const isAny = onTheWay.size > 0;
      for (const arrive of onTheWay) arrive();
      return isAny;
    },
  };

  async function probe(signal?: AbortSignal | null): Promise<Response> {
    if (network.weather !== 'good') throw new TypeError('Failed to fetch');
    if (network.probe === 'silent') {
      return new Promise((_resolve, reject) => {
        const giveUp = () => reject(new DOMException('Aborted', 'AbortError'));
        signal?.addEventListener('abort', giveUp);
      });
    }
    if (network.probe === 'fails') return new Response(null, { status: 500 });
    const { sharesMarks, givesBulk } = server.traits;
    // No known server has extensions.
    if (!sharesMarks && !givesBulk) return new Response(null, { status: 404 });
    const version = { version: 1 };
    const offered = {
      ...(sharesMarks ? { triage: version } : {}),
      ...(givesBulk ? { details: version } : {}),
    };
    return responseOf(200, JSON.stringify(offered));
  }

  function faultFor(kind: RequestKind): FaultKind | undefined {
    const any = isWriteKind(kind) ? 'write' : 'read';
    const at = network.next.findIndex(({ on }) => on === any || on === kind);
    const [once] = at < 0 ? [] : network.next.splice(at, 1);
    if (once) return once.kind;
    switch (network.weather) {
      case 'good':
        return undefined;
      case 'cut':
        return 'cutBefore';
      case 'portal':
        return 'portal';
      case 'storm':
        return 'busy';
      case 'flaky':
        return chance.is(FLAKY)
          ? flakyKinds[chance.below(flakyKinds.length)]
          : undefined;
    }
  }

  function send(
    caller: Caller,
    url: URL,
    init: RequestInit | undefined,
    sent: Record<string, unknown>,
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      if (caller.isDead) return;
      const exchange = exchangeOf(caller, url, init, {
        body: sent,
        leftAt: clock.elapsed(),
      });
      const kind = requestKindOf(exchange);
      if (!kind) throw new Error(`No server knows ${exchange.method} ${url}`);
      const isWrite = isWriteKind(kind);
      const asked = {
        at: exchange.leftAt,
        ...exchange,
        isAgain: url.searchParams.has('_'),
      };
      trace.say?.(
        `tab ${caller.n} ${exchange.method} ${url.pathname}${url.search} ${JSON.stringify(sent)}`,
      );
      network.asked.push(asked);
      count(network.requests, kind);
      onAsk(asked, caller);
      if (isWrite && caller.armed === 'K3') {
        crash(caller, 'K3');
        return;
      }
      network.open.set(caller.n, (network.open.get(caller.n) ?? 0) + 1);
      let isOver = false;
      /** What the tab hears, once, when it is awake. */
      const hear = (tell: () => void) => {
        clock.later(caller.n, () => {
          trace.say?.(`  tab ${caller.n} hears ${url.pathname} ${fault ?? ''}`);
          if (isOver || caller.isDead) return;
          isOver = true;
          network.open.set(caller.n, (network.open.get(caller.n) ?? 1) - 1);
          tell();
        });
      };
      const fail = () => hear(() => reject(new TypeError('Failed to fetch')));
      init?.signal?.addEventListener('abort', () =>
        hear(() => reject(new DOMException('Aborted', 'AbortError'))),
      );
      const fault = faultFor(kind);
      if (fault) {
        count(network.counts, fault);
        count(network.met, `${fault} on ${kind}`);
      }
      // The client asks again for what a cache kept; the server gives what no cache has.
      const isTold =
        fault === undefined || fault === 'delay' || fault === 'cached';
      if (!isWrite && !isTold) {
        noteFailedRead(network.readings, caller.n, exchange);
      }
      if ((fault === 'busy' || fault === 'tooMany') && exchange.opId) {
        network.turnedAway.add(exchange.opId);
      }
      if (isWrite && caller.armed === 'K4') {
        // Half sent: it may still arrive, whole, or never.
        if (chance.is(0.5)) arriveIn(exchange, chance.below(30_000));
        crash(caller, 'K4');
        return;
      }
      /** When the server made its reply, in epoch ms; others tell no time. */
      let madeAt: number | undefined;
      const reply = (told: Told, text = textOf(told)) => {
        const headers = headersAt(madeAt);
        hear(() => {
          trace.say?.(`    ${told.status} ${text}`);
          resolve(responseOf(told.status, text, headers));
        });
      };
      const go = () => {
        const told = serve(server, exchange);
        madeAt = clock.elapsed();
        if (!isWrite && told.status === 200)
          earlier.set(url.href, { told, at: madeAt });
        if (!isWrite && isTold) {
          noteRead(network.readings, caller.n, exchange, told, clock.elapsed());
        }
        if (isWrite && caller.armed === 'K5') {
          crash(caller, 'K5');
          return;
        }
        if (isWrite && caller.armed === 'K6') {
          hear(() => resolve(halfResponse(told, () => crash(caller, 'K6'))));
          return;
        }
        answer(told, fault);
      };
      const answer = (told: Told, how: FaultKind | undefined) => {
        switch (how) {
          case 'cutAfter':
            fail();
            return;
          case 'failAfter':
            reply({ status: 500 });
            return;
          case 'truncated':
            if (textOf(told).length < 8) fail();
            else reply(told, textOf(told).slice(0, textOf(told).length >> 1));
            return;
          case 'silent':
            return;
          default:
            reply(told);
        }
      };
      switch (fault) {
        case 'cutBefore':
          fail();
          return;
        case 'portal':
          reply({ status: 200 }, '<html>Wi-Fi</html>');
          return;
        case 'empty':
          reply({ status: 200 });
          return;
        case 'noContent':
          reply({ status: 204 });
          return;
        case 'notModified':
          reply({ status: 304 });
          return;
        case 'foreign':
          reply({ status: 200, value: FOREIGN[chance.below(FOREIGN.length)] });
          return;
        case 'cached': {
          const kept = isWrite ? undefined : earlier.get(url.href);
          // What is younger nobody can tell from the server's own.
          if (kept && clock.elapsed() - kept.at >= KEPT_MS) {
            madeAt = kept.at;
            reply(kept.told);
          } else go();
          return;
        }
        case 'busy':
          reply({ status: 503 });
          return;
        case 'tooMany':
          reply({ status: 429 });
          return;
        case 'failBefore':
          reply({ status: 500 });
          return;
        case 'gateway':
          reply({ status: 504 });
          return;
        case 'refuse':
          reply({ status: 400, value: { detail: 'Action not allowed' } });
          return;
        case 'held':
          if (isWrite) arriveIn(exchange, network.heldMs);
          return;
        case 'delay':
          underWay(go, DELAY_MS);
          return;
        default:
          if (chance.is(0.1)) underWay(go, chance.below(LATENCY_MS));
          else go();
      }
    });
  }

  /** The request is lost to the tab, and reaches the server all the same. */
  function arriveIn(exchange: Exchange, ms: number): void {
    if (ms > SETTLE_WINDOW_MS && exchange.opId) {
      network.beyondWindow.add(exchange.opId);
    }
    underWay(() => serve(server, exchange), ms);
  }

  /** Something reaches the server so much later, in ms, or when all is flushed. */
  function underWay(reach: () => void, ms: number): void {
    const arrive = () => {
      if (onTheWay.delete(arrive)) reach();
    };
    onTheWay.add(arrive);
    clock.outside(() => setTimeout(arrive, ms));
  }

  return network;
}

function isWriteKind(kind: RequestKind): boolean {
  return writeKinds.includes(kind);
}

function readJson(init: RequestInit | undefined): Record<string, unknown> {
  const body: unknown =
    typeof init?.body === 'string' ? JSON.parse(init.body) : {};
  return { ...Object(body) };
}

/**
 * The text of the one file that this client sends by itself
 * (docs/api-contract.md 4.7).
 */
async function readFile(form: FormData): Promise<string> {
  const file = form.get('CsvFile');
  return file instanceof Blob ? file.text() : '';
}

function exchangeOf(
  { n }: Caller,
  url: URL,
  init: RequestInit | undefined,
  sent: Pick<Exchange, 'body' | 'leftAt'>,
): Exchange {
  const headers = new Headers(init?.headers);
  // What makes an address new to caches is nothing to the server.
  const query = new URLSearchParams(url.search);
  query.delete('_');
  return {
    tab: n,
    method: init?.method ?? 'GET',
    path: url.pathname,
    query,
    ...sent,
    // The key is the op's own, and after a decision also the number of its round.
    opId: headers.get('idempotency-key')?.split(':')[0],
    token: (headers.get('authorization') ?? '').replace('Bearer ', ''),
  };
}

function textOf({ value }: Told): string {
  return value === undefined ? '' : JSON.stringify(value);
}

/** Servers tell the time in whole seconds. */
function headersAt(at: number | undefined): Headers {
  return at === undefined
    ? NO_HEADERS
    : new Headers({ date: new Date(at).toUTCString() });
}

/** As much of a response as the client reads: the platform's own costs a tenth of a run. */
function responseOf(
  status: number,
  text: string,
  headers = NO_HEADERS,
): Response {
  const bytes = text === '' ? [] : [new TextEncoder().encode(text)];
  const read = async () => {
    const value = bytes.shift();
    return value ? { done: false, value } : { done: true };
  };
  const ok = status >= 200 && status < 300;
  const body = { getReader: () => ({ read }) };
  return { status, ok, headers, body } as unknown as Response;
}

/** The head and half of the body, then the tab that reads it is killed. */
function halfResponse(told: Told, kill: () => void): Response {
  const text = textOf(told);
  const half = new TextEncoder().encode(text.slice(0, text.length >> 1));
  const body = new ReadableStream(
    {
      start: (controller) => controller.enqueue(half),
      pull: kill,
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { status: told.status });
}
