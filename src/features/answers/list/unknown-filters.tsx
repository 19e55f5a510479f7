import { useSearchParams } from 'react-router-dom';

import { unknownIn } from '@/features/answers/address';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import { FILTER_FIELDS } from './filter-fields';
import { labelOf } from './filter-words';
import styles from './unknown-filters.module.css';

/**
 * Says which filters of the address are not applied: a view or a link may come from
 * another version, and the list shows more than its name promises.
 */
export function UnknownFilters() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const names = unknownIn(params);
  if (names.length === 0) return null;
  const filters = names.map((name) => {
    const known = FILTER_FIELDS.find((each) => each === name);
    return known ? `${t(labelOf(known))}: ${params.get(known) ?? ''}` : name;
  });
  return (
    <output className={styles.unknown}>
      <Mark tone="waiting" icon="alert">
        {t('answers.views.unknown', {
          count: names.length,
          names: filters.join('; '),
        })}
      </Mark>
    </output>
  );
}
