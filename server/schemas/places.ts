import * as v from 'valibot';

import {
  atMost,
  boolean as sentBoolean,
  fields,
  integer as sentInteger,
  named,
  text as sentText,
} from '../http/requests/fields';
import { file } from '../http/requests/form';
import { integer, text, textOrNull } from './reply';

/** The longest code and name of a county (docs/api-contract.md 8). */
export const MAX_CODE_LENGTH = 20;
export const MAX_NAME_LENGTH = 100;

const name = (max: number) =>
  v.pipe(sentText, v.trim(), v.nonEmpty(), v.maxLength(max));

export const CountyChange = v.pipe(
  fields({
    code: name(MAX_CODE_LENGTH),
    name: name(MAX_NAME_LENGTH),
    diaspora: v.optional(sentBoolean),
    order: v.optional(sentInteger),
  }),
  v.title('CountyChange'),
);

/** The longest address of a station; real ones have below 200 characters. */
export const MAX_ADDRESS_LENGTH = 500;

const sentCode = v.pipe(sentText, atMost(MAX_CODE_LENGTH));

/** The fields of a station that may be changed (docs/api-contract.md 4.8). */
export const StationChange = v.pipe(
  fields({
    number: v.optional(sentInteger),
    address: v.optional(v.pipe(sentText, atMost(MAX_ADDRESS_LENGTH))),
    coordinates: v.optional(v.pipe(sentText, atMost(MAX_NAME_LENGTH))),
    administrativeTerritoryCode: v.optional(sentCode),
    territoryCode: v.optional(sentCode),
  }),
  v.title('StationChange'),
);

export const CountyFile = v.pipe(
  fields({ csvFile: file }),
  v.title('CountyFile'),
);

export const StationFile = v.pipe(
  fields({ csvFile: named(file, 'csvFile', 'file') }),
  v.title('StationFile'),
);

const limits = v.object({
  id: integer,
  code: text,
  name: text,
  numberOfPollingStations: integer,
  limit: integer,
  diaspora: v.boolean(),
  order: integer,
});

/** The counties with their limits, without their provinces. */
export const CountyLimits = v.pipe(v.array(limits), v.title('CountyLimits'));

export const County = v.pipe(
  v.object({ ...limits.entries, provinceCode: textOrNull }),
  v.title('County'),
);

export const Counties = v.pipe(v.array(County), v.title('Counties'));

export const Provinces = v.pipe(
  v.array(v.object({ id: integer, code: text, name: text, order: integer })),
  v.title('Provinces'),
);

export const Municipalities = v.pipe(
  v.array(
    v.object({
      id: integer,
      countyCode: text,
      code: text,
      name: text,
      numberOfPollingStations: integer,
      order: integer,
    }),
  ),
  v.title('Municipalities'),
);

export const Station = v.pipe(
  v.object({
    id: integer,
    municipalityId: integer,
    idCounty: integer,
    number: integer,
    address: textOrNull,
    coordinates: textOrNull,
    administrativeTerritoryCode: textOrNull,
    territoryCode: textOrNull,
  }),
  v.title('Station'),
);

export const Stations = v.pipe(v.array(Station), v.title('Stations'));
