import * as v from 'valibot';

import {
  fields,
  integer as sentInteger,
  requiredText,
} from '../http/requests/fields';
import { newPin } from './observers';
import { instant, text } from './reply';

export const Enrolled = v.pipe(
  fields({ observerId: sentInteger }),
  v.title('Enrolled'),
);

/** `code` is told here and never again. */
export const EnrolmentCode = v.pipe(
  v.object({ code: text, endsAt: instant }),
  v.title('EnrolmentCode'),
);

export const PinByCode = v.pipe(
  fields({ code: requiredText, pin: newPin }),
  v.title('PinByCode'),
);
