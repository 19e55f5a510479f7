/** An observer as the host knows it (specification section 3, contract section 3). */
export interface Observer {
  id: number;
  name: string;
  phone: string;
  /** Name of the NGO. */
  ngo: string;
  /** Epoch ms of the device registration. */
  deviceRegisterDate?: number;
  /** Epoch ms of the newest answer or note. */
  lastSeen?: number;
  numberOfNotes: number;
  numberOfPollingStations: number;
}

/** What the profile form submits. */
export interface ObserverInput {
  name: string;
  phone: string;
}

/** The fields of an observer that a user may change, as far as they were changed. */
export type ObserverPatch = Partial<ObserverInput>;

/** Trims and collapses inner spaces (specification section 5). */
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
