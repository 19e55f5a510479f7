/** A county (specification section 3); both count fields are always filled (contract 4.7). */
export interface County {
  id: number;
  code: string;
  name: string;
  diaspora: boolean;
  order: number;
  numberOfPollingStations: number;
  /** Highest polling station number. */
  limit: number;
}

/** What the county form submits (contract 4.7). */
export interface CountyInput {
  name: string;
  code: string;
  diaspora: boolean;
  order: number;
  /** Hosts of the older kind store it; the others count by themselves. */
  numberOfPollingStations?: number;
}

/** The fields of a county that were changed. */
export type CountyPatch = Partial<CountyInput>;

/** One polling station (contract 4.8). */
export interface PollingStation {
  id: number;
  number: number;
  address?: string;
}
