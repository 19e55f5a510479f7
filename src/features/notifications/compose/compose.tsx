import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';

import type { MessageDraft } from '@/data/drafts/drafts';
import {
  findRepeatedNotification,
  useNotificationsPull,
} from '@/data/notifications';
import { TooLateError } from '@/data/outbox/replace-op';
import type { OpOf } from '@/domain/outbox/op';
import { paths } from '@/paths';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { useServerNow } from '@/components/use-server-now';
import { Banner } from '@/ui/feedback/banner';
import { Panel } from '@/ui/layout/panel';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { forThoseLeft, groupBySeen } from './audience';
import { ChosenPanel } from './chosen-panel';
import styles from './compose.module.css';
import type { Asking } from './confirm-send';
import { ConfirmSend } from './confirm-send';
import { CountyPanel } from './county-panel';
import type { Message } from './message-form';
import { MessageForm, noMessage } from './message-form';
import { RecipientsPanel } from './recipients-panel';
import { whyNotSent } from './send-reason';
import type { Audience } from './use-audience';
import { useAudience } from './use-audience';
import { useCountyFilter } from './use-county-filter';
import { useMessageDraft } from './use-message-draft';
import { useTypedMessage } from './use-typed-message';
import { useSendNews } from './use-send-news';

interface ComposeProps {
  /** An unsent notification that is written again; sending this one replaces it. */
  again: OpOf<'notification.send'> | undefined;
  /** The draft to continue with. */
  draft: MessageDraft | undefined;
}

/** To whom, what, and the question before it is enqueued. */
export function Compose({ again, draft }: ComposeProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notAllowed = useOrganizerOnly();
  const [params, setParams] = useSearchParams();
  const [asking, setAsking] = useState<Asking>();
  const [replaced, setReplaced] = useState(again);
  const county = useCountyFilter();
  const named = params.get('toObserverIds');
  const { audience, ids, pull } = useAudience(named, county.filter);
  const now = useServerNow();
  const saveMessageDraft = useMessageDraft(restore);
  const [from, setFrom] = useState<Message>(
    replaced
      ? { title: replaced.args.title, message: replaced.args.message }
      : noMessage,
  );
  const { title, message } = draft?.input ?? from;
  const form = useForm<Message>({ defaultValues: { title, message } });
  const typed = useTypedMessage({
    form,
    from,
    recipients: recipientsOf(audience, ids),
    again: replaced?.opId,
    isResumed: draft !== undefined,
  });
  useSendNews(() => void navigate(paths.outbox));
  // What colleagues sent since is in the history: the same message is not sent twice unasked.
  useNotificationsPull();

  const { kind, people = [], count } = audience;
  const blocked = whyNotSent(audience);

  function nameOnly(next: readonly number[] | undefined) {
    const search = new URLSearchParams(params);
    if (next) search.set('toObserverIds', JSON.stringify(next));
    else search.delete('toObserverIds');
    setParams(search, { replace: true });
  }

  function leaveOut(id: number) {
    if (kind === 'county') county.leaveOut(id);
    else nameOnly(ids?.length ? withoutOne(id) : undefined);
  }

  function withoutOne(id: number) {
    const { unsent = [], gone = [] } = audience.left ?? {};
    const others = people.filter((person) => person.id !== id);
    return [...others, ...unsent].map((one) => one.id).concat(gone);
  }

  async function ask(message: Message) {
    const input = {
      ...message,
      recipientCount: count ?? 0,
      recipients: kind === 'all' ? undefined : people.map(({ id }) => id),
    };
    const repeated = await findRepeatedNotification(input, replaced?.opId);
    const seen = groupBySeen(people, now);
    // A list that is not whole has fewer than the server counts.
    seen.unknown += Math.max(0, (count ?? 0) - people.length);
    setAsking({ input, seen, repeated });
  }

  async function confirm({ input }: Asking): Promise<void> {
    const left = forThoseLeft(input, people);
    if (!left) {
      showToast({ tone: 'refused', text: t('notifications.reason.allGone') });
      return;
    }
    try {
      await saveMessageDraft(left, replaced);
    } catch (error) {
      if (!(error instanceof TooLateError)) throw error;
      // The input stays; sent once more, it is a new message.
      setReplaced(undefined);
      showToast({ tone: 'refused', text: t('notifications.againTooLate') });
      return;
    }
    setFrom(noMessage);
    form.reset(noMessage);
  }

  function restore({ title, message }: Message): boolean {
    const typed = form.getValues();
    if (typed.title !== '' || typed.message !== '') return false;
    form.setValue('title', title, { shouldDirty: true });
    form.setValue('message', message, { shouldDirty: true });
    return true;
  }

  return (
    <div className={styles.page}>
      {draft && typed.isChanged ? (
        <div className={styles.wide}>
          <Banner
            tone="waiting"
            icon="info"
            title={t('notifications.draft.resumed')}
          >
            {t('notifications.draft.checkRecipients')}
          </Banner>
        </div>
      ) : null}
      {named !== null && !ids ? (
        <div className={styles.wide}>
          <Banner
            tone="waiting"
            icon="alert"
            title={t('notifications.malformed.title')}
          >
            {t('notifications.malformed.text')}
          </Banner>
        </div>
      ) : null}
      <Panel aria-label={t('notifications.compose')}>
        {kind === 'chosen' ? (
          <ChosenPanel
            audience={audience}
            onClear={() => nameOnly(undefined)}
          />
        ) : (
          <CountyPanel county={county} count={count} />
        )}
        <MessageForm
          form={form}
          count={count}
          isLocked={notAllowed !== undefined}
          reason={
            notAllowed ?? (blocked === undefined ? undefined : t(blocked))
          }
          onSend={ask}
        />
      </Panel>
      <RecipientsPanel
        audience={audience}
        pull={pull}
        onLeaveOut={kind === 'all' ? undefined : leaveOut}
      />
      {asking ? (
        <ConfirmSend
          asking={asking}
          onConfirm={() => confirm(asking)}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </div>
  );
}

/** Ids of the recipients of a draft; undefined: all, or not known yet. */
function recipientsOf(
  { kind, people = [] }: Audience,
  named: readonly number[] | undefined,
): readonly number[] | undefined {
  if (kind === 'all') return undefined;
  return kind === 'chosen' ? named : people.map(({ id }) => id);
}
