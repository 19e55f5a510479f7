import { describe, expect, it } from 'vitest';

import type { ConnectionState } from '@/db/cache';
import type { Failure, Reply } from '@/domain/outbox/outcome';
import { createConnection } from '@/workers/session/connection';

const good: Reply<unknown> = { ok: true, status: 200, value: 1 };

function bad(failure: Failure): Reply<unknown> {
  return { ok: false, failure };
}

const silence = bad({ kind: 'offline' });

/** A connection with its clock and everything it said. */
function connect() {
  let at = 1_000;
  const said: ConnectionState[] = [];
  const connection = createConnection(
    () => at,
    (state) => said.push(state),
  );
  return {
    ...connection,
    said,
    states: () => said.map(({ state }) => state),
    pass(ms: number) {
      at += ms;
    },
  };
}

it('works until something fails', () => {
  const { isUp, said } = connect();
  expect(isUp()).toBe(true);
  expect(said).toEqual([]);
});

it('is unsure after one failure and says so once', () => {
  const connection = connect();
  connection.heard(good);
  connection.pass(5);
  connection.heard(silence);
  connection.heard(silence);
  expect(connection.said).toEqual([
    { state: 'online', since: 1_000 },
    { state: 'unsure', since: 1_005, failure: { kind: 'offline' } },
  ]);
  expect(connection.isUp()).toBe(false);
});

describe('is offline', () => {
  it.each([
    // failures after so many ms each, last state
    [[0], 'unsure'],
    [[0, 9_999], 'unsure'],
    [[0, 10_000], 'unsure'],
    [[0, 1, 1], 'unsure'],
    [[0, 5_000, 4_999], 'unsure'],
    [[0, 5_000, 5_000], 'offline'],
    [[0, 0, 10_000], 'offline'],
    [[0, 1, 1, 9_998], 'offline'],
    // The clock is set back by a day.
    [[0, -86_400_000, 5_000, 4_999], 'unsure'],
    [[0, -86_400_000, 5_000, 5_000], 'offline'],
  ])('only after three failures over ten seconds: %j', (waits, expected) => {
    const connection = connect();
    connection.heard(good);
    for (const ms of waits) {
      connection.pass(ms);
      connection.heard(silence);
    }
    expect(connection.states().at(-1)).toBe(expected);
    expect(connection.isUp()).toBe(false);
  });

  it('at the first failure when the server was never heard', () => {
    const connection = connect();
    connection.heard(silence);
    connection.heard(silence);
    expect(connection.said).toEqual([
      { state: 'offline', since: 1_000, failure: { kind: 'offline' } },
    ]);
    expect(connection.isUp()).toBe(false);
    connection.heard(good);
    expect(connection.states()).toEqual(['offline', 'online']);
  });

  it('and stays so, said once, until a word of the server', () => {
    const connection = connect();
    connection.heard(good);
    for (let tries = 0; tries < 6; tries += 1) {
      connection.heard(silence);
      connection.pass(5_000);
    }
    expect(connection.states()).toEqual(['online', 'unsure', 'offline']);
    connection.heard(bad({ kind: 'server', status: 500 }));
    expect(connection.states().at(-1)).toBe('online');
    expect(connection.isUp()).toBe(true);
  });

  it('not when the server spoke in between', () => {
    const connection = connect();
    for (const reply of [good, silence, silence, good, silence, silence]) {
      connection.heard(reply);
      connection.pass(10_000);
    }
    expect(connection.states()).toEqual([
      'online',
      'unsure',
      'online',
      'unsure',
    ]);
  });
});

describe('one reply', () => {
  it.each<[string, Reply<unknown>, 'online' | 'offline']>([
    ['a good answer', good, 'online'],
    [
      'nothing new (304)',
      { ok: true, status: 304, value: undefined },
      'online',
    ],
    ['a refusal', bad({ kind: 'refused', status: 400 }), 'online'],
    ['an ended session', bad({ kind: 'unauthorized', status: 401 }), 'online'],
    ['a missing page', bad({ kind: 'missing', status: 404 }), 'online'],
    ['a server in trouble', bad({ kind: 'server', status: 500 }), 'online'],
    ['a server that is busy', bad({ kind: 'busy', status: 503 }), 'online'],
    [
      'a time-out the server reports',
      bad({ kind: 'timeout', status: 504 }),
      'online',
    ],
    [
      'an answer without its body',
      bad({ kind: 'unreadable', status: 204 }),
      'online',
    ],
    ['a portal’s page', bad({ kind: 'unreadable', status: 200 }), 'offline'],
    ['no reply', silence, 'offline'],
    ['no reply in time', bad({ kind: 'timeout' }), 'offline'],
  ])('%s', (_name, reply, expected) => {
    const connection = connect();
    connection.heard(reply);
    expect(connection.states()).toEqual([expected]);
  });
});

describe('a browser that is sure', () => {
  it('ends the connection at once', () => {
    const connection = connect();
    connection.cut();
    expect(connection.said).toEqual([
      { state: 'offline', since: 1_000, failure: { kind: 'offline' } },
    ]);
    expect(connection.isUp()).toBe(false);
  });

  it('is not contradicted by a failure, only by an answer', () => {
    const connection = connect();
    connection.heard(good);
    connection.cut();
    connection.heard(silence);
    expect(connection.states()).toEqual(['online', 'offline']);
    connection.heard(good);
    expect(connection.states()).toEqual(['online', 'offline', 'online']);
    // What was counted before the answer is forgotten.
    connection.heard(silence);
    expect(connection.states().at(-1)).toBe('unsure');
  });
});

describe('a server from which no byte comes', () => {
  it('is doubted first, then known not to answer since the last byte', () => {
    const connection = connect();
    connection.heard(good);
    connection.pass(5_000);
    connection.doubt();
    expect(connection.isUp()).toBe(false);
    connection.pass(4_000);
    connection.silence();
    const failure = { kind: 'timeout' };
    expect(connection.said).toEqual([
      { state: 'online', since: 1_000 },
      { state: 'unsure', since: 6_000, failure },
      { state: 'offline', since: 1_000, failure },
    ]);
    expect(connection.heardAt()).toBe(0);
  });

  it('is back with the first reply', () => {
    const connection = connect();
    connection.silence();
    connection.doubt();
    connection.heard(bad({ kind: 'timeout' }));
    expect(connection.states()).toEqual(['offline']);
    connection.heard(good);
    expect(connection.states()).toEqual(['offline', 'online']);
  });
});

describe('the last sign of health', () => {
  it('is the last good answer, a refusal included', () => {
    const connection = connect();
    expect(connection.heardAt()).toBe(0);
    connection.heard(good);
    connection.pass(500);
    connection.heard(bad({ kind: 'refused', status: 400 }));
    expect(connection.heardAt()).toBe(1_500);
  });

  it.each([
    ['silence', silence],
    ['a server that starts', bad({ kind: 'busy', status: 503 })],
  ])('is void after %s', (_name, failure) => {
    const connection = connect();
    connection.heard(good);
    connection.heard(failure);
    expect(connection.heardAt()).toBe(0);
  });
});
