import type { PlaceChange } from '@/domain/places';
import { DataTable } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import styles from './places-import.module.css';

/** What an import changes of places that are there, from what to what. */
export function PlacesChanges({
  changes,
}: {
  changes: readonly PlaceChange[];
}) {
  const { t } = useTranslation();
  const isPhone = useMedia(PHONE);
  const textOf = (column: PlaceChange['column'], text: string) =>
    column === 'diaspora'
      ? t(text === 'true' ? 'common.yes' : 'common.no')
      : text;
  return (
    <section className={styles.problems} aria-labelledby="places-changes">
      <h2 id="places-changes">{t('places.changed.title')}</h2>
      <DataTable
        caption={t('places.changed.title')}
        columns={[
          {
            key: 'place',
            header: t('places.changed.place'),
            width: isPhone ? '7rem' : '16rem',
            cell: ({ kind, code, column }) =>
              `${t(`places.kind.${kind}`)} ${code} · ${t(`places.column.${column}`)}`,
          },
          {
            key: 'from',
            header: t('places.changed.from'),
            cell: ({ column, from }) => textOf(column, from) || '–',
          },
          {
            key: 'to',
            header: t('places.changed.to'),
            cell: ({ column, to }) => textOf(column, to),
          },
        ]}
        rows={changes}
        rowKey={({ kind, code, column }) => `${kind} ${code} ${column}`}
        fixed
      />
    </section>
  );
}
