import type { AuditEntry } from '@/domain/audit';
import { formatFull } from '@/ui/format';
import type { Column } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import { useAccountWords, useActionWords } from './audit-words';
import styles from './audit.module.css';

/** When, who, what, about what; on a phone who and when stand below what. */
export function useAuditColumns(): Column<AuditEntry>[] {
  const { t, i18n } = useTranslation();
  const isPhone = useMedia(PHONE);
  const actionWords = useActionWords();
  const timeOf = ({ at }: AuditEntry) => formatFull(at, i18n.language);
  const accountOf = useAccountWords();
  const action: Column<AuditEntry> = {
    key: 'action',
    header: t('audit.action.label'),
    rowHeader: true,
    wraps: true,
    cell: (entry) => (
      <span className={styles.words}>
        <span>{actionWords(entry.action)}</span>
        {isPhone ? (
          <span className="small muted">
            {accountOf(entry)}, {timeOf(entry)}
          </span>
        ) : null}
      </span>
    ),
  };
  const subject: Column<AuditEntry> = {
    key: 'subject',
    header: t('audit.subject'),
    wraps: true,
    width: isPhone ? '8rem' : undefined,
    cell: (entry) => entry.subject ?? '',
  };
  if (isPhone) return [action, subject];
  return [
    {
      key: 'at',
      header: t('audit.at'),
      width: '13rem',
      cell: timeOf,
    },
    {
      key: 'account',
      header: t('audit.account'),
      wraps: true,
      cell: accountOf,
    },
    action,
    subject,
  ];
}
