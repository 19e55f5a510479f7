import { useState } from 'react';

import type { ObserverDraft } from '@/data/drafts/drafts';
import { useObserverDraft } from '@/data/drafts/drafts';
import type { Observer } from '@/domain/observers/observer';
import type { Overlaid } from '@/domain/outbox/overlay';
import { SkeletonRows } from '@/ui/feedback/skeleton';

import { isNews, ProfileDraft } from './profile-draft';
import { ProfileForm } from './profile-form';
import { useOrganizerOnly } from '@/components/use-organizer-only';

interface ProfileOpeningProps {
  observer: Overlaid<Observer>;
  isEdited: boolean;
}

/** The profile, once it is known whether to go on with what was typed before. */
export function ProfileOpening(props: ProfileOpeningProps) {
  const { observer, isEdited } = props;
  const stored = useObserverDraft(observer.id);
  const notAllowed = useOrganizerOnly();
  const [start, setStart] = useState<{ draft?: ObserverDraft | undefined }>();
  const mayChange = isEdited && notAllowed === undefined;
  const isAsked = mayChange && stored && isNews(stored, observer);

  if (!mayChange) return <ProfileForm {...props} />;
  if (start) return <ProfileForm {...props} {...start} />;
  if (stored === undefined) return <SkeletonRows rows={2} />;
  if (isAsked) {
    return (
      <ProfileDraft
        draft={stored}
        now={observer}
        onResume={() => setStart({ draft: stored })}
      />
    );
  }
  // A draft that says what the observer has already is forgotten unasked.
  setStart(stored ? { draft: { ...stored, base: observer } } : {});
  return null;
}
