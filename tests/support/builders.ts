import type { ObserverRow, ThreadRow } from '@/db/cache';
import type { ChosenOption } from '@/domain/answers/answer';
import type { County } from '@/domain/county';
import type { FormMeta, Section } from '@/domain/forms/form';
import type { Observer } from '@/domain/observers/observer';
import type { OpOf } from '@/domain/outbox/op';
import type { Thread } from '@/domain/answers/thread';
import type { Reader, User } from '@/domain/user';
import { fold } from '@/domain/words';

export const anActor: Reader = {
  host: 'http://server.test',
  sub: 'organizer@demo.org',
  idNgo: 1,
  organizer: true,
};

/** The user that `anActor` names: an organizer, unless told. */
export function aUser(changes: Partial<User> = {}): User {
  const { sub, idNgo } = anActor;
  return { sub, idNgo, userType: 'NgoAdmin', organizer: true, ...changes };
}

export function anObserver(changes: Partial<Observer> = {}): Observer {
  return {
    id: 41,
    name: 'Maria Ionel',
    phone: '0700000041',
    ngo: 'Vot Liber',
    numberOfNotes: 0,
    numberOfPollingStations: 1,
    ...changes,
  };
}

/** An observer as the cache stores it. */
export function anObserverRow(changes: Partial<ObserverRow> = {}): ObserverRow {
  const observer = anObserver(changes);
  return { ...observer, nameFold: fold(observer.name), missing: 0, ...changes };
}

export function aThread(changes: Partial<Thread> = {}): Thread {
  const observerId = changes.observerId ?? 41;
  const pollingStationId = changes.pollingStationId ?? 7;
  return {
    key: `${observerId}:${pollingStationId}`,
    observerId,
    pollingStationId,
    pollingStationName: 'Alba Sebeș 12',
    observerName: 'Maria Ionel',
    observerPhone: '0700000041',
    lastModified: Date.UTC(2026, 10, 22, 8),
    ...changes,
  };
}

/** A thread as the cache stores it. */
export function aThreadRow(changes: Partial<ThreadRow> = {}): ThreadRow {
  const thread = aThread(changes);
  return {
    list: 'all',
    order: thread.lastModified ?? 0,
    county: 'AB',
    stationNumber: 12,
    missing: 0,
    ...thread,
    ...changes,
  };
}

export function aCounty(changes: Partial<County> = {}): County {
  return {
    id: 1,
    code: 'AB',
    name: 'Alba',
    diaspora: false,
    order: 1,
    numberOfPollingStations: 411,
    limit: 411,
    ...changes,
  };
}

export function aForm(changes: Partial<FormMeta> = {}): FormMeta {
  return {
    id: 12,
    code: 'A',
    description: 'Deschidere',
    diaspora: false,
    draft: false,
    currentVersion: 1,
    order: 1,
    ...changes,
  };
}

/** One section with one single-choice question: yes, no (flagged), other (free text). */
export function aSection(): Section {
  return {
    id: 31,
    code: 'A1',
    description: 'Înainte de deschidere',
    questions: [
      {
        id: 205,
        code: 'A1.1',
        text: 'Urna este sigilată?',
        questionType: 2,
        options: [
          { id: 901, text: 'Da', isFreeText: false, flagged: false },
          { id: 902, text: 'Nu', isFreeText: false, flagged: true },
          { id: 903, text: 'Altfel', isFreeText: true, flagged: false },
        ],
      },
    ],
  };
}

/** One chosen option of an answer: the first of `aSection`, unless told. */
export function chosen(changes: Partial<ChosenOption> = {}): ChosenOption {
  return {
    optionId: 901,
    text: 'Da',
    isFreeText: false,
    flagged: false,
    ...changes,
  };
}

export function anOp(
  changes: Partial<OpOf<'observer.update'>> = {},
): OpOf<'observer.update'> {
  return {
    seq: 1,
    opId: 'op-1',
    kind: 'observer.update',
    version: 1,
    lane: 'observer:41',
    actor: 'actor',
    createdAt: 0,
    args: {
      id: 41,
      base: { name: 'Maria Ionel', phone: '0700000041' },
      patch: { name: 'Maria Ionescu' },
    },
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    ...changes,
  };
}
