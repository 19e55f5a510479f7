import type { ObserverDraft } from '@/data/drafts/drafts';
import type { ObserverInput } from '@/domain/observers/observer';
import { observerPatch } from '@/domain/observers/observer';
import { DraftOffer } from '@/components/draft-offer';
import { useTranslation } from '@/ui/texts';

interface ProfileDraftProps {
  draft: ObserverDraft;
  /** The observer as it is now; absent for a new one. */
  now?: ObserverInput | undefined;
  onResume: () => void;
}

/** Asks whether to go on with a profile that was typed before. */
export function ProfileDraft({ draft, now, onResume }: ProfileDraftProps) {
  const { t } = useTranslation();
  const { input, base } = draft;
  const hasChanged =
    now !== undefined && base !== undefined && !isSame(now, base);

  return (
    <DraftOffer draft={draft} onResume={onResume}>
      <span className="strong">
        {[input.name, input.phone].filter(Boolean).join(', ')}
      </span>
      {hasChanged ? ` ${t('profile.changed')}` : null}
      {input.hadPin ? ` ${t('profile.pinNotSaved')}` : null}
    </DraftOffer>
  );
}

/** Whether a draft holds something that the observer does not have. */
export function isNews({ input }: ObserverDraft, now: ObserverInput): boolean {
  return input.hadPin || !isSame(now, input);
}

function isSame(a: ObserverInput, b: ObserverInput): boolean {
  return Object.keys(observerPatch(a, b)).length === 0;
}
