import type { County } from '@/domain/county';
import type { Overlaid } from '@/domain/outbox/overlay';
import { PendingWords } from '@/components/pending-words';
import { paths } from '@/paths';
import { Button, ButtonLink, IconButton } from '@/ui/button';
import type { Column } from '@/ui/table/data-table';
import { formatNumber } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import { Menu } from '@/ui/overlay/menu';
import { MenuItem, MenuLink } from '@/ui/overlay/menu-items';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import { useEditReason } from './use-edit-reason';

/**
 * Name, code, number of stations, diaspora, actions (docs/specification.md 2).
 */
export function useCountyColumns(): Column<Overlaid<County>>[] {
  const { t, i18n } = useTranslation();
  const isPhone = useMedia(PHONE);
  const notEditable = useEditReason();
  const columns: Column<Overlaid<County>>[] = [
    {
      key: 'name',
      header: t('stations.county'),
      sortable: true,
      rowHeader: true,
      wraps: true,
      cell: ({ name, pending }) => (
        <span className="row">
          <span>{name}</span>
          <PendingWords pending={pending} />
        </span>
      ),
    },
    {
      key: 'code',
      header: t('stations.code'),
      sortable: true,
      width: isPhone ? '4rem' : '8rem',
      cell: ({ code }) => code,
    },
    {
      key: 'stations',
      header: t('stations.count'),
      sortable: true,
      end: true,
      width: isPhone ? '7rem' : '10rem',
      cell: ({ numberOfPollingStations }) =>
        formatNumber(numberOfPollingStations, i18n.language),
    },
    {
      key: 'diaspora',
      header: t('stations.diaspora'),
      width: '8rem',
      cell: ({ diaspora }) =>
        diaspora ? (
          <Mark icon="globe">{t('common.yes')}</Mark>
        ) : (
          <span className="subtle">{t('common.no')}</span>
        ),
    },
    {
      key: 'actions',
      header: <span className="visually-hidden">{t('stations.actions')}</span>,
      end: true,
      width: isPhone ? '4rem' : '14rem',
      cell: ({ id, name }) =>
        isPhone ? (
          <Menu
            trigger={
              <IconButton icon="more" name={t('stations.more', { name })} />
            }
          >
            {notEditable === undefined ? (
              <MenuLink icon="edit" href={paths.editCounty(id)}>
                {t('common.edit')}
              </MenuLink>
            ) : (
              <MenuItem
                icon="edit"
                reason={notEditable}
                onSelect={() => undefined}
              >
                {t('common.edit')}
              </MenuItem>
            )}
            <MenuItem
              icon="trash"
              reason={t('stations.deleteReason')}
              onSelect={() => undefined}
            >
              {t('common.delete')}
            </MenuItem>
          </Menu>
        ) : (
          <span className="row">
            {notEditable === undefined ? (
              <ButtonLink
                variant="quiet"
                small
                icon="edit"
                href={paths.editCounty(id)}
              >
                {t('common.edit')}
                <span className="visually-hidden"> {name}</span>
              </ButtonLink>
            ) : (
              <Button variant="quiet" small icon="edit" reason={notEditable}>
                {t('common.edit')}
                <span className="visually-hidden"> {name}</span>
              </Button>
            )}
            <Button
              variant="quiet"
              small
              icon="trash"
              reason={t('stations.deleteReason')}
            >
              {t('common.delete')}
              <span className="visually-hidden"> {name}</span>
            </Button>
          </span>
        ),
    },
  ];
  return isPhone ? columns.filter(({ key }) => key !== 'diaspora') : columns;
}
