import { useEffect } from 'react';

import { SyncBadge } from '@/app/status/sync-badge';
import { SyncBanner } from '@/app/status/sync-banner';
import { UpdateBanner } from '@/app/update/update-banner';
import { watchVisibility } from '@/data/session/session';
import { useSyncStatus } from '@/data/sync-status';
import { WallPage } from '@/features/coverage/wall/wall-page';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';
import { useFullScreen } from '@/ui/use-full-screen';

import { usePageTitle } from './page-title';
import styles from './wall-screen.module.css';

/**
 * A screen that nobody operates, without the frame of the others: no navigation,
 * but the state of the sync and what must be said about it.
 */
export function WallScreen() {
  const { t } = useTranslation();
  const status = useSyncStatus();
  const { isOffered, isFull, enter, leave } = useFullScreen();
  usePageTitle();
  useEffect(watchVisibility, []);
  return (
    <div className={styles.frame}>
      <div className={styles.banners}>
        <UpdateBanner />
        <SyncBanner status={status} />
      </div>
      <main className={styles.main}>
        <WallPage />
      </main>
      <footer className={styles.foot}>
        <SyncBadge status={status} />
        {isOffered ? (
          // The same button, so that the focus stays with it.
          <Button onClick={isFull ? leave : () => void enter()}>
            {t(`coverage.wall.${isFull ? 'endFullScreen' : 'fullScreen'}`)}
          </Button>
        ) : null}
        <Link href={paths.coverage()}>{t('coverage.wall.leave')}</Link>
      </footer>
    </div>
  );
}
