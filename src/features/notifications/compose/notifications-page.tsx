import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

import type { MessageDraft } from '@/data/drafts/drafts';
import { useMessageDraft } from '@/data/drafts/drafts';
import { useOutbox } from '@/data/outbox/outbox';
import { isKind, isOpen } from '@/domain/outbox/op';
import { paths } from '@/paths';
import { DraftOffer } from '@/components/draft-offer';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { ButtonLink } from '@/ui/button';
import { PageHead } from '@/ui/layout/page-head';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { useTranslation } from '@/ui/texts';

import { Compose } from './compose';

/**
 * Writes a notification: `/notifications` (docs/specification.md 2). The address
 * may name the recipients (`toObserverIds`), and an unsent notification to write
 * again (`again`).
 */
export function NotificationsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const notAllowed = useOrganizerOnly();
  const draft = useMessageDraft();
  const [start, setStart] = useState<{ draft?: MessageDraft | undefined }>();
  // An account that may not send has typed nothing here.
  if (!start && (draft === null || notAllowed !== undefined)) setStart({});
  const ops = useOutbox();
  const againId = params.get('again');
  const again = ops?.find(({ opId }) => opId === againId);

  /** Goes on with the message, for those it was for. */
  function handleResume(draft: MessageDraft) {
    const { recipients, again: replaced } = draft.input;
    const next = new URLSearchParams();
    if (recipients) next.set('toObserverIds', JSON.stringify(recipients));
    if (replaced !== undefined) next.set('again', replaced);
    setParams(next, { replace: true });
    setStart({ draft });
  }

  return (
    <>
      <PageHead title={t('notifications.title')}>
        <ButtonLink icon="clock" href={paths.notificationHistory}>
          {t('notifications.history')}
        </ButtonLink>
      </PageHead>
      {!start && draft ? (
        <TypedBefore draft={draft} onResume={() => handleResume(draft)} />
      ) : !start || (againId !== null && ops === undefined) ? (
        <SkeletonRows rows={4} />
      ) : (
        <Compose
          key={againId}
          draft={start.draft}
          again={
            again && isKind(again, 'notification.send') && isOpen(again.state)
              ? again
              : undefined
          }
        />
      )}
    </>
  );
}

interface TypedBeforeProps {
  draft: MessageDraft;
  onResume: () => void;
}

function TypedBefore({ draft, onResume }: TypedBeforeProps) {
  const { t } = useTranslation();
  const { title, message, recipients } = draft.input;
  return (
    <DraftOffer draft={draft} onResume={onResume}>
      <span className="strong">{title || message}</span>
      {recipients
        ? ` ${t('notifications.draft.for', { count: recipients.length })}`
        : null}
    </DraftOffer>
  );
}
