import { tidy } from '@/domain/words';

/**
 * An observer as the server knows it (docs/specification.md 3,
 * docs/api-contract.md 3).
 */
export interface Observer {
  id: number;
  name: string;
  phone: string;
  /** Name of the NGO. */
  ngo: string;
  /** Epoch ms of the device registration. */
  deviceRegisterDate?: number | undefined;
  /** Epoch ms of the newest answer or note. */
  lastSeen?: number | undefined;
  numberOfNotes: number;
  numberOfPollingStations: number;
}

/** What the profile form submits. */
export interface ObserverInput {
  name: string;
  phone: string;
}

/**
 * Longest texts that servers take, in characters (docs/api-contract.md 8; the
 * PIN has no rule there).
 */
export const OBSERVER_LIMITS = { name: 200, phone: 20, pin: 100 } as const;

/** The fields of an observer that a user may change, as far as they were changed. */
export type ObserverPatch = Partial<ObserverInput>;

/**
 * The fields of `input` that differ from `base`, tidied; empty when nothing does.
 */
export function observerPatch(
  base: ObserverInput,
  input: ObserverInput,
): ObserverPatch {
  const name = tidy(input.name);
  const phone = tidy(input.phone);
  return {
    ...(name === base.name ? {} : { name }),
    ...(phone === base.phone ? {} : { phone }),
  };
}

/**
 * What the observer list can be sorted by (docs/specification.md 2, columns).
 */
export type ObserverColumn = Extract<
  keyof Observer,
  'name' | 'phone' | 'lastSeen' | 'numberOfPollingStations'
>;

/** An order of the observer list. */
export interface ObserverOrder {
  column: ObserverColumn;
  isDescending: boolean;
}

/**
 * The observers in an order; those never seen come last whatever the direction.
 * @param locale language of the alphabet, 'ro' or 'en'.
 */
export function sortObservers<T extends Observer>(
  observers: readonly T[],
  { column, isDescending }: ObserverOrder,
  locale: string,
): T[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = isDescending ? -1 : 1;
  return observers.toSorted((a, b) => {
    const left = a[column];
    const right = b[column];
    if (left === undefined || right === undefined) {
      return Number(left === undefined) - Number(right === undefined);
    }
    return typeof left === 'number' && typeof right === 'number'
      ? sign * (left - right)
      : sign * compare(String(left), String(right));
  });
}
