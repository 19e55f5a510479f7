import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

import { unknownIn } from '@/features/answers/address';
import { Mark } from '@/ui/marks/mark';

import { labelOf } from './filter-words';
import styles from './unknown-filters.module.css';

/**
 * Says which filters of the address are not applied: a view or a link may come from
 * another version, and the list shows more than its name promises.
 */
export function UnknownFilters() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { names, values } = unknownIn(params);
  const sentences = [
    names.length > 0 &&
      t('answers.views.unknown', {
        count: names.length,
        names: names.join(', '),
      }),
    values.length > 0 &&
      t('answers.views.unknownValue', {
        count: values.length,
        filters: values
          .map((name) => `${t(labelOf(name))}: ${params.get(name) ?? ''}`)
          .join('; '),
      }),
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) return null;
  return (
    <output className={styles.unknown}>
      <Mark tone="waiting" icon="alert">
        {sentences.join(' ')}
      </Mark>
    </output>
  );
}
