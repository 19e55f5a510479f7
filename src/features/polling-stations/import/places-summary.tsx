import type { PlacesSummary } from '@/domain/places';
import { PLACE_KINDS } from '@/domain/places';
import { formatNumber } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import styles from './places-import.module.css';

interface PlacesSummaryListProps {
  summary: PlacesSummary;
  /** Stored; otherwise it is what an import would do. */
  isDone: boolean;
}

/** How much of each kind of place is added and changed. */
export function PlacesSummaryList({ summary, isDone }: PlacesSummaryListProps) {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <section className={styles.summary} aria-labelledby="places-summary">
      <h2 id="places-summary">
        {isDone ? (
          <Mark tone="done" icon="done">
            {t('places.done')}
          </Mark>
        ) : (
          t('places.would', { count: summary.rows })
        )}
      </h2>
      <dl>
        {PLACE_KINDS.map((kind) => (
          <div key={kind}>
            <dt>{t(`places.kind.${kind}`)}</dt>
            <dd>
              {t('places.changes', {
                added: number(summary[kind].added),
                changed: number(summary[kind].changed),
              })}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
