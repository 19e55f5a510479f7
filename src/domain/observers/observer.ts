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

/** Of PINs that are set from now on (docs/api-contract.md 10.5). */
export const MIN_PIN_LENGTH = 4;

/** The fields of an observer that a user may change, as far as they were changed. */
export type ObserverPatch = Partial<ObserverInput>;

/** Trims and collapses inner spaces (docs/specification.md 5). */
export function tidy(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

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

/** Lower case without diacritics: what names are searched and sorted by. */
export function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/**
 * What the observer list can be sorted by (docs/specification.md 2, columns).
 */
export type ObserverColumn = Extract<
  keyof Observer,
  'name' | 'phone' | 'lastSeen' | 'numberOfPollingStations'
>;

export interface ObserverQuery {
  /** Contained in the name, regardless of case and diacritics. */
  name: string;
  /** Contained in the phone, spaces aside. */
  phone: string;
  sort?: { column: ObserverColumn; isDescending: boolean } | undefined;
}

/**
 * The observers that a query asks for, in its order. Names are compared without
 * case and diacritics; observers never seen come last whatever the direction.
 * @param locale language of the alphabet, 'ro' or 'en'.
 */
export function selectObservers<T extends Observer>(
  observers: readonly T[],
  { name, phone, sort }: ObserverQuery,
  locale: string,
): T[] {
  const wantedName = fold(name.trim());
  const wantedPhone = phone.replaceAll(/\s/g, '');
  const found = observers.filter(
    (row) =>
      (wantedName === '' || fold(row.name).includes(wantedName)) &&
      (wantedPhone === '' ||
        row.phone.replaceAll(/\s/g, '').includes(wantedPhone)),
  );
  if (!sort) return found;
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = sort.isDescending ? -1 : 1;
  return found.sort((a, b) => {
    const left = a[sort.column];
    const right = b[sort.column];
    if (left === undefined || right === undefined) {
      return Number(left === undefined) - Number(right === undefined);
    }
    return typeof left === 'number' && typeof right === 'number'
      ? sign * (left - right)
      : sign * compare(String(left), String(right));
  });
}
