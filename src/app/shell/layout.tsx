import type { RefObject } from 'react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { useSnapshot } from 'valtio';

import { watchVisibility } from '@/data/session/session';
import { useSyncStatus } from '@/data/sync-status';
import type { User } from '@/domain/user';
import { preferences } from '@/state/preferences';
import { secondFactorWanted } from '@/state/second-factor';
import { turnSingleKeys } from '@/ui/keyboard/shortcut-table';
import { SkipLink } from '@/ui/layout/skip-link';
import { latePart, useLatePart } from '@/ui/overlay/late-part';
import { Toaster } from '@/ui/overlay/toaster';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';
import { useTranslation } from '@/ui/texts';

import { loadSetUp } from '@/app/pages';
import { BottomBar } from './bottom-bar';
import { DeletionsBanner } from '@/app/status/deletions-banner';
import { DemoBanner } from '@/app/status/demo-banner';
import { DeviceBanners } from '@/app/status/device-banners';
import styles from './layout.module.css';
import { LeaveGuard } from '@/app/session/leave-guard';
import { LogoutDialog } from '@/app/session/logout-dialog';
import { usePageTitle } from './page-title';
import { Loading } from './pages/loading';
import { useRouteFocus } from './route-focus';
import type { ShellWindowName } from './shell-window';
import { ShellWindow } from './shell-window';
import { SyncBanner } from '@/app/status/sync-banner';
import { Topbar } from './topbar';
import { UpdateBanner } from '@/app/update/update-banner';
import { warmUp } from './warm-up';

interface LayoutProps {
  user: User;
}

/**
 * The frame of every signed-in page: navigation, banners, the page, messages. It
 * reads no address itself: opening a thread would draw the whole frame again.
 */
export function Layout({ user }: LayoutProps) {
  const { t } = useTranslation();
  const status = useSyncStatus();
  const [isLeaving, setLeaving] = useState(false);
  const [opened, setOpened] = useState<ShellWindowName>();
  const main = useRef<HTMLElement>(null);
  useEffect(watchVisibility, []);
  useEffect(warmUp, []);
  useEffect(() => turnSingleKeys(preferences.singleKeys), []);
  const handleClose = useCallback(() => setOpened(undefined), []);
  useShortcuts(
    {
      'Mod+K': { words: t('palette.open'), act: () => setOpened('palette') },
      '/': { words: t('palette.open'), act: () => setOpened('palette') },
      '?': { words: t('shell.keys.sheet'), act: () => setOpened('keys') },
    },
    { everywhere: true },
  );

  return (
    <div className={styles.shell}>
      <SkipLink target="main">{t('shell.skip')}</SkipLink>
      <Topbar
        user={user}
        status={status}
        onOpen={setOpened}
        onLogOut={() => setLeaving(true)}
      />
      <DemoBanner />
      <UpdateBanner />
      <DeviceBanners user={user} />
      <SyncBanner status={status} />
      {status?.unconfirmed.map((rows) => (
        <DeletionsBanner key={rows.list} {...rows} />
      ))}
      <main ref={main} id="main" tabIndex={-1} className={styles.main}>
        <Screen />
      </main>
      <RouteWatch main={main} />
      <BottomBar />
      {isLeaving ? (
        <LogoutDialog user={user} onClose={() => setLeaving(false)} />
      ) : null}
      {opened === undefined ? null : (
        <ShellWindow name={opened} onClose={handleClose} />
      )}
      <LeaveGuard />
      <Toaster closeLabel={t('common.close')} />
    </div>
  );
}

const setUp = latePart(loadSetUp);

/** The screen of the address, or what the server wants before all else. */
function Screen() {
  const { isMissing } = useSnapshot(secondFactorWanted);
  const SetUp = useLatePart(setUp, isMissing)?.Component;
  if (!isMissing) return <Outlet />;
  return SetUp ? <SetUp /> : <Loading />;
}

interface RouteWatchProps {
  main: RefObject<HTMLElement | null>;
}

/** Draws nothing: what follows each step to another screen. */
function RouteWatch({ main }: RouteWatchProps) {
  usePageTitle();
  useRouteFocus(main);
  return null;
}
