import type { ObserverDraft } from '@/data/drafts/drafts';
import {
  dropDraft,
  NEW_OBSERVER_DRAFT,
  useObserverDrafts,
} from '@/data/drafts/drafts';
import { useMoment } from '@/components/use-moment';
import { paths } from '@/paths';
import { Banner } from '@/ui/feedback/banner';
import { Button, ButtonLink } from '@/ui/button';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

/**
 * Reminds of profiles that were typed and never saved; also of one whose observer
 * was deleted since, which no other screen offers.
 */
export function ProfileDrafts() {
  const { t } = useTranslation();
  const moment = useMoment();
  const drafts = useObserverDrafts() ?? [];

  async function handleDiscard({ draftKey }: ObserverDraft) {
    try {
      await dropDraft(draftKey);
    } catch {
      showToast({ tone: 'refused', text: t('profile.notSaved') });
    }
  }

  return drafts.map((draft) => {
    const { draftKey, updatedAt, input, base } = draft;
    const isNew = draftKey === NEW_OBSERVER_DRAFT || base === undefined;
    return (
      <Banner
        key={draftKey}
        tone="waiting"
        icon="device"
        title={t('common.draft.title', { time: moment(updatedAt) })}
        action={
          <>
            <ButtonLink
              small
              href={
                isNew ? paths.newObserver : paths.profile('edit', base.phone)
              }
            >
              {t('common.draft.resume')}
            </ButtonLink>
            <Button small onClick={() => void handleDiscard(draft)}>
              {t('common.draft.discard')}
            </Button>
          </>
        }
      >
        {[input.name, input.phone].filter(Boolean).join(', ')}
      </Banner>
    );
  });
}
