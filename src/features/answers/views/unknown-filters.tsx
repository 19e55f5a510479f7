import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

import { FILTER_FIELDS } from '@/features/answers/list/filter-fields';
import { Mark } from '@/ui/marks/mark';

const KNOWN: ReadonlySet<string> = new Set([
  ...FILTER_FIELDS,
  'urgente',
  'page',
]);

/**
 * Says which filters of the address this version does not know: a view or a link may
 * come from another one, and the list shows more than its name promises.
 */
export function UnknownFilters() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const names = [...new Set(params.keys())].filter((name) => !KNOWN.has(name));
  if (names.length === 0) return null;
  return (
    <output>
      <Mark tone="waiting" icon="alert">
        {t('answers.views.unknown', {
          count: names.length,
          names: names.join(', '),
        })}
      </Mark>
    </output>
  );
}
