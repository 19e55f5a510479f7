import { describe, expect, it } from 'vitest';

import { syncWords } from '@/app/status/sync-words';
import type { SyncStatus } from '@/data/sync-status';

const now = Date.UTC(2026, 10, 22, 14, 32);
const idle = { waiting: 0, sending: 0, needsYou: 0 };
const online: SyncStatus = {
  isBroken: false,
  connection: { state: 'online', since: now },
  asOf: now - 30_000,
  isPartial: false,
  unconfirmed: [],
  counts: idle,
};
const offline: SyncStatus = {
  ...online,
  connection: { state: 'offline', since: now - 60_000 },
};

const silent: SyncStatus = {
  ...online,
  connection: {
    state: 'offline',
    since: now - 60_000,
    failure: { kind: 'timeout' },
  },
};

interface Case {
  when: string;
  status: SyncStatus | undefined;
  isOnline?: boolean;
  first: string;
  second?: string;
}

const cases: Case[] = [
  { when: 'nothing was read yet', status: undefined, first: 'checking' },
  {
    when: 'nothing was read yet, and the browser knows that there is no network',
    status: undefined,
    isOnline: false,
    first: 'offline',
  },
  {
    when: 'the server was never asked',
    status: {
      isBroken: false,
      isPartial: true,
      unconfirmed: [],
      counts: idle,
    },
    first: 'checking',
  },
  {
    when: 'a list is not here as a whole',
    status: { ...online, isPartial: true },
    first: 'partly',
  },
  {
    when: 'a user is asked whether rows are gone',
    status: { ...online, unconfirmed: [{ list: 'observers', count: 2 }] },
    first: 'unconfirmed',
  },
  {
    when: 'one request failed',
    status: { ...online, connection: { state: 'unsure', since: now } },
    first: 'checking',
  },
  {
    when: 'the server answers and no list was ever whole',
    status: {
      isBroken: false,
      isPartial: true,
      unconfirmed: [],
      counts: idle,
      connection: { state: 'online', since: now },
    },
    first: 'checking',
  },
  { when: 'all is well', status: online, first: 'upToDate', second: 'at' },
  {
    when: 'the server answers and lists fail for long',
    status: { ...online, asOf: now - 6 * 60_000 },
    first: 'older',
  },
  { when: 'the server is silent', status: offline, first: 'offline' },
  {
    when: 'the server accepts requests and never answers',
    status: silent,
    first: 'silent',
  },
  {
    when: 'the browser knows that there is no network, and nobody answered before',
    status: silent,
    isOnline: false,
    first: 'offline',
  },
  {
    when: 'the browser knows that there is no network',
    status: online,
    isOnline: false,
    first: 'offline',
  },
  {
    when: 'offline with work',
    status: { ...offline, counts: { ...idle, waiting: 3 } },
    first: 'offline',
    second: 'waiting 3',
  },
  {
    when: 'work waits while the server answers',
    status: { ...online, counts: { ...idle, waiting: 2 } },
    first: 'waiting 2',
  },
  {
    when: 'work is on its way',
    status: { ...online, counts: { ...idle, sending: 1, waiting: 2 } },
    first: 'sending 1',
    second: 'waiting 2',
  },
  {
    when: 'something needs a person, before all else',
    status: {
      ...offline,
      isBroken: true,
      counts: { needsYou: 2, sending: 1, waiting: 4 },
    },
    first: 'needsYou 2',
    second: 'alsoSending 1',
  },
  {
    when: 'the worker could not be started',
    status: { ...online, isBroken: true, counts: { ...idle, waiting: 1 } },
    first: 'broken',
    second: 'waiting 1',
  },
];

describe('the sync status', () => {
  it.each(cases)(
    'says $first when $when',
    ({ status, isOnline = true, first, second }) => {
      const words = syncWords(status, isOnline, now);
      const say = (word: typeof words.second) =>
        word && [word.key, word.count].filter((part) => part !== undefined);
      expect(say(words.first)?.join(' ')).toBe(first);
      expect(say(words.second)?.join(' ')).toBe(second);
    },
  );

  it('tells the time of the last good answer, not of the reading', () => {
    expect(syncWords(online, true, now).second?.at).toBe(online.asOf);
  });
});
