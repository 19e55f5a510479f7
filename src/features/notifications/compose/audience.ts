import type { NotificationInput } from '@/domain/notification';
import type { Observer } from '@/domain/observers/observer';
import { isSameDay } from '@/ui/format';

/** A recipient; the observer is absent when not cached here. */
export interface Person {
  id: number;
  observer?: Observer | undefined;
}

/** Who was named by id, sorted by whether a message can reach them. */
export interface Chosen {
  people: Person[];
  /** Added on this device and not sent yet: the server does not know them. */
  unsent: Observer[];
  /** The whole list was read, and the server has them no more. */
  gone: number[];
}

/**
 * Resolves the recipients that an address names. Servers answer an unknown id
 * with an error after the phones have buzzed (docs/api-contract.md 4.6), so
 * recipients known to be gone are left out; those that may only be unknown
 * here stay. `realIds` are the server's ids of observers that were added here;
 * `isWhole` says that `observers` are all that the server has.
 */
export function resolveChosen(
  ids: readonly number[],
  realIds: ReadonlyMap<number, number>,
  observers: readonly Observer[],
  isWhole: boolean,
): Chosen {
  const byId = new Map(observers.map((row) => [row.id, row]));
  const chosen: Chosen = { people: [], unsent: [], gone: [] };
  const resolved = new Set(ids.map((id) => realIds.get(id) ?? id));
  for (const id of resolved) {
    const observer = byId.get(id);
    if (id > 0 && observer) chosen.people.push({ id, observer });
    else if (observer) chosen.unsent.push(observer);
    else if (id > 0 && !isWhole) chosen.people.push({ id });
    else chosen.gone.push(id);
  }
  return chosen;
}

/**
 * How many were last seen today, earlier, never; the rest are not cached here.
 */
export interface SeenGroups {
  today: number;
  earlier: number;
  never: number;
  unknown: number;
}

/** Groups people by when they were last heard of (docs/product.md). */
export function groupBySeen(
  people: readonly Person[],
  now: number,
): SeenGroups {
  const groups: SeenGroups = { today: 0, earlier: 0, never: 0, unknown: 0 };
  for (const { observer } of people) {
    if (!observer) groups.unknown += 1;
    else if (observer.lastSeen === undefined) groups.never += 1;
    else if (isSameDay(observer.lastSeen, now)) groups.today += 1;
    else groups.earlier += 1;
  }
  return groups;
}

/**
 * The notification, without recipients who were deleted while the question was
 * open. Undefined when there are no recipients left.
 */
export function forThoseLeft(
  input: NotificationInput,
  people: readonly Person[],
): NotificationInput | undefined {
  if (!input.recipients) return input;
  const left = new Set(people.map(({ id }) => id));
  const recipients = input.recipients.filter((id) => left.has(id));
  return recipients.length === 0
    ? undefined
    : { ...input, recipients, recipientCount: recipients.length };
}
