import { useServerNeeded } from '@/components/use-offline';
import { useServerNow } from '@/components/use-server-now';
import type { ReadToken } from '@/domain/read-token';
import { Button } from '@/ui/button';
import { formatFull } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import type { Column } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import styles from './accounts.module.css';

const UPRIGHT_LEAVES: readonly string[] = ['made'];
const PHONE_LEAVES: readonly string[] = [
  ...UPRIGHT_LEAVES,
  'ngo',
  'lastUsedAt',
];

/** Name, what it reads, who made it, last use, end, and ending it; upright no maker. */
export function useReadTokenColumns(
  onEnd: (token: ReadToken) => void,
): Column<ReadToken>[] {
  const { t, i18n } = useTranslation();
  const now = useServerNow();
  const needsServer = useServerNeeded();
  const isPhone = useMedia(PHONE);
  const isUpright = useMedia(UPRIGHT);
  const everybody = t('accounts.tokens.all');
  const dated = (at: number) => formatFull(at, i18n.language);
  const columns: Column<ReadToken>[] = [
    {
      key: 'name',
      header: t('accounts.tokens.name'),
      rowHeader: true,
      wraps: true,
      cell: ({ name, ngo, endsAt }) => (
        <span className={isPhone ? styles.words : 'row'}>
          <span>{name}</span>
          {isPhone ? (
            <span className="small muted">{ngo ?? everybody}</span>
          ) : null}
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
      wraps: true,
      cell: ({ ngo }) => ngo ?? everybody,
    },
    {
      key: 'made',
      header: t('accounts.tokens.madeBy'),
      wraps: true,
      cell: ({ madeBy, madeAt }) => (
        <span className={styles.words}>
          <span>{madeBy}</span>
          <span className="small muted">{dated(madeAt)}</span>
        </span>
      ),
    },
    {
      key: 'lastUsedAt',
      header: t('accounts.tokens.lastUsed'),
      wraps: true,
      width: '9rem',
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
      wraps: true,
      width: isPhone ? '8rem' : '9rem',
      cell: ({ endsAt }) => dated(endsAt),
    },
    {
      key: 'actions',
      header: <span className="visually-hidden">{t('accounts.actions')}</span>,
      end: true,
      width: '6rem',
      cell: (token) => (
        <Button small reason={needsServer} onClick={() => onEnd(token)}>
          {t('accounts.tokens.end.action')}
          <span className="visually-hidden">: {token.name}</span>
        </Button>
      ),
    },
  ];
  const left = isPhone ? PHONE_LEAVES : isUpright ? UPRIGHT_LEAVES : [];
  return columns.filter(({ key }) => !left.includes(key));
}
