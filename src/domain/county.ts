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
