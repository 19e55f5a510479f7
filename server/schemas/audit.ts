import * as v from 'valibot';

import { instant, integer, integerOrNull, text, textOrNull } from './reply';

/** `before` and `after` are texts of JSON. */
export const AuditEntries = v.pipe(
  v.array(
    v.object({
      id: integer,
      at: instant,
      adminId: integerOrNull,
      account: text,
      address: text,
      requestId: text,
      action: text,
      subject: textOrNull,
      before: textOrNull,
      after: textOrNull,
    }),
  ),
  v.title('AuditEntries'),
);
