import { fold, tidy } from '@/domain/observers/observer';

/**
 * A county (docs/specification.md 3); both count fields are always filled
 * (docs/api-contract.md 4.7).
 */
export interface County {
  id: number;
  code: string;
  name: string;
  diaspora: boolean;
  order: number;
  numberOfPollingStations: number;
  /** Highest polling station number. */
  limit: number;
  /** '' when it has none; absent on servers of the older revision, which have no provinces. */
  provinceCode?: string | undefined;
}

/** A province that a county belongs to; servers of the newer revision have them. */
export interface Province {
  id: number;
  code: string;
  name: string;
  order: number;
}

/**
 * Whether these counties come from a server of the newer revision
 * (docs/api-contract.md 4.7).
 */
export function haveProvinces(
  counties: readonly Pick<County, 'provinceCode'>[],
): boolean {
  return counties.some(({ provinceCode }) => provinceCode !== undefined);
}

/** What the county form submits (docs/api-contract.md 4.7). */
export interface CountyInput {
  name: string;
  code: string;
  diaspora: boolean;
  order: number;
  /**
   * Only servers of the older revision store it; the newer ones count the
   * stations.
   */
  numberOfPollingStations?: number | undefined;
  /**
   * Only for a new county, on servers of the newer revision: the province must
   * exist there.
   */
  provinceCode?: string | undefined;
}

/** The fields of a county that were changed. */
export type CountyPatch = Partial<
  Pick<CountyInput, 'name' | 'code' | 'diaspora' | 'order'>
>;

/** One polling station (docs/api-contract.md 4.8). */
export interface PollingStation {
  id: number;
  number: number;
  address?: string | undefined;
}

/** What may stand before a county's name, or behind it in brackets. */
const KIND = 'judetul|judet|jud|municipiul|municipiu|mun|county';
/** The minus sign is no dash of Unicode, and some programs write it for one. */
const GAPS = /[\s\p{Pd}\u2212]+/gu;
const KIND_BEFORE = new RegExp(String.raw`^(?:${KIND})(?: |\. ?)`);
const KIND_BEHIND = new RegExp(String.raw` (?:county|\((?:${KIND})\.?\))$`);

/**
 * What the spellings of a county's name have in common: "Bistrița-Năsăud",
 * "județul Bistrita – Nasaud", "jud.Bistrița−Năsăud" and "bistrita nasaud" are one.
 */
export function countyKey(name: string): string {
  return fold(name)
    .replaceAll(GAPS, ' ')
    .trim()
    .replace(KIND_BEFORE, '')
    .replace(KIND_BEHIND, '');
}

/** How the code of a new place is stored; codes that differ by casing alone are one. */
export function newCode(code: string): string {
  return tidy(code).toUpperCase();
}
