import type { Observer } from '@/domain/observers/observer';
import type { Overlaid } from '@/domain/outbox/overlay';
import type { Column } from '@/ui/table/data-table';
import { formatNumber } from '@/ui/format';
import { useTranslation } from '@/ui/texts';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import { LastSeen } from './last-seen';
import { ObserverActions } from './observer-actions';
import { ObserverName } from './observer-name';
import type { Refusals } from './use-refusals';

export type ObserverRow = Overlaid<Observer>;

export interface RowTools {
  refusals: Refusals;
  onDelete: (observer: ObserverRow) => void;
  onResetPin: (observer: ObserverRow) => void;
}

/** Columns that a phone leaves out. */
const ONLY_WITH_ROOM: ReadonlySet<string> = new Set([
  'lastSeen',
  'numberOfPollingStations',
]);

/**
 * Name, phone, last login, number of stations, actions (docs/specification.md
 * 2).
 * What a narrow window has no room for is in the profile that the row opens.
 */
export function useObserverColumns(tools: RowTools): Column<ObserverRow>[] {
  const { refusals, onDelete, onResetPin } = tools;
  const { t, i18n } = useTranslation();
  const isUpright = useMedia(UPRIGHT);
  const isPhone = useMedia(PHONE);
  const columns: Column<ObserverRow>[] = [
    {
      key: 'name',
      header: t('observers.name'),
      sortable: true,
      rowHeader: true,
      cell: (observer) => (
        <ObserverName
          observer={observer}
          refusal={refusals.byId.get(observer.id)}
        />
      ),
    },
    {
      key: 'phone',
      header: t('observers.phone'),
      sortable: true,
      width: 'clamp(8rem, 12vw, 10rem)',
      cell: ({ phone }) => phone,
    },
    {
      key: 'lastSeen',
      header: t('observers.lastSeen'),
      sortable: true,
      width: 'clamp(8rem, 24vw, 18rem)',
      cell: ({ lastSeen }) => <LastSeen at={lastSeen} />,
    },
    {
      key: 'numberOfPollingStations',
      header: t('observers.stations'),
      sortable: true,
      end: true,
      width: '9rem',
      cell: ({ numberOfPollingStations }) =>
        formatNumber(numberOfPollingStations, i18n.language),
    },
    {
      key: 'actions',
      header: t('observers.actions'),
      end: true,
      width: isUpright ? '5.5rem' : 'clamp(9.5rem, 14vw, 12rem)',
      cell: (observer) => (
        <ObserverActions
          observer={observer}
          isFolded={isUpright}
          onDelete={onDelete}
          onResetPin={onResetPin}
        />
      ),
    },
  ];
  return isPhone
    ? columns.filter(({ key }) => !ONLY_WITH_ROOM.has(key))
    : columns;
}
