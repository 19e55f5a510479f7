import * as v from 'valibot';

import { integer } from './reply';

const extension = v.object({ version: integer });

/** By name, what this server offers beyond the contract's other parts. */
export const Extensions = v.pipe(
  v.object({
    bodies: extension,
    triage: extension,
    places: extension,
    accounts: extension,
    sessions: extension,
    audit: extension,
    changes: extension,
    demo: v.optional(extension),
  }),
  v.title('Extensions'),
);
