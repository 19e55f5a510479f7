import type { TFunction } from 'i18next';

import type { AuditEntry } from '@/domain/audit';
import { toCsv } from '@/domain/csv';
import { harmless } from '@/domain/spreadsheet';
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
    harmless(entry.account),
    harmless(entry.address),
    harmless(entry.action),
    harmless(entry.subject ?? ''),
    harmless(entry.before ?? ''),
    harmless(entry.after ?? ''),
  ]);
  saveCsv(toCsv([header, ...rows]), datedName(t('audit.file'), 'csv'));
}
