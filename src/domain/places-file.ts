import type { TableLayout } from '@/domain/tables/columns';
import type { SheetRows } from '@/domain/tables/sheet-text';
import type { TableChoice, TableFileRead } from '@/domain/tables/table-file';
import { readTableFile } from '@/domain/tables/table-file';

import type { PlaceColumn } from './places';
import { PLACE_COLUMNS } from './places';

const LAYOUT: TableLayout<PlaceColumn> = {
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
 * with its rows by the server.
 * @param source the whole file of text, or the rows of a workbook.
 */
export function readPlacesFile(
  source: ArrayBuffer | SheetRows,
  choice?: TableChoice<PlaceColumn>,
): TableFileRead<PlaceColumn> {
  return readTableFile(source, LAYOUT, choice);
}
