import { paths } from '@/paths';
import type { Selection } from '@/ui/table/data-table';
import { formatNumber } from '@/ui/format';
import { Link } from '@/ui/link';
import { SelectBox } from '@/ui/field/select-box';
import { toggleKey } from '@/ui/table/selection';
import { useTranslation } from '@/ui/texts';

import { LastSeen } from './last-seen';
import { ObserverActions } from './observer-actions';
import styles from './observer-cards.module.css';
import { ObserverName, RefusalReason } from './observer-name';
import type { ObserverRow, RowTools } from './use-observer-columns';

interface ObserverCardsProps extends RowTools {
  /** Name of the list, for screen readers. */
  caption: string;
  rows: readonly ObserverRow[];
  selection: Selection<ObserverRow>;
}

/**
 * The page of observers as cards: the same facts and actions as in the table.
 */
export function ObserverCards(props: ObserverCardsProps) {
  const { caption, rows, selection, refusals, onDelete, onResetPin } = props;
  const { t, i18n } = useTranslation();
  return (
    <ul aria-label={caption} className={styles.cards}>
      {rows.map((observer) => {
        const key = String(observer.id);
        const refusal = refusals.byId.get(observer.id);
        const isSelected = selection.selected.has(key);
        return (
          <li
            key={key}
            className={styles.card}
            data-selected={isSelected ? '' : undefined}
          >
            <div className={styles.head}>
              <SelectBox
                label={selection.rowLabel(observer)}
                checked={isSelected}
                onChange={() =>
                  selection.onChange(toggleKey(selection.selected, key))
                }
              />
              <Link
                href={paths.profile('view', observer.phone)}
                className={styles.link}
              >
                <ObserverName observer={observer} />
              </Link>
            </div>
            <a href={`tel:${observer.phone.replaceAll(/[^\d+]/g, '')}`}>
              {observer.phone}
            </a>
            <p className="small">
              {t('observers.lastSeen')}: <LastSeen at={observer.lastSeen} />
            </p>
            <p className="small">
              {t('observers.stations')}:{' '}
              <span>
                {formatNumber(observer.numberOfPollingStations, i18n.language)}
              </span>
            </p>
            {refusal === undefined ? null : <RefusalReason op={refusal} />}
            <ObserverActions
              observer={observer}
              onDelete={onDelete}
              onResetPin={onResetPin}
            />
          </li>
        );
      })}
    </ul>
  );
}
