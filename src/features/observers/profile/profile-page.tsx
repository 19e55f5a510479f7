import { useState } from 'react';
import { useParams } from 'react-router-dom';

import {
  useObserverPull,
  useObserver,
  useObserverById,
} from '@/data/observers/observers';
import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { PendingWords } from '@/components/pending-words';
import type { ObserverRead } from '@/data/observers/observers';
import { paths } from '@/paths';
import { BackLink } from '@/ui/layout/back-link';
import { PageHead } from '@/ui/layout/page-head';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

import { NewProfile } from './new-profile';
import { ProfileOpening } from './profile-opening';
import styles from './profile-page.module.css';
import { ProfileCalls } from './profile-calls';
import { WayBack } from './way-back';

/**
 * The observer profile (docs/specification.md 2): route
 * `/observatori/profil/:state/:id?`, where `id` is the phone and `state` is new,
 * view or edit; anything else is shown as view, which changes nothing.
 */
export function ProfilePage() {
  const { state, id } = useParams();
  if (state === 'new' || id === undefined) return <NewProfile />;
  return <Profile phone={id} isEdited={state === 'edit'} />;
}

interface ProfileProps {
  phone: string;
  isEdited: boolean;
}

function Profile({ phone, isEdited }: ProfileProps) {
  const { t } = useTranslation();
  const read = useProfile(phone);
  const pull = useObserverPull(phone);
  const observer = read?.observer;
  const rows = observer ? [observer] : read && [];

  return (
    <>
      <PageHead
        title={t('profile.title')}
        aside={observer?.name}
        back={
          <BackLink href={paths.observers}>{t('observers.title')}</BackLink>
        }
        asOf={
          observer && observer.id > 0 ? (
            <AsOf freshness={read} asked={pull.failure} />
          ) : undefined
        }
      >
        <PendingWords pending={observer?.pending} />
      </PageHead>
      <div className={styles.page}>
        <CachedList
          rows={read?.isUnknown === true || observer ? rows : undefined}
          freshness={read}
          pull={pull}
          failedTitle={t('profile.loadFailed', { phone })}
          empty={
            <State
              icon="user"
              title={t('profile.unknown', { phone })}
              actions={<WayBack label={t('common.back')} />}
            >
              {t('profile.unknownHint')}
            </State>
          }
          skeleton={<SkeletonRows rows={2} />}
        >
          {([found]) =>
            found ? (
              // By address, not by id: an addition gets the server's number while
              // its form is open, and the form must not begin anew.
              <>
                <ProfileOpening
                  key={phone}
                  observer={found}
                  isEdited={isEdited}
                />
                {isEdited ? null : <ProfileCalls observerId={found.id} />}
              </>
            ) : null
          }
        </CachedList>
      </div>
    </>
  );
}

/** No observer has this phone. */
const NOBODY = 0;

/**
 * The observer that an address names by phone; undefined until read. Once found,
 * the observer is followed by id: when the phone changes, here or elsewhere, an
 * open form must not vanish.
 */
function useProfile(phone: string): ObserverRead | undefined {
  const read = useObserver(phone);
  const [seen, setSeen] = useState<{ phone: string; id: number }>();
  const foundId = read?.observer?.id;
  if (foundId !== undefined && (seen?.phone !== phone || seen.id !== foundId)) {
    setSeen({ phone, id: foundId });
  }
  const id = seen?.phone === phone ? seen.id : undefined;
  const observer = useObserverById(id ?? NOBODY) ?? read?.observer;
  if (!observer) return read;
  return { ...read, observer, isUnknown: false };
}
