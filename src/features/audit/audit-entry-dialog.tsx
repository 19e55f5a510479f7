import type { AuditEntry } from '@/domain/audit';
import { differencesOf } from '@/domain/audit';
import { formatFull } from '@/ui/format';
import { Dialog } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

import { useAccountWords, useActionWords } from './audit-words';
import styles from './audit.module.css';

interface AuditEntryDialogProps {
  entry: AuditEntry;
  onClose: () => void;
}

/** One entry of the log, with each field before and after. */
export function AuditEntryDialog({ entry, onClose }: AuditEntryDialogProps) {
  const { t, i18n } = useTranslation();
  const actionWords = useActionWords();
  const accountOf = useAccountWords();
  const differences = differencesOf(entry);
  const facts = [
    [t('audit.at'), formatFull(entry.at, i18n.language)],
    [t('audit.account'), accountOf(entry)],
    [t('audit.subject'), entry.subject],
    [t('audit.address'), entry.address || undefined],
  ] as const;
  return (
    <Dialog
      open
      wide
      title={actionWords(entry.action)}
      closeLabel={t('common.close')}
      onClose={onClose}
    >
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      {differences.length === 0 ? (
        <p className="muted">{t('audit.noDetails')}</p>
      ) : (
        <div className={styles.differences}>
          <table>
            <caption className="visually-hidden">{t('audit.details')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('audit.field')}</th>
                <th scope="col">{t('audit.before')}</th>
                <th scope="col">{t('audit.after')}</th>
              </tr>
            </thead>
            <tbody>
              {differences.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{before}</td>
                  <td>{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Dialog>
  );
}
