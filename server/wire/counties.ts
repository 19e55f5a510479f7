import type { Quirks } from '../quirks';
import type { listCounties } from '../rules/county-list';

type CountyRow = Awaited<ReturnType<typeof listCounties>>[number];

/** A county of `/county`, where the count is `numberOfPollingStations` (4.7). */
export function toCountyDto(row: CountyRow, quirks: Quirks) {
  const { stations, provinceCode, ...county } = row;
  return {
    ...county,
    ...(quirks.noProvinces ? {} : { provinceCode }),
    numberOfPollingStations: stations,
    ...(quirks.splitCounties ? {} : { limit: stations }),
  };
}

/** A county of `/polling-station`, where the count is `limit` (4.7). */
export function toCountyLimitDto(row: CountyRow, quirks: Quirks) {
  const { stations, provinceCode: _, ...county } = row;
  return {
    ...county,
    limit: stations,
    ...(quirks.splitCounties ? {} : { numberOfPollingStations: stations }),
  };
}
