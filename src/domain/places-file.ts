import type { TableEncoding, TableFileRead } from '@/domain/table-file';
import { readTableFile } from '@/domain/table-file';

import type { PlaceColumn } from './places';
import { PLACE_COLUMNS } from './places';

const LAYOUT = {
  columns: PLACE_COLUMNS,
  names: {
    provinceCode: ['provincecode', 'codregiune', 'codprovincie'],
    provinceName: ['provincename', 'province', 'regiune', 'provincie'],
    countyCode: ['countycode', 'codjudet'],
    countyName: ['countyname', 'county', 'judet', 'numejudet'],
    diaspora: ['diaspora', 'strainatate'],
    municipalityCode: ['municipalitycode', 'codlocalitate', 'coduat', 'siruta'],
    municipalityName: ['municipalityname', 'municipality', 'localitate', 'uat'],
    number: ['number', 'station', 'sectie', 'nrsectie', 'numarsectie'],
    address: ['address', 'adresa', 'sediu'],
  },
};

/**
 * Reads a file of places: what is wrong with it as a file is said here, what is wrong
 * with its rows by the server. @param encoding asked for by a person; none: UTF-8.
 */
export function readPlacesFile(
  bytes: ArrayBuffer,
  encoding?: TableEncoding,
): TableFileRead<PlaceColumn> {
  return readTableFile(bytes, LAYOUT, encoding);
}
