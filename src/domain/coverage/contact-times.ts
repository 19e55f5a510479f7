import type { SeenObserver } from './contact';
import type { CountyReports } from './county-reports';
import { readEntries } from './county-reports';

/**
 * Epoch ms at which each observer was last heard of, anywhere, by id: the times of
 * `contactsOf` without its reports. Observers without a time are absent.
 */
export function contactTimes(
  rows: readonly CountyReports[],
  observers: readonly SeenObserver[],
): Map<number, number> {
  const times = new Map<number, number>();
  const add = (id: number, at = 0) => {
    if (at > (times.get(id) ?? 0)) times.set(id, at);
  };
  for (const { id, lastSeen } of observers) add(id, lastSeen);
  for (const { all, urgent } of rows) {
    for (const list of [all, urgent]) {
      readEntries(list, (id, _station, _number, at) => add(id, at));
    }
  }
  return times;
}
