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
