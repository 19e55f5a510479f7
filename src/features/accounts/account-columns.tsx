import type { StaffAccount } from '@/domain/account';
import { IconButton } from '@/ui/button';
import { formatFull } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import { Menu } from '@/ui/overlay/menu';
import { MenuItem } from '@/ui/overlay/menu-items';
import type { Column } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import type { Asked } from './account-dialogs';
import styles from './accounts.module.css';

/** Account, organisation, what it may, last sign-in, actions. */
export function useAccountColumns(
  onAsk: (asked: Asked) => void,
): Column<StaffAccount>[] {
  const { t, i18n } = useTranslation();
  const isPhone = useMedia(PHONE);
  // Name and mark do not fit beside each other on a phone.
  const line = isPhone ? styles.words : 'row';
  const columns: Column<StaffAccount>[] = [
    {
      key: 'account',
      header: t('accounts.account'),
      rowHeader: true,
      wraps: true,
      cell: ({ account, isActive }) => (
        <span className={line}>
          <span>{account}</span>
          {isActive ? null : (
            <Mark tone="waiting" icon="lock">
              {t('accounts.closed')}
            </Mark>
          )}
        </span>
      ),
    },
    {
      key: 'ngo',
      header: t('accounts.organisation'),
      wraps: true,
      cell: ({ ngo, isOrganizer }) => (
        <span className={line}>
          <span>{ngo}</span>
          {isOrganizer ? (
            <Mark icon="key">{t('accounts.organizer')}</Mark>
          ) : null}
        </span>
      ),
    },
    {
      key: 'lastSignInAt',
      header: t('accounts.lastSignIn'),
      width: '12rem',
      cell: ({ lastSignInAt }) =>
        lastSignInAt === undefined ? (
          <span className="subtle">{t('accounts.noSignIn')}</span>
        ) : (
          formatFull(lastSignInAt, i18n.language)
        ),
    },
    {
      key: 'actions',
      header: <span className="visually-hidden">{t('accounts.actions')}</span>,
      end: true,
      width: '4rem',
      cell: (account) => (
        <Menu
          trigger={
            <IconButton
              icon="more"
              name={t('accounts.more', { name: account.account })}
            />
          }
        >
          <MenuItem
            icon="key"
            onSelect={() => onAsk({ kind: 'password', account })}
          >
            {t('accounts.setPassword')}
          </MenuItem>
          <MenuItem
            icon="lock"
            onSelect={() => onAsk({ kind: 'active', account })}
          >
            {t(
              account.isActive
                ? 'accounts.close.action'
                : 'accounts.open.action',
            )}
          </MenuItem>
          <MenuItem
            icon="device"
            onSelect={() => onAsk({ kind: 'sessions', account })}
          >
            {t('accounts.sessions')}
          </MenuItem>
        </Menu>
      ),
    },
  ];
  return isPhone
    ? columns.filter(({ key }) => key !== 'lastSignInAt')
    : columns;
}
