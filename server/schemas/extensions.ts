import * as v from 'valibot';

import { integer } from './reply';

/** By name, what this server offers beyond the contract's other parts. */
export const Extensions = v.pipe(
  v.object({ triage: v.object({ version: integer }) }),
  v.title('Extensions'),
);
