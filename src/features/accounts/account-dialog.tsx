import type { FormEvent, ReactNode } from 'react';
import { useId } from 'react';

import { useServerNeeded } from '@/components/use-offline';
import { useStoring } from '@/components/use-storing';
import { changeStaff } from '@/data/accounts';
import type { StaffChange } from '@/domain/account';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { accountFailure } from './account-failure';

interface AccountDialogProps {
  title: string;
  /** What happens then. */
  text?: string | undefined;
  confirmLabel: string;
  danger?: boolean | undefined;
  /** Why it cannot be confirmed yet. */
  reason?: string | undefined;
  /** Translation key of what a 409 means here. */
  conflict: string;
  done: string;
  change: StaffChange;
  onDone: () => void;
  onClose: () => void;
  children?: ReactNode | undefined;
}

/**
 * Asks the server for one change to accounts, now: it is never enqueued. The
 * dialog stays open with the reason until the server has done it.
 */
export function AccountDialog(props: AccountDialogProps) {
  const { title, text, danger = false, onClose } = props;
  const { t } = useTranslation();
  const form = useId();
  const needsServer = useServerNeeded();
  const storing = useStoring({ busy: t('common.loading') });
  const reason = needsServer ?? props.reason;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (reason !== undefined) return;
    const isDone = await storing.store(async () => {
      const reply = await changeStaff(props.change);
      // It has ended already: that is what was asked for.
      const isGone = !reply.ok && reply.failure.kind === 'missing';
      const isEnding = props.change.kind.startsWith('end');
      if (isGone && isEnding) return undefined;
      if (!reply.ok) return accountFailure(reply.failure, t, props.conflict);
      return undefined;
    });
    if (!isDone) return;
    showToast({ tone: 'done', text: props.done });
    props.onDone();
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      storing={storing}
      title={title}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant={danger ? 'danger' : 'primary'}
            reason={reason}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="stack"
        onSubmit={(event) => void handleSubmit(event)}
      >
        {text === undefined ? null : <p className="muted">{text}</p>}
        {props.children}
      </form>
    </Dialog>
  );
}
