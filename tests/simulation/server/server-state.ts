import type { Section } from '@/domain/forms/form';
import type { Observer } from '@/domain/observers/observer';
import type { Thread } from '@/domain/answers/thread';

import type { Chance } from '../story/chance';
import { START } from '../device/clock';
import type { Traits } from '../story/traits';
import type { ServerMark } from './worst-marks';

/** One request as the server received it. */
export interface Exchange {
  /** Number of the tab that sent it. */
  tab: number;
  /** When it left, in ms on the clock that nobody can set. */
  leftAt: number;
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  /** Op that it was sent for: the key is told to the oracle, the server ignores it. */
  opId: string | undefined;
  token: string;
}

/** Something that changed the server. */
interface Effect extends Exchange {
  /** Ms on the clock that nobody can set. */
  at: number;
}

/** An observer was added although one of this name and phone was there. */
interface Double {
  opId: string;
  tab: number;
  /** Op that added the first one, if an op did. */
  firstOpId: string | undefined;
  name: string;
  /** Ms on the clock that nobody can set, of the first one. */
  since: number;
}

export interface ServerForm {
  id: number;
  code: string;
  description: string;
  diaspora: boolean;
  draft: boolean;
  currentVersion: number;
  order: number;
  sections: Section[];
}

/** A county as the server keeps it; which fields it shows depends on its revision. */
export interface ServerCounty {
  id: number;
  code: string;
  name: string;
  diaspora: boolean;
  order: number;
  /** Older revision: stored; the newer one counts the stations by itself. */
  numberOfPollingStations: number;
  /** Newer revision only. */
  provinceCode?: string | undefined;
}

/** A message that the server got from another device. */
interface ForeignMessage {
  /** Ms on the clock that nobody can set. */
  at: number;
  account: string;
  title: string;
  message: string;
  /** Whom the history names, also when it went to all. */
  recipients: number[];
}

export interface Told {
  status: number;
  value?: unknown;
}

/** A message that the history has. */
interface WrittenMessage {
  recipients: number[];
  /** Ms on the clock that nobody can set. */
  at: number;
}

/** The whole truth, as the worst known server keeps it. */
export interface WorstServer {
  /** In physical order: there is no other (F3), and a change moves a row to the end. */
  observers: Observer[];
  threads: { urgent: Thread[]; all: Thread[] };
  forms: ServerForm[];
  /** Bodies served although they are old (F13): by code, until when. */
  staleBodies: Map<string, { sections: Section[]; until: number }>;
  /** How long an old body is served after a change, in ms; 0: never. */
  staleMs: number;
  history: Record<string, unknown>[];
  /** In the order in which they were stored. */
  marks: ServerMark[];
  traits: Traits;
  counties: ServerCounty[];
  /** The PIN of each observer, by id. */
  pins: Map<number, string>;
  /** What the history got of each op. */
  written: Map<string, WrittenMessage[]>;
  /** What colleagues and other devices of the same account sent. */
  foreign: ForeignMessage[];
  /** When each deleted observer was deleted: ms on the clock that nobody can set. */
  deletedAt: Map<number, number>;
  /** Since when each observer has this name and phone: ms on that clock. */
  namedAt: Map<number, number>;
  /** Additions of somebody whose name and phone an observer had already. */
  doubles: Double[];
  /** Messages to observers whom the server did not know, or no longer, and when they left. */
  missed: { opId: string | undefined; ids: number[]; at: number }[];
  /** Requests that this revision of the server cannot take, in words. */
  malformed: string[];
  /** Rows that one op made and a later op wrote over, in words. */
  overwritten: string[];
  /** Titles of what reached the phones, each time it did. */
  pushes: { title: string; at: number }[];
  effects: Effect[];
  /** Whether lists come in another order each time they are asked for. */
  isShuffling: boolean;
  /** Reads that it answered while it lagged, by what it gave. */
  lags: Map<string, number>;
  /** Whether its lists lack most rows for now: a backup is being restored. */
  isLosing: boolean;
  /** It did so once: a new copy may have been told of fewer than there are. */
  hasLost: boolean;
  /** Codes of questions that were removed, and by whom. */
  removed: Map<string, string>;
  /** Lists that it told as empty once, which they were: a page may say so until it hears otherwise. */
  toldEmpty: Set<string>;
  /** Tokens it accepts. */
  tokens: Set<string>;
  nextId: number;
  /** Which op made a row, by `observer:` or `form:` and its id. */
  makers: Map<string, string>;
  /** How often the row that an op made was deleted by a request, by op. */
  unmade: Map<string, number>;
  /** Ops whose row others changed beyond recognition: nobody can find it. */
  disguised: Set<string>;
  /** Forms that got another code from others. */
  recoded: Set<number>;
  now: () => number;
  chance: Chance;
  /** Every value that a field of an observer ever had, in order: `41.name`, `form:12.description`. */
  past: Map<string, string[]>;
}

