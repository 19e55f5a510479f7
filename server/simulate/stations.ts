import { layOutPlaces } from '../seed/places/places';

/** How a phone names a station (docs/api-contract.md 4.11). */
export interface StationName {
  countyCode: string;
  municipalityCode: string;
  pollingStationNumber: number;
}

export interface SimulatedStation extends StationName {
  id: number;
  isDiaspora: boolean;
}

/** Every polling station of the demo, as phones name them. */
export function demoStations(): SimulatedStation[] {
  const { byCounty, municipalities } = layOutPlaces();
  const codes = new Map(municipalities.map(({ id, code }) => [id, code]));
  return byCounty.flatMap(({ county, stations }) =>
    stations.map(({ id, municipalityId, number }) => ({
      id,
      countyCode: county.code,
      municipalityCode: codes.get(municipalityId) ?? '',
      pollingStationNumber: number,
      isDiaspora: county.diaspora,
    })),
  );
}
