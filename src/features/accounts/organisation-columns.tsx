import type { AccountList, Organisation } from '@/domain/account';
import { IconButton } from '@/ui/button';
import { formatNumber } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import { Menu } from '@/ui/overlay/menu';
import { MenuItem } from '@/ui/overlay/menu-items';
import type { Column } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import type { Asked } from './account-dialogs';
import styles from './accounts.module.css';

/** Name, short name, number of accounts, actions. */
export function useOrganisationColumns(
  accounts: AccountList['accounts'],
  onAsk: (asked: Asked) => void,
): Column<Organisation>[] {
  const { t, i18n } = useTranslation();
  const isPhone = useMedia(PHONE);
  const line = isPhone ? styles.words : 'row';
  const columns: Column<Organisation>[] = [
    {
      key: 'name',
      header: t('accounts.organisation'),
      rowHeader: true,
      wraps: true,
      cell: ({ name, isActive, organizer }) => (
        <span className={line}>
          <span>{name}</span>
          {organizer ? <Mark icon="key">{t('accounts.organizer')}</Mark> : null}
          {isActive ? null : (
            <Mark tone="waiting" icon="lock">
              {t('accounts.closed')}
            </Mark>
          )}
        </span>
      ),
    },
    {
      key: 'shortName',
      header: t('accounts.shortName'),
      width: '10rem',
      cell: ({ shortName }) => shortName,
    },
    {
      key: 'accounts',
      header: t('accounts.accounts'),
      end: true,
      width: '7rem',
      cell: ({ id }) =>
        formatNumber(
          accounts.filter(({ ngoId }) => ngoId === id).length,
          i18n.language,
        ),
    },
    {
      key: 'actions',
      header: <span className="visually-hidden">{t('accounts.actions')}</span>,
      end: true,
      width: '4rem',
      cell: (organisation) => (
        <Menu
          trigger={
            <IconButton
              icon="more"
              name={t('accounts.more', { name: organisation.name })}
            />
          }
        >
          <MenuItem
            icon="edit"
            onSelect={() => onAsk({ kind: 'rename', organisation })}
          >
            {t('accounts.rename.action')}
          </MenuItem>
          <MenuItem
            icon="lock"
            onSelect={() => onAsk({ kind: 'organisationActive', organisation })}
          >
            {t(
              organisation.isActive
                ? 'accounts.close.action'
                : 'accounts.open.action',
            )}
          </MenuItem>
          <MenuItem
            icon="user"
            onSelect={() => onAsk({ kind: 'organizer', organisation })}
          >
            {t(
              organisation.organizer
                ? 'accounts.demote.action'
                : 'accounts.promote.action',
            )}
          </MenuItem>
        </Menu>
      ),
    },
  ];
  return isPhone ? columns.filter(({ key }) => key !== 'shortName') : columns;
}
