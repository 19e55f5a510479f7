import * as v from 'valibot';

import { integer } from './reply';

/**
 * What this server offers beyond known ones, with the version of each
 * (docs/api-contract.md 10.1): the only list of their names.
 */
export const EXTENSIONS = {
  bodies: { version: 1 },
  triage: { version: 1 },
  places: { version: 1 },
  accounts: { version: 1 },
  sessions: { version: 1 },
  audit: { version: 1 },
  changes: { version: 1 },
  secondFactor: { version: 1 },
  feed: { version: 1 },
  details: { version: 1 },
  enrolment: { version: 1 },
};
/** Not something to do: it says that what clients see is made up. */
export const DEMO = { demo: { version: 1 } };

const extension = v.object({ version: integer });
const names = Object.keys(EXTENSIONS) as (keyof typeof EXTENSIONS)[];

/** By name, what this server offers beyond the contract's other parts. */
export const Extensions = v.pipe(
  v.object({
    ...v.entriesFromList(names, extension),
    demo: v.optional(extension),
  }),
  v.title('Extensions'),
);
