import { describe, expect, it } from 'vitest';

import type { Observer } from '@/domain/observers/observer';
import {
  forThoseLeft,
  groupBySeen,
  resolveChosen,
} from '@/features/notifications/compose/audience';
import { whyNotSent } from '@/features/notifications/compose/send-reason';
import type { Audience } from '@/features/notifications/compose/use-audience';

import { anObserver } from '../../support/builders';

const ana = anObserver({ id: 41, name: 'Ana' });
const ion = anObserver({ id: 42, name: 'Ion' });
const added = anObserver({ id: -7, name: 'Nou' });
const none = new Map<number, number>();

describe('those named in the address', () => {
  it('are found among the kept observers, each once', () => {
    const chosen = resolveChosen([41, 42, 41], none, [ana, ion], true);
    expect(chosen).toEqual({
      people: [
        { id: 41, observer: ana },
        { id: 42, observer: ion },
      ],
      unsent: [],
      gone: [],
    });
  });

  it('are left out when the server is known to have them no more', () => {
    const chosen = resolveChosen([41, 99], none, [ana], true);
    expect(chosen.people.map(({ id }) => id)).toEqual([41]);
    expect(chosen.gone).toEqual([99]);
  });

  it('stay, without a name, while the list is not whole', () => {
    const chosen = resolveChosen([41, 99], none, [ana], false);
    expect(chosen.people).toEqual([{ id: 41, observer: ana }, { id: 99 }]);
    expect(chosen.gone).toEqual([]);
  });

  it('cannot get a message before the server has them', () => {
    const chosen = resolveChosen([-7, 41], none, [added, ana], true);
    expect(chosen.people.map(({ id }) => id)).toEqual([41]);
    expect(chosen.unsent).toEqual([added]);
  });

  it('are reached by the id that the server gave them since', () => {
    const mapped = new Map([[-7, 42]]);
    const reached = {
      people: [{ id: 42, observer: ion }],
      unsent: [],
      gone: [],
    };
    expect(resolveChosen([-7], mapped, [ion], true)).toEqual(reached);
    expect(resolveChosen([-7, 42], mapped, [ion], true)).toEqual(reached);
  });
});

describe('when people were last heard of', () => {
  const now = new Date(2026, 10, 22, 15).getTime();
  const seen = (lastSeen: number | undefined): Observer =>
    anObserver(lastSeen === undefined ? {} : { lastSeen });

  it('is today, earlier, never, or not known here', () => {
    const people = [
      seen(new Date(2026, 10, 22, 0, 1).getTime()),
      seen(now),
      seen(new Date(2026, 10, 21, 23, 59).getTime()),
      seen(undefined),
      undefined,
    ].map((observer, id) => (observer ? { id, observer } : { id }));
    expect(groupBySeen(people, now)).toEqual({
      today: 2,
      earlier: 1,
      never: 1,
      unknown: 1,
    });
  });
});

describe('those still there when the question is answered', () => {
  const input = { title: 'T', message: 'M', recipientCount: 2 };

  it('are all, when it is for all', () => {
    expect(forThoseLeft(input, [])).toEqual(input);
  });

  it('are counted again', () => {
    const named = { ...input, recipients: [41, 42] };
    expect(forThoseLeft(named, [{ id: 42 }])).toEqual({
      ...named,
      recipients: [42],
      recipientCount: 1,
    });
    expect(forThoseLeft(named, [])).toBe(undefined);
  });
});

describe('a message cannot be sent', () => {
  const nobody = { people: [], count: 0 };
  it.each<[string, Audience, string | undefined]>([
    ['before all are counted', { kind: 'all' }, 'count.pending'],
    ['to nobody', { kind: 'all', ...nobody }, 'reason.nobody'],
    ['before the search', { kind: 'county' }, 'reason.searchFirst'],
    ['when none is found', { kind: 'county', ...nobody }, 'reason.noneFound'],
    [
      'when none is named',
      { kind: 'chosen', ...nobody },
      'reason.nobodyChosen',
    ],
    [
      'when all are gone',
      { kind: 'chosen', ...nobody, left: { gone: [9], unsent: [] } },
      'reason.allGone',
    ],
    [
      'when none is sent yet',
      { kind: 'chosen', ...nobody, left: { gone: [], unsent: [added] } },
      'reason.allUnsent',
    ],
  ])('%s', (_, audience, reason) => {
    expect(whyNotSent(audience)).toBe(`notifications.${reason}`);
  });

  it('but it can to one', () => {
    const one = { people: [{ id: 41 }], count: 1 };
    expect(whyNotSent({ kind: 'county', ...one })).toBe(undefined);
    expect(whyNotSent({ kind: 'all', count: 850 })).toBe(undefined);
  });
});
