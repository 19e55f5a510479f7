import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { cancelOp, retryOp, useOutbox } from '@/data/outbox';
import { freshen } from '@/data/sync-status';
import type { Op } from '@/domain/op';
import { isParked } from '@/domain/op';
import { Button } from '@/ui/button';
import { ConfirmDialog } from '@/ui/dialog';
import { SkeletonRows } from '@/ui/skeleton';
import { State } from '@/ui/state';
import { showToast } from '@/ui/toaster';
import { useNow } from '@/ui/use-now';

import { describeOp } from './describe-op';
import { OpGroup } from './op-group';
import { GROUP_NAMES, groupOps } from './outbox-groups';
import styles from './outbox-page.module.css';

/** The outbox: every change that the host does not have yet, and what was sent lately. */
export function OutboxPage() {
  const { t } = useTranslation();
  const ops = useOutbox();
  const [leaving, setLeaving] = useState<Op>();
  const now = useNow();
  const groups = ops && groupOps(ops, now);
  const isEmpty = groups && GROUP_NAMES.every((name) => !groups[name].length);

  async function handleSendNow() {
    // One that waits for its next try would sleep through the bell.
    const sleeping = groups?.waiting.filter(({ nextAt }) => nextAt > now) ?? [];
    await Promise.all(
      sleeping.filter(({ state }) => state === 'retryWait').map(retryOp),
    );
    freshen();
  }

  async function handleRetry(op: Op) {
    if (!(await retryOp(op))) tellTooLate();
  }

  async function handleDiscard(op: Op) {
    if (!(await cancelOp(op))) tellTooLate();
  }

  function tellTooLate() {
    showToast({ tone: 'refused', text: t('outbox.tooLate') });
  }

  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1 className={styles['title']}>{t('outbox.title')}</h1>
        <p className="muted small">{t('outbox.about')}</p>
        <Button
          icon="sync"
          className="push"
          reason={groups?.waiting.length ? undefined : t('outbox.nothingWaits')}
          onClick={() => void handleSendNow()}
        >
          {t('outbox.sendNow')}
        </Button>
      </div>
      {groups === undefined ? <SkeletonRows rows={4} /> : null}
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
              now={now}
              onRetry={(op) => void handleRetry(op)}
              onDiscard={setLeaving}
            />
          ))}
      {leaving === undefined ? null : (
        <ConfirmDialog
          open
          danger
          title={t('outbox.confirm.title', {
            what: `${t(`outbox.kind.${leaving.kind}`)} ${describeOp(leaving).name}`,
          })}
          text={t(
            isParked(leaving.state)
              ? 'outbox.confirm.discard'
              : 'outbox.confirm.takeBack',
          )}
          confirmLabel={t('outbox.confirm.yes')}
          cancelLabel={t('outbox.confirm.no')}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => handleDiscard(leaving)}
        />
      )}
    </div>
  );
}
