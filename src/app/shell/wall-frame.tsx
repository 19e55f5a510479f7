import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet } from 'react-router-dom';

import { SyncBadge } from '@/app/status/sync-badge';
import { SyncBanner } from '@/app/status/sync-banner';
import { UpdateBanner } from '@/app/update/update-banner';
import { watchVisibility } from '@/data/session';
import { useSyncStatus } from '@/data/sync-status';
import { paths } from '@/paths';

import { usePageTitle } from './page-title';
import { Loading } from './pages/loading';
import styles from './wall-frame.module.css';

/**
 * The frame of a screen that nobody operates: no navigation, but the state of
 * the sync and what must be said about it.
 */
export function WallFrame() {
  const { t } = useTranslation();
  const status = useSyncStatus();
  usePageTitle();
  useEffect(watchVisibility, []);
  return (
    <div className={styles.frame}>
      <UpdateBanner />
      <SyncBanner status={status} />
      <main className={styles.main}>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </main>
      <footer className={styles.foot}>
        <SyncBadge status={status} />
        <Link to={paths.coverage()}>{t('coverage.wall.leave')}</Link>
      </footer>
    </div>
  );
}
