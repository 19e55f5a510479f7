import { useSnapshot } from 'valtio';

import { markFor } from '@/domain/outbox/overlay';
import { PendingWords } from '@/components/pending-words';
import { paths } from '@/paths';
import { session } from '@/state/session';
import type { Column } from '@/ui/table/data-table';
import { formatFull, formatMoment } from '@/ui/format';
import { Link } from '@/ui/link';
import { Tooltip } from '@/ui/overlay/tooltip';
import { useTranslation } from '@/ui/texts';
import { UPRIGHT, useMedia } from '@/ui/use-media';
import { useNow } from '@/ui/use-now';

import styles from './history-page.module.css';
import type { HistoryRow } from './history-rows';

/**
 * Sent by, NGO, title, message, sent to, sent at (docs/specification.md 2). An
 * upright window has room for two columns: what was sent by whom, and the rest.
 */
export function useHistoryColumns(): Column<HistoryRow>[] {
  const { t, i18n } = useTranslation();
  const { user } = useSnapshot(session);
  const now = useNow();
  const isUpright = useMedia(UPRIGHT);

  function words(text: string | undefined) {
    return text === undefined || text === '' ? (
      <span className="subtle">{t('common.unspecified')}</span>
    ) : (
      text
    );
  }

  function sentAt({ at, op }: HistoryRow) {
    if (op) {
      return (
        <Link href={paths.outbox}>
          <PendingWords pending={markFor(op.state)} />
        </Link>
      );
    }
    if (at === undefined) return words(undefined);
    return (
      <Tooltip text={formatFull(at, i18n.language)}>
        {/* The whole date has to be in reach of the keyboard too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <time tabIndex={0} dateTime={new Date(at).toISOString()}>
          <span aria-hidden="true">{formatMoment(at, now, i18n.language)}</span>
          <span className="visually-hidden">
            {formatFull(at, i18n.language)}
          </span>
        </time>
      </Tooltip>
    );
  }

  function sentTo({ sentTo }: HistoryRow) {
    return sentTo === undefined
      ? t('history.all')
      : t('history.observers', { count: sentTo });
  }

  function sender(row: HistoryRow) {
    return words(row.op ? user?.sub : row.senderAccount);
  }

  if (isUpright) {
    return [
      {
        key: 'message',
        header: t('history.message'),
        rowHeader: true,
        cell: (row) => (
          <span className={styles.stack}>
            <span>{words(row.title)}</span>
            <span className={styles.message}>{words(row.message)}</span>
            <span className={styles.sender}>
              {sender(row)}, {words(row.senderNgoName)}
            </span>
          </span>
        ),
      },
      {
        key: 'sentAt',
        header: t('history.sentTo'),
        width: '9rem',
        cell: (row) => (
          <span className={styles.stack}>
            <span>{sentTo(row)}</span>
            <span>{sentAt(row)}</span>
          </span>
        ),
      },
    ];
  }

  return [
    {
      key: 'sender',
      header: t('history.sentBy'),
      cell: sender,
    },
    {
      key: 'ngo',
      header: t('history.ngo'),
      cell: (row) => words(row.senderNgoName),
    },
    {
      key: 'title',
      header: t('history.subject'),
      rowHeader: true,
      cell: (row) => <span className={styles.text}>{words(row.title)}</span>,
    },
    {
      key: 'message',
      header: t('history.message'),
      cell: (row) => <span className={styles.text}>{words(row.message)}</span>,
    },
    {
      key: 'sentTo',
      header: t('history.sentTo'),
      width: '10rem',
      cell: sentTo,
    },
    {
      key: 'sentAt',
      header: t('history.sentAt'),
      width: '10rem',
      cell: sentAt,
    },
  ];
}
