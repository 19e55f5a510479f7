import type { TFunction } from 'i18next';

import type { AuditEntry } from '@/domain/audit';
import { toCsv } from '@/domain/csv';
import { harmlessInCsv } from '@/domain/spreadsheet';
import { datedName } from '@/ui/dated-name';
import { saveCsv } from '@/ui/save-csv';

/** Saves entries as CSV: instants as ISO text, actions and JSON as the server has them. */
export function exportAudit(entries: readonly AuditEntry[], t: TFunction) {
  const header = [
    `${t('audit.at')} (UTC)`,
    t('audit.account'),
    t('audit.address'),
    t('audit.action.label'),
    t('audit.subject'),
    t('audit.before'),
    t('audit.after'),
  ];
  const rows = entries.map((entry) => [
    new Date(entry.at).toISOString(),
    harmlessInCsv(entry.account),
    harmlessInCsv(entry.address),
    harmlessInCsv(entry.action),
    harmlessInCsv(entry.subject ?? ''),
    harmlessInCsv(entry.before ?? ''),
    harmlessInCsv(entry.after ?? ''),
  ]);
  saveCsv(toCsv([header, ...rows]), datedName(t('audit.file'), 'csv'));
}
