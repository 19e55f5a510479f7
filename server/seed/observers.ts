import { makeUpName, phoneAt } from './names';
import { createRandom } from './random';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ORGANIZER_SHARE = 0.7;
const NEVER_SEEN_SHARE = 0.08;
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
  /** Those who reported at least once; the others were never seen. */
  active: ObserverPerson[];
}

/**
 * Makes up observers without their pins, with ids from 1: exactly 70 % in the
 * organizer's NGO, about 8 % never seen, about 1 % test observers. `now` is the
 * end of the demo day. The same input gives the same rows.
 */
export function makeUpObservers(count: number, now: Date): Observers {
  const random = createRandom(`observers ${count}`);
  const indexes = Array.from({ length: count }, (_, index) => index);
  const organizers = new Set(
    random.sample(indexes, Math.round(count * ORGANIZER_SHARE)),
  );
  const neverSeen = new Set(
    random.sample(indexes, Math.round(count * NEVER_SEEN_SHARE)),
  );

  const observers: Observers = { all: [], active: [] };
  for (const index of indexes) {
    const hasDevice = !neverSeen.has(index) && random.chance(DEVICE_SHARE);
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
    if (!neverSeen.has(index)) observers.active.push(observer);
  }
  return observers;
}
