import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';

import { useSyncStatus } from '@/data/sync-status';
import { session } from '@/state/session';

/**
 * Why this account may not add, change, import or message observers
 * (docs/api-contract.md 2.4: deleting is open to every admin, the rest to
 * organizers); undefined when
 * it may.
 */
export function useOrganizerOnly(): string | undefined {
  const { t } = useTranslation();
  const { user } = useSnapshot(session);
  return user?.organizer === true ? undefined : t('common.organizerOnly');
}

/** Why something that needs the server cannot be done now; undefined when it can. */
export function useServerNeeded(): string | undefined {
  const { t } = useTranslation();
  const status = useSyncStatus();
  const isOffline =
    status?.isBroken === true || status?.connection?.state === 'offline';
  return isOffline ? t('observers.needsServer') : undefined;
}