/** @param now ms on the clock that nobody can set. */
export function createWorstServer(
  now: () => number,
  chance: Chance,
  traits: Traits,
): WorstServer {
  return {
    observers: [],
    threads: { urgent: [], all: [] },
    forms: [],
    staleBodies: new Map(),
    staleMs: 0,
    history: [],
    marks: [],
    traits,
    counties: [],
    pins: new Map(),
    written: new Map(),
    foreign: [],
    deletedAt: new Map(),
    namedAt: new Map(),
    doubles: [],
    missed: [],
    malformed: [],
    overwritten: [],
    pushes: [],
    effects: [],
    isShuffling: false,
    lags: new Map(),
    isLosing: false,
    hasLost: false,
    removed: new Map(),
    toldEmpty: new Set(),
    tokens: new Set(),
    nextId: 1_000,
    makers: new Map(),
    unmade: new Map(),
    disguised: new Set(),
    recoded: new Set(),
    now,
    chance,
    past: new Map(),
  };
}

/** Notes what a request did, for the oracle. */
export function took(server: WorstServer, exchange: Exchange): void {
  server.effects.push({ ...exchange, at: server.now() });
}

/** Notes what a request made, for the oracle. */
export function made(
  server: WorstServer,
  exchange: Exchange,
  row: string,
): void {
  took(server, exchange);
  if (exchange.opId) server.makers.set(row, exchange.opId);
}

/** Notes that a request deleted a row, for the oracle. */
export function unmade(
  server: WorstServer,
  exchange: Exchange,
  row: string,
): void {
  took(server, exchange);
  const opId = server.makers.get(row);
  if (opId) server.unmade.set(opId, (server.unmade.get(opId) ?? 0) + 1);
}

/** Others changed a row so that its maker cannot recognise it. */
export function disguise(server: WorstServer, row: string): void {
  const opId = server.makers.get(row);
  if (opId) server.disguised.add(opId);
}

/** Writes an observer; the database moves a changed row to its end. */
export function putObserver(server: WorstServer, observer: Observer): void {
  const before = server.observers.find(({ id }) => id === observer.id);
  if (!before || !isNamedAlike(before, observer)) {
    server.namedAt.set(observer.id, server.now());
  }
  server.observers = server.observers.filter(({ id }) => id !== observer.id);
  server.observers.push(observer);
  for (const field of ['name', 'phone'] as const) {
    remember(server, `${observer.id}.${field}`, observer[field]);
  }
  const isChanged = (field: 'name' | 'phone') =>
    server.past.get(`${observer.id}.${field}`)?.[0] !== observer[field];
  if (isChanged('name') && isChanged('phone')) {
    disguise(server, `observer:${observer.id}`);
  }
}

function isNamedAlike(
  a: Pick<Observer, 'name' | 'phone'>,
  b: Pick<Observer, 'name' | 'phone'>,
): boolean {
  return a.name === b.name && a.phone === b.phone;
}

/** Notes that an observer is about to be added who is there already, for the oracle. */
export function noteDouble(
  server: WorstServer,
  { opId, tab }: Exchange,
  added: Pick<Observer, 'name' | 'phone'>,
): void {
  const first = server.observers.find((row) => isNamedAlike(row, added));
  if (!first || opId === undefined) return;
  server.doubles.push({
    opId,
    tab,
    firstOpId: server.makers.get(`observer:${first.id}`),
    name: added.name,
    since: server.namedAt.get(first.id) ?? 0,
  });
}

/** Deletes an observer, and remembers since when it is gone. */
export function dropObserver(server: WorstServer, id: number): void {
  server.observers = server.observers.filter((row) => row.id !== id);
  server.pins.delete(id);
  server.deletedAt.set(id, server.now());
}

/** Writes a county: a known id is changed, an unknown one added. */
export function putCounty(server: WorstServer, county: ServerCounty): void {
  server.counties = server.counties.filter(({ id }) => id !== county.id);
  server.counties.push(county);
  server.counties.sort((a, b) => a.order - b.order || a.id - b.id);
  remember(server, `county:${county.id}.name`, county.name);
}

/** The account that a token of this world belongs to. */
export function accountOf(token: string): string {
  return `${token.replace(/-token$/, '')}@demo.org`;
}

/** Writes a message to the history; nobody can set the server's clock. */
export function putMessage(
  server: WorstServer,
  account: string,
  title: string,
  body: string,
  sentObserverIds: readonly number[],
): void {
  const at = new Date(START + server.now()).toISOString();
  server.history.push({
    id: server.history.length + 1,
    title,
    body,
    channel: 'Firebase',
    sentObserverIds: [...sentObserverIds],
    senderAccount: account,
    senderIdNgo: 1,
    senderNgoName: 'Vot Liber',
    insertedAt: server.traits.hasDates ? at : '0001-01-01T00:00:00',
  });
}

/** Notes the value that a field has from now on. */
export function remember(
  server: WorstServer,
  key: string,
  value: string,
): void {
  const values = server.past.get(key) ?? [];
  if (values.at(-1) !== value) values.push(value);
  server.past.set(key, values);
}
