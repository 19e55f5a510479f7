import { useState } from 'react';

import { cancelOp, confirmSent, retryOp } from '@/data/outbox/change-ops';
import { useOutboxList } from '@/data/outbox/outbox';
import { sumLocalWork, useLocalWork } from '@/data/device/local-work';
import { useRefusedMarks } from '@/data/triage/refused-marks';
import { freshen } from '@/data/sync-status';
import { useWaitingMarks } from '@/data/triage/waiting-marks';
import type { Op } from '@/domain/outbox/op';
import { isKind } from '@/domain/outbox/op';
import { LocalWorkWords } from '@/components/local-work-words';
import { useOpDecision } from '@/components/use-op-decision';
import { Button } from '@/ui/button';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { showToast } from '@/ui/overlay/toaster';
import { useNow } from '@/ui/use-now';

import { DiscardDialog } from '@/features/outbox/list/discard-dialog';
import { CachedPanel } from '@/features/outbox/storage/cached-panel';
import { OpGroup } from '@/features/outbox/list/op-group';
import { GROUP_NAMES, groupOps } from '@/features/outbox/list/outbox-groups';
import { RefusedMarks } from '@/features/outbox/list/refused-marks';
import { useTranslation } from '@/ui/texts';
import styles from './outbox-page.module.css';
import { ResolverDialog } from '@/features/outbox/resolve/resolver-dialog';
import { SaveQueue } from '@/features/outbox/queue-file/save-queue';
import { SendNowDialog } from '@/features/outbox/list/send-now-dialog';
import { StoragePanel } from '@/features/outbox/storage/storage-panel';
import { TakeQueue } from '@/features/outbox/queue-file/take-queue';
import { useOpWaits } from '@/features/outbox/list/use-waits';
import { WaitingMarks } from '@/features/outbox/list/waiting-marks';

/** The outbox: every change that the server does not have yet, and what was sent lately. */
export function OutboxPage() {
  const { t } = useTranslation();
  const ops = useOutboxList();
  const local = useLocalWork();
  const refused = useRefusedMarks();
  const waiting = useWaitingMarks();
  const hasLocal = local !== undefined && sumLocalWork(local) > 0;
  // What waits has its own group below.
  const onDevice = local && { ...local, waiting: 0 };
  const [leaving, setLeaving] = useState<Op>();
  const [sending, setSending] = useState<Op>();
  const [resolving, setResolving] = useState<Op>();
  const decide = useOpDecision();
  const now = useNow();
  const groups = ops && groupOps(ops, now);
  const whyWaits = useOpWaits(ops, groups, now);
  // "Nothing waits" is not said before it is known.
  const isRead = ops && local && waiting;
  const nothingWaits = t(isRead ? 'outbox.nothingWaits' : 'common.loading');
  const isEmpty =
    groups &&
    refused?.length === 0 &&
    waiting?.count === 0 &&
    GROUP_NAMES.every((name) => !groups[name].length);

  async function handleSendNow() {
    // An op that waits for its next try is made due first, so that the push
    // sends it.
    const sleeping = groups?.waiting.filter(({ nextAt }) => nextAt > now) ?? [];
    await Promise.all(
      sleeping
        .filter(({ state }) => state === 'retryWait')
        .map((op) => retryOp(op)),
    );
    freshen();
  }

  /** The dialog handles a rejection: it stays open and says so. */
  async function handleDiscard(op: Op) {
    if (await cancelOp(op)) return;
    showToast({ tone: 'refused', text: t('outbox.tooLate') });
  }

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('outbox.title')}</h1>
        <p className="muted small">{t('outbox.about')}</p>
        <SaveQueue ops={ops} hasLocal={hasLocal} nothingWaits={nothingWaits} />
        <TakeQueue />
        <Button
          icon="sync"
          reason={
            groups?.waiting.length || waiting?.count ? undefined : nothingWaits
          }
          onClick={() => void handleSendNow()}
        >
          {t('outbox.sendNow')}
        </Button>
      </div>
      <div className={styles.groups}>
        {onDevice && sumLocalWork(onDevice) > 0 ? (
          <div>
            <LocalWorkWords work={onDevice} />
            <p className="small muted">{t('outbox.local.saved')}</p>
          </div>
        ) : null}
        {groups === undefined ? <SkeletonRows rows={4} /> : null}
        {refused === undefined ? null : (
          <RefusedMarks decisions={refused} now={now} />
        )}
        {waiting === undefined ? null : (
          <WaitingMarks decisions={waiting} now={now} />
        )}
        {isEmpty ? (
          <State icon="done" title={t('outbox.empty.title')}>
            {t('outbox.empty.text')}
          </State>
        ) : null}
        {groups === undefined
          ? null
          : GROUP_NAMES.map((name) => (
              <OpGroup
                key={name}
                name={name}
                ops={groups[name]}
                whyWaits={whyWaits}
                now={now}
                onRetry={(op) => void decide(retryOp(op))}
                onSendNow={setSending}
                onConfirmSent={(op) => void decide(confirmSent(op))}
                onDiscard={setLeaving}
                onResolve={setResolving}
              />
            ))}
      </div>
      <aside className={styles.side} aria-label={t('outbox.device')}>
        <CachedPanel />
        <StoragePanel />
      </aside>
      {leaving === undefined ? null : (
        <DiscardDialog
          op={leaving}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => handleDiscard(leaving)}
        />
      )}
      {sending !== undefined && isKind(sending, 'notification.send') ? (
        <SendNowDialog
          op={sending}
          onClose={() => setSending(undefined)}
          onDiscard={() => {
            setSending(undefined);
            setLeaving(sending);
          }}
        />
      ) : null}
      {resolving === undefined ? null : (
        <ResolverDialog
          op={resolving}
          onClose={() => setResolving(undefined)}
        />
      )}
    </div>
  );
}
