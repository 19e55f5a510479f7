import { useState } from 'react';
import { useSnapshot } from 'valtio';

import { CLOCK_OFF_MS, EXPIRY_WARNING_MS } from '@/config';
import { userKeyOf } from '@/data/session/session';
import { useClockOffset, useServerDiskLow } from '@/data/sync-status';
import type { User } from '@/domain/user';
import { readExpiry } from '@/domain/user';
import { unsentOfOthers, works } from '@/state/unsent-of-users';
import { actorOf, session } from '@/state/session';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { formatFull, formatTime } from '@/ui/format';
import { useTranslation } from '@/ui/texts';
import { useNow } from '@/ui/use-now';
import { troubles } from '@/app/session/troubles';
import { appOnDevice } from '@/app/update/service-worker';

import { acknowledgeLoss, deviceHealth } from './device-watch';

/** What has to be known about this device and session, across every page. */
export function DeviceBanners({ user }: { user: User }) {
  const userKey = userKeyOf(actorOf(user));
  return (
    <>
      <SilentBanner />
      <StaleBanner />
      <FullBanner />
      <ServerDiskBanner />
      <OnlineOnlyBanner />
      <LossBanner userKey={userKey} />
      <ClockBanner />
      <ExpiryBanner />
      <OthersBanner userKey={userKey} />
    </>
  );
}

/** The browser keeps the data of this device from everybody: a list may be empty of it. */
function SilentBanner() {
  const { t } = useTranslation();
  const { isSilent } = useSnapshot(troubles);
  if (!isSilent) return null;
  return (
    <Banner
      tone="refused"
      icon="storage"
      title={t('shell.silent.title')}
      action={
        <Button small icon="sync" onClick={() => location.reload()}>
          {t('common.reload')}
        </Button>
      }
    >
      {t('shell.silent.text')}
    </Banner>
  );
}

/** A newer build wrote on this device: here one may only read. */
function StaleBanner() {
  const { t } = useTranslation();
  const { isStale } = useSnapshot(deviceHealth);
  if (!isStale) return null;
  return (
    <Banner
      tone="refused"
      icon="lock"
      title={t('shell.readOnly.title')}
      action={
        <Button small icon="sync" onClick={() => location.reload()}>
          {t('common.reload')}
        </Button>
      }
    >
      {t('shell.readOnly.text')}
    </Banner>
  );
}

/** No room for what the server says: what is shown grows old. */
function FullBanner() {
  const { t } = useTranslation();
  const { isFull } = useSnapshot(deviceHealth);
  if (!isFull) return null;
  return (
    <Banner tone="refused" icon="storage" title={t('shell.full.title')}>
      {t('shell.full.text')}
    </Banner>
  );
}

/** The server has little room, which organizers can see to. */
function ServerDiskBanner() {
  const { t } = useTranslation();
  if (!useServerDiskLow()) return null;
  return (
    <Banner tone="waiting" icon="storage" title={t('shell.serverDisk.title')}>
      {t('shell.serverDisk.text')}
    </Banner>
  );
}

/** The app itself is not on this device: in a private window, for instance. */
function OnlineOnlyBanner() {
  const { t } = useTranslation();
  const { isRefused } = useSnapshot(appOnDevice);
  const [isRead, setRead] = useState(false);
  if (!isRefused || isRead) return null;
  return (
    <Banner
      tone="waiting"
      icon="storage"
      title={t('shell.onlineOnly.title')}
      action={
        <Button small variant="quiet" onClick={() => setRead(true)}>
          {t('common.close')}
        </Button>
      }
    >
      {t('shell.onlineOnly.text')}
    </Banner>
  );
}

/** Work that the browser or a person deleted from this device; said until it is read. */
function LossBanner({ userKey }: { userKey: string }) {
  const { t } = useTranslation();
  const work = useSnapshot(works).byUser[userKey];
  const { lost = 0, lostLocal = 0 } = work ?? {};
  const sentences = [
    lost > 0 && t('shell.lost.title', { count: lost }),
    lostLocal > 0 && t('shell.lost.local', { count: lostLocal }),
  ].filter((sentence) => sentence !== false);
  if (sentences.length === 0) return null;
  return (
    <Banner
      tone="refused"
      icon="alert"
      title={sentences.join(' ')}
      action={
        <Button small onClick={() => acknowledgeLoss(userKey)}>
          {t('shell.lost.understood')}
        </Button>
      }
    >
      {t('shell.lost.text')}
    </Banner>
  );
}

/** Every hour on the screen is this device's: a wrong clock has to be known. */
function ClockBanner() {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const offset = useClockOffset();
  const [isRead, setRead] = useState(false);
  if (Math.abs(offset) < CLOCK_OFF_MS || isRead) return null;
  const time = formatFull(now + offset, i18n.language);
  return (
    <Banner
      tone="waiting"
      icon="clock"
      title={t('shell.clock.title', { time })}
      action={
        <Button small variant="quiet" onClick={() => setRead(true)}>
          {t('common.close')}
        </Button>
      }
    >
      {t('shell.clock.text')}
    </Banner>
  );
}

/**
 * The token's own end is near, by the server's clock: a warning and no more, only
 * the server ends a session.
 */
function ExpiryBanner() {
  const { t } = useTranslation();
  const { token = '' } = useSnapshot(session);
  const offset = useClockOffset();
  const now = useNow() + offset;
  const end = readExpiry(token);
  if (end === undefined || end - now > EXPIRY_WARNING_MS || end <= now) {
    return null;
  }
  return (
    <Banner
      tone="waiting"
      icon="clock"
      title={t('shell.expiry.title', {
        time: formatTime(end - offset),
      })}
    >
      {t('shell.expiry.text')}
    </Banner>
  );
}

/** Another account has unsent work here: only the count is told. */
function OthersBanner({ userKey }: { userKey: string }) {
  const { t } = useTranslation();
  const [isRead, setRead] = useState(false);
  const count = unsentOfOthers(useSnapshot(works).byUser, userKey);
  if (count === 0 || isRead) return null;
  return (
    <Banner
      tone="waiting"
      icon="lock"
      title={t('shell.others.title', { count })}
      action={
        <Button small variant="quiet" onClick={() => setRead(true)}>
          {t('common.close')}
        </Button>
      }
    >
      {t('shell.others.text')}
    </Banner>
  );
}
