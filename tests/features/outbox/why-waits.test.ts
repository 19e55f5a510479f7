import { describe, expect, it } from 'vitest';

import type { SyncStatus } from '@/data/sync-status';
import type { Op, OpState } from '@/domain/outbox/op';
import { transitions } from '@/domain/outbox/transitions';
import { groupOps } from '@/features/outbox/list/outbox-groups';
import type {
  DeviceStop,
  MarkWait,
  OpWait,
} from '@/features/outbox/list/why-waits';
import {
  deviceStop,
  firstOfLanes,
  whyMarkWaits,
  whyWaits,
} from '@/features/outbox/list/why-waits';

import { mutations, opOf } from '../../support/ops';
import { allTexts } from '../../support/all-texts';

const now = Date.now();
const later = now + 60_000;

function aStatus(changes: Partial<SyncStatus> = {}): SyncStatus {
  const counts = { waiting: 0, sending: 0, needsYou: 0 };
  return {
    isBroken: false,
    isPartial: false,
    unconfirmed: [],
    counts,
    ...changes,
  };
}

function connected(
  state: 'online' | 'offline' | 'unsure' | 'cooling',
  kind: 'offline' | 'timeout' | 'server' = 'offline',
): SyncStatus {
  const connection = { state, since: now, failure: { kind } };
  return aStatus({ connection });
}

/** What the page says of the last of these ops. */
function waitOf(ops: Op[], status = connected('online'), isOnline = true) {
  const op = ops.at(-1);
  const lanes = firstOfLanes(groupOps(ops, now));
  const stop = deviceStop(status, isOnline);
  return op && whyWaits(op, { lanes, ops, stop, now });
}

const edit = (changes: Partial<Op> = {}) => opOf('observer.update', changes);
const message = (id: number, state: OpState) => {
  const args = { ...mutations['notification.send'], id };
  return opOf('notification.send', { state, nextAt: later }, args);
};

const stops: Record<DeviceStop, () => ReturnType<typeof waitOf>> = {
  broken: () => waitOf([edit()], aStatus({ isBroken: true })),
  offline: () => waitOf([edit()], connected('offline')),
  silent: () => waitOf([edit()], connected('offline', 'timeout')),
  cooling: () => waitOf([edit()], connected('cooling', 'server')),
  checking: () => waitOf([edit()], connected('unsure')),
};

/** One case for each reason: a new one without a case does not compile. */
const cases: Record<OpWait, () => ReturnType<typeof waitOf>> = {
  ...stops,
  decision: () => waitOf([edit({ state: 'rejected' }), edit()]),
  earlier: () => waitOf([edit({ state: 'inflight' }), edit()]),
  heldBack: () => waitOf([edit({ nextAt: later })]),
  undo: () => waitOf([opOf('notification.send', { createdAt: now })]),
  sameMessage: () => waitOf([message(-1, 'unknown'), message(-2, 'queued')]),
  nextTry: () => waitOf([edit({ state: 'retryWait', nextAt: later })]),
  nextQuestion: () => waitOf([edit({ state: 'unknown', nextAt: later })]),
  turn: () => waitOf([edit()]),
};

describe('a change that waits', () => {
  it.each(Object.entries(cases))('says why: %s', (is, reason) => {
    expect(reason()?.is).toBe(is);
  });

  it.each(Object.keys(transitions).filter(isState))(
    'in the state %s always has a reason, and one that does not wait has none',
    (state) => {
      const waits = ['queued', 'unknown', 'retryWait'].includes(state);
      for (const nextAt of [0, later]) {
        expect(waitOf([edit({ state, nextAt })]) !== undefined).toBe(waits);
      }
    },
  );

  it('of three of one observer names the first, and where it stands', () => {
    const county = opOf('county.update');
    const first = edit({ state: 'retryWait' });
    const why = waitOf([county, first, edit(), edit()]);
    const place = { op: first, group: 'waiting', place: 2 };
    expect(why).toEqual({ is: 'earlier', first: place });
  });

  it('is not behind what is over, nor behind another observer', () => {
    const other = { ...mutations['observer.update'], id: 13 };
    const over = edit({ state: 'done', endedAt: now });
    expect(waitOf([over, edit()])?.is).toBe('turn');
    const behind = opOf('observer.update', { state: 'conflict' }, other);
    expect(waitOf([behind, edit()])?.is).toBe('turn');
  });

  it('says when it goes on only where nothing else is in its way', () => {
    const op = edit({ state: 'retryWait', nextAt: later });
    expect(waitOf([op])).toEqual({ is: 'nextTry', at: later });
    expect(waitOf([op], connected('offline'))).toEqual({ is: 'offline' });
  });

  it('believes the browser that there is no network, and nothing before it knows', () => {
    expect(deviceStop(undefined, false)).toBe('offline');
    expect(deviceStop(undefined, true)).toBeUndefined();
    expect(deviceStop(aStatus(), true)).toBeUndefined();
  });

  it('because the server could not be asked says when it is tried, and blames no lost request', () => {
    const silence = { kind: 'server', status: 500 } as const;
    const op = edit({ nextAt: later, silence, notAppliedCount: 1 });
    expect(waitOf([op])?.is).toBe('nextTry');
  });
});

const asked = { stop: undefined, isAsked: true };
const marks: Record<MarkWait, MarkWait> = {
  broken: whyMarkWaits({ key: '1:1' }, [], { ...asked, stop: 'broken' }),
  offline: whyMarkWaits({ key: '1:1' }, [], { ...asked, stop: 'offline' }),
  silent: whyMarkWaits({ key: '1:1' }, [], { ...asked, stop: 'silent' }),
  cooling: whyMarkWaits({ key: '1:1' }, [], { ...asked, stop: 'cooling' }),
  checking: whyMarkWaits({ key: '1:1' }, [], { ...asked, stop: 'checking' }),
  earlier: whyMarkWaits({ key: '1:1' }, [{ key: '1:1' }], asked),
  notAsked: whyMarkWaits({ key: '1:1' }, [], { ...asked, isAsked: false }),
  tried: whyMarkWaits({ key: '1:1' }, [{ key: '1:2' }], asked),
};

describe('a decision that waits', () => {
  it.each(Object.entries(marks))('says why: %s', (is, why) => {
    expect(why).toBe(is);
  });
});

it.each(['ro', 'en'] as const)('every reason has its words: %s', (language) => {
  const texts = allTexts(language);
  const keys = [
    ...Object.keys(cases).map((is) => `outbox.wait.${is}`),
    ...Object.keys(marks).map((is) => `outbox.mark.wait.${is}`),
  ];
  expect(keys.filter((key) => !texts.exists(key))).toEqual([]);
});

function isState(text: string): text is OpState {
  return text in transitions;
}
