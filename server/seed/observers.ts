import { makeUpName, phoneAt } from './names';
import { createRandom } from './random';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ORGANIZER_SHARE = 0.7;
const WITHOUT_REPORT_SHARE = 0.08;
/** Of those without a report: who wrote a note all the same. */
const ONLY_NOTES_SHARE = 0.25;
const TEST_SHARE = 0.01;
const DEVICE_SHARE = 0.94;

export interface ObserverPerson {
  id: number;
  ngoId: number;
  phone: string;
  name: string;
  isTestObserver: boolean;
  deviceId: string | null;
  deviceRegisterDate: Date | null;
  channelName: string | null;
  fcmToken: string | null;
}

interface Observers {
  all: ObserverPerson[];
  /** Those who reported at least once. */
  active: ObserverPerson[];
  /** Those who wrote notes and no report; all others were never seen. */
  onlyNotes: ObserverPerson[];
}

/**
 * Makes up observers without their pins, with ids from 1: exactly 70 % in the
 * organizer's NGO, about 6 % never seen and 2 % seen by a note alone, about 1 %
 * test observers. `now` is the end of the demo day. The same input gives the
 * same rows.
 */
export function makeUpObservers(count: number, now: Date): Observers {
  const random = createRandom(`observers ${count}`);
  const indexes = Array.from({ length: count }, (_, index) => index);
  const organizers = new Set(
    random.sample(indexes, Math.round(count * ORGANIZER_SHARE)),
  );
  const withoutReport = random.sample(
    indexes,
    Math.round(count * WITHOUT_REPORT_SHARE),
  );
  const onlyNotes = new Set(
    createRandom(`only notes ${count}`).sample(
      withoutReport,
      Math.round(withoutReport.length * ONLY_NOTES_SHARE),
    ),
  );
  const silent = new Set(withoutReport);

  const observers: Observers = { all: [], active: [], onlyNotes: [] };
  for (const index of indexes) {
    const hasDevice =
      onlyNotes.has(index) ||
      (!silent.has(index) && random.chance(DEVICE_SHARE));
    const registeredAt = now.getTime() - random.between(DAY_MS, 14 * DAY_MS);
    const observer: ObserverPerson = {
      id: index + 1,
      ngoId: organizers.has(index) ? 1 : 2,
      phone: phoneAt(index),
      name: makeUpName(random),
      isTestObserver: random.chance(TEST_SHARE),
      deviceId: hasDevice ? `demo-device-${index + 1}` : null,
      deviceRegisterDate: hasDevice ? new Date(registeredAt) : null,
      channelName: hasDevice ? 'Firebase' : null,
      fcmToken: hasDevice ? `demo-token-${index + 1}` : null,
    };
    observers.all.push(observer);
    if (onlyNotes.has(index)) observers.onlyNotes.push(observer);
    else if (!silent.has(index)) observers.active.push(observer);
  }
  return observers;
}
