import type { AuditEntry } from '@/domain/audit';
import { AUDIT_ACTIONS, COMMAND_LINE, SERVER } from '@/domain/audit';
import { useTranslation } from '@/ui/texts';

/** Names an action of the log; one that this app does not know stays as it is. */
export function useActionWords(): (action: string) => string {
  const { t } = useTranslation();
  return (action) =>
    AUDIT_ACTIONS.some((known) => known === action)
      ? t(`audit.actions.${action}`)
      : action;
}

/** Names who did it: an account, the command line, the server, or nobody who is known. */
export function useAccountWords(): (entry: AuditEntry) => string {
  const { t } = useTranslation();
  return ({ account }) => {
    if (account === COMMAND_LINE) return t('audit.commandLine');
    if (account === SERVER) return t('audit.server');
    return account || t('audit.nobody');
  };
}
