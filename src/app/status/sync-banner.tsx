import { useMoment } from '@/components/use-moment';
import { isOffline, isSilent } from '@/components/use-offline';
import type { SyncStatus } from '@/data/sync-status';
import { freshen } from '@/data/sync-status';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import { useOnline } from '@/ui/use-online';

interface SyncBannerProps {
  status: SyncStatus | undefined;
}

/** A banner across the page while there is no connection, or no sync at all. */
export function SyncBanner({ status }: SyncBannerProps) {
  const { t } = useTranslation();
  const isOnline = useOnline();
  if (status === undefined) return null;
  if (status.isBroken) {
    return (
      <Banner tone="refused" icon="alert" title={t('shell.broken.title')}>
        {t('shell.broken.text')}
      </Banner>
    );
  }
  return isOffline(status, isOnline) ? <OfflineBanner status={status} /> : null;
}

function OfflineBanner({ status }: { status: SyncStatus }) {
  const { t } = useTranslation();
  const time = useMoment();
  const { asOf, connection } = status;
  // The browser may say "no network" before the sync part has noticed it.
  const since = connection?.state === 'offline' ? connection.since : undefined;
  const words = isSilent(status, useOnline()) ? 'silentSince' : 'since';
  return (
    <Banner
      tone="waiting"
      icon="offline"
      title={
        since === undefined
          ? t('shell.offline.title')
          : t(`shell.offline.${words}`, { time: time(since) })
      }
      action={
        <Button small icon="sync" onClick={freshen}>
          {t('common.tryNow')}
        </Button>
      }
    >
      {asOf === undefined
        ? t('shell.offline.nothing')
        : t('shell.offline.asOf', { time: time(asOf) })}{' '}
      {t('shell.offline.changes')}
    </Banner>
  );
}
