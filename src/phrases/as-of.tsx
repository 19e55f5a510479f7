import { useTranslation } from 'react-i18next';

import type { Failure } from '@/domain/outcome';
import { Mark } from '@/ui/mark';
import { Stamp } from '@/ui/stamp';

import type { Books } from './failure';
import { failureNow } from './failure';
import { useMoment } from './use-moment';

interface AsOfProps {
  books: Books | undefined;
  /** Why this page's own question brought nothing. */
  asked?: Failure | undefined;
}

/**
 * "As of 14:32", in amber once it could not be refreshed since. Draws nothing
 * while nothing was ever loaded.
 */
export function AsOf({ books, asked }: AsOfProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  if (books?.asOf === undefined) return null;
  const words = t('common.asOf', { time: moment(books.asOf) });
  return failureNow(books, asked) ? (
    <Mark tone="waiting" icon="clock">
      {words}
    </Mark>
  ) : (
    <Stamp>{words}</Stamp>
  );
}
