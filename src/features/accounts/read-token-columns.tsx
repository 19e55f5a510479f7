import { useServerNeeded } from '@/components/use-offline';
import { useServerNow } from '@/components/use-server-now';
import type { ReadToken } from '@/domain/read-token';
import { Button } from '@/ui/button';
import { formatFull } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import type { Column } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import styles from './accounts.module.css';

/** Name, what it reads, who made it, last use, end, and ending it. */
export function useReadTokenColumns(
  onEnd: (token: ReadToken) => void,
): Column<ReadToken>[] {
  const { t, i18n } = useTranslation();
  const now = useServerNow();
  const needsServer = useServerNeeded();
  const isPhone = useMedia(PHONE);
  const dated = (at: number) => formatFull(at, i18n.language);
  const columns: Column<ReadToken>[] = [
    {
      key: 'name',
      header: t('accounts.tokens.name'),
      rowHeader: true,
      cell: ({ name, endsAt }) => (
        <span className={isPhone ? styles.words : 'row'}>
          <span className="ellipsis">{name}</span>
          {endsAt > now ? null : (
            <Mark tone="waiting" icon="lock">
              {t('accounts.tokens.ended')}
            </Mark>
          )}
        </span>
      ),
    },
    {
      key: 'ngo',
      header: t('accounts.organisation'),
      cell: ({ ngo }) => (
        <span className="ellipsis">{ngo ?? t('accounts.tokens.all')}</span>
      ),
    },
    {
      key: 'made',
      header: t('accounts.tokens.madeBy'),
      cell: ({ madeBy, madeAt }) => (
        <span className={styles.words}>
          <span className="ellipsis">{madeBy}</span>
          <span className="small muted">{dated(madeAt)}</span>
        </span>
      ),
    },
    {
      key: 'lastUsedAt',
      header: t('accounts.tokens.lastUsed'),
      width: '12rem',
      cell: ({ lastUsedAt }) =>
        lastUsedAt === undefined ? (
          <span className="subtle">{t('accounts.tokens.neverUsed')}</span>
        ) : (
          dated(lastUsedAt)
        ),
    },
    {
      key: 'endsAt',
      header: t('accounts.tokens.endsAt'),
      width: isPhone ? undefined : '12rem',
      cell: ({ endsAt }) => dated(endsAt),
    },
    {
      key: 'actions',
      header: <span className="visually-hidden">{t('accounts.actions')}</span>,
      end: true,
      width: '7rem',
      cell: (token) => (
        <Button small reason={needsServer} onClick={() => onEnd(token)}>
          {t('accounts.tokens.end.action')}
          <span className="visually-hidden">: {token.name}</span>
        </Button>
      ),
    },
  ];
  return isPhone
    ? columns.filter(({ key }) => key !== 'made' && key !== 'lastUsedAt')
    : columns;
}
