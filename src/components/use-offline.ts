import type { SyncStatus } from '@/data/sync-status';
import { useSyncStatus } from '@/data/sync-status';
import { useTranslation } from '@/ui/texts';
import { useOnline } from '@/ui/use-online';

/** Whether it is certain that the server cannot be reached; of `isOnline` only false is certain. */
export function isOffline(status: SyncStatus, isOnline: boolean): boolean {
  return !isOnline || status.connection?.state === 'offline';
}

/** Whether the network is up but the server does not answer. */
export function isSilent(status: SyncStatus, isOnline: boolean): boolean {
  const { connection } = status;
  const isTimeout = connection?.failure?.kind === 'timeout';
  return isOnline && connection?.state === 'offline' && isTimeout;
}

/** Whether nothing can be asked of the server now: no connection, or no sync worker. */
export function useOffline(): boolean {
  const status = useSyncStatus();
  const isOnline = useOnline();
  return (
    !isOnline ||
    (status !== undefined && (status.isBroken || isOffline(status, isOnline)))
  );
}

/** Why something that needs the server cannot be done now; undefined when it can. */
export function useServerNeeded(): string | undefined {
  const { t } = useTranslation();
  return useOffline() ? t('common.needsServer') : undefined;
}
