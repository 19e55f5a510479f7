/**
 * Spellings of place names that people's files have. App and server tell them apart
 * with a rule each, because the server shares no code with the app: both are held
 * to these.
 */

/** Spellings of Bistrița-Năsăud. */
export const COUNTY_SPELLINGS = [
  'Bistrița-Năsăud',
  'Bistriţa-Năsăud',
  'bistrita nasaud',
  'județul Bistrița – Năsăud',
  'jud. Bistrita-Nasaud',
  'Bistrița\u2212Năsăud',
  'jud.Bistrița-Năsăud',
  'JUD Bistrița-Năsăud',
  'județ Bistrița-Năsăud',
  'Județul  Bistrița - Năsăud',
  'Bistrița-Năsăud (județ)',
  'Bistrita Nasaud county',
];

/** Spellings of București, which is a municipality. */
export const CAPITAL_SPELLINGS = [
  'București',
  'Bucuresti',
  'Municipiul București',
  'Mun. București',
  'mun.Bucuresti',
  'Bucuresti (municipiu)',
  'Bucureşti (Municipiul)',
];

/** Names that begin with the letters of a kind of place and have none. */
export const PLAIN_NAMES = ['Judicata', 'Munteni', 'Countyshire'];
