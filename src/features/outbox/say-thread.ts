import type { TFunction } from 'i18next';

import type { Thread } from '@/domain/answers/thread';

/** Which thread: station and observer, by their ids where no list has it. @param key of it. */
export function sayThread(
  key: string,
  thread: Thread | undefined,
  t: TFunction,
): string {
  if (thread) return `${thread.pollingStationName}, ${thread.observerName}`;
  const [observer, station] = key.split(':');
  return `${t('answers.contact.stationId', { id: station })}, ${t(
    'answers.contact.observerId',
    { id: observer },
  )}`;
}
