import { useTranslation } from 'react-i18next';

import { AUDIT_ACTIONS } from '@/domain/audit';

/** Names an action of the log; one that this app does not know stays as it is. */
export function useActionWords(): (action: string) => string {
  const { t } = useTranslation();
  return (action) =>
    AUDIT_ACTIONS.some((known) => known === action)
      ? t(`audit.actions.${action}`)
      : action;
}
