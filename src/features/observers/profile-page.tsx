import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';

import { useObserverPull } from '@/data/observers';
import type { Failure } from '@/domain/outcome';
import { formatMoment } from '@/ui/format';
import { LoadState } from '@/ui/load-state';
import { Mark } from '@/ui/mark';
import { PageHead } from '@/ui/page-head';
import { SkeletonRows } from '@/ui/skeleton';
import { Stamp } from '@/ui/stamp';
import { State } from '@/ui/state';

import { ProfileForm } from './profile-form';
import styles from './profile-page.module.css';
import { useProfile } from './use-profile';
import { WayBack } from './way-back';

/**
 * The observer profile (specification section 2): route
 * `/observatori/profil/:state/:id?`, where `id` is the phone and `state` is new,
 * view or edit; anything else is shown as view, which changes nothing.
 */
export function ProfilePage() {
  const { t } = useTranslation();
  const { state, id } = useParams();
  if (state === 'new' || id === undefined) {
    return (
      <>
        <PageHead title={t('profile.title')} />
        <State
          icon="info"
          title={t('profile.newLater')}
          actions={<WayBack label={t('common.back')} />}
        />
      </>
    );
  }
  return <Profile phone={id} isEdited={state === 'edit'} />;
}

interface ProfileProps {
  phone: string;
  isEdited: boolean;
}

function Profile({ phone, isEdited }: ProfileProps) {
  const { t, i18n } = useTranslation();
  const read = useProfile(phone);
  const pull = useObserverPull(phone);
  const observer = read?.observer;
  const asOf = read?.asOf;
  const time = asOf === undefined ? undefined : momentOf(asOf, i18n.language);

  function wordsOf({ kind, detail }: Failure) {
    const reason = t(`common.failure.${kind}`);
    return detail === undefined
      ? reason
      : `${reason} ${t('common.failure.said', { detail })}`;
  }

  const failure = pull.failure && wordsOf(pull.failure);
  const older =
    failure !== undefined && time !== undefined
      ? `${t('common.olderSince', { time })} ${failure}`
      : undefined;

  return (
    <>
      <PageHead
        title={t('profile.title')}
        aside={observer?.name}
        stamp={
          observer && time !== undefined && failure === undefined ? (
            <Stamp>{t('common.asOf', { time })}</Stamp>
          ) : undefined
        }
      >
        {observer?.pending ? (
          <PendingMark pending={observer.pending} />
        ) : undefined}
      </PageHead>
      <div className={styles['page']}>
        <LoadState
          rows={observer ? [observer] : read && []}
          knownEmpty={read?.isUnknown === true}
          pulling={pull.isPulling}
          failure={
            failure === undefined
              ? undefined
              : { title: t('profile.loadFailed', { phone }), text: failure }
          }
          older={older}
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
          loadingLabel={t('common.loading')}
          retryLabel={t('common.retry')}
          onRetry={pull.retry}
        >
          {([found]) =>
            found ? (
              <ProfileForm
                key={found.id}
                observer={found}
                isEdited={isEdited}
              />
            ) : null
          }
        </LoadState>
      </div>
    </>
  );
}

function momentOf(at: number, locale: string): string {
  return formatMoment(at, Date.now(), locale);
}

const MARKS = {
  waiting: { tone: 'waiting', icon: 'clock' },
  sending: { tone: 'syncing', icon: 'sync' },
  refused: { tone: 'refused', icon: 'refused' },
  needsYou: { tone: 'refused', icon: 'alert' },
} as const;

function PendingMark({ pending }: { pending: keyof typeof MARKS }) {
  const { t } = useTranslation();
  return (
    <Mark {...MARKS[pending]} strong>
      {t(`common.pending.${pending}`)}
    </Mark>
  );
}
