import { useTranslation } from 'react-i18next';

import type { MessageDraft } from '@/data/drafts';
import { dropDraft } from '@/data/drafts';
import { DraftOffer } from '@/components/draft-offer';
import { useResume } from '@/state/resume';
import { Panel } from '@/ui/layout/panel';
import { showToast } from '@/ui/overlay/toaster';

interface MessageChoiceProps {
  draft: MessageDraft;
  onResume: () => void;
}

/** Asks whether to go on with a message that was typed before. */
export function MessageChoice({ draft, onResume }: MessageChoiceProps) {
  const { t } = useTranslation();
  const { draftKey, updatedAt, input } = draft;
  if (useResume(onResume)) return null;

  async function handleStartOver() {
    try {
      await dropDraft(draftKey);
    } catch {
      // It stays, and so does the question.
      showToast({ tone: 'refused', text: t('common.notSaved') });
    }
  }

  return (
    <Panel aria-label={t('common.draft.name')}>
      <DraftOffer
        keptAt={updatedAt}
        onResume={onResume}
        onStartOver={() => void handleStartOver()}
      >
        <span className="strong">{input.title || input.message}</span>
        {input.recipients
          ? ` ${t('notifications.draft.for', { count: input.recipients.length })}`
          : null}
      </DraftOffer>
    </Panel>
  );
}
