import { isFateUnknown } from '@/domain/outbox/notification-op';
import type { Op } from '@/domain/outbox/op';
import { isCancellable, isKind, isParked } from '@/domain/outbox/op';
import { conflictOf } from '@/domain/outbox/conflict-view';
import { Button, ButtonLink } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import { editPath } from './edit-path';

/** What a person may decide about a change. */
export interface OpDecisions {
  onRetry: (op: Op) => void;
  /** Sends a notification after all; asks first. */
  onSendNow: (op: Op) => void;
  /** The user knows that it went out. */
  onConfirmSent: (op: Op) => void;
  onDiscard: (op: Op) => void;
  /** Opens the questions of a conflict. */
  onResolve: (op: Op) => void;
}

interface OpActsProps extends OpDecisions {
  op: Op;
  /** Of what, for screen readers: ": Send the notification Reminder". */
  about: string;
}

/** The buttons of one change. */
export function OpActs({ op, about, ...decisions }: OpActsProps) {
  const { t } = useTranslation();
  const isMessage = isKind(op, 'notification.send');
  const canResolve = conflictOf(op) !== undefined;
  const isClash = op.state === 'conflict';
  const path = isParked(op.state) && !canResolve ? editPath(op) : undefined;
  const hidden = <span className="visually-hidden">{about}</span>;
  return (
    <>
      {isFateUnknown(op) ? (
        <Button
          variant="quiet"
          small
          onClick={() => decisions.onConfirmSent(op)}
        >
          {t('outbox.wasSent')}
          {hidden}
        </Button>
      ) : null}
      {canResolve ? (
        <Button small onClick={() => decisions.onResolve(op)}>
          {t(isClash ? 'outbox.resolve.action' : 'outbox.editAgain')}
          {hidden}
        </Button>
      ) : null}
      {isParked(op.state) && !(canResolve && isClash) ? (
        <Button
          variant="quiet"
          small
          onClick={() =>
            (isMessage ? decisions.onSendNow : decisions.onRetry)(op)
          }
        >
          {t(isMessage ? 'outbox.sendThisNow' : 'common.retry')}
          {hidden}
        </Button>
      ) : null}
      {path === undefined ? null : (
        <ButtonLink variant="quiet" small href={path}>
          {t('outbox.editAgain')}
          {hidden}
        </ButtonLink>
      )}
      {isCancellable(op.state) ? (
        <Button variant="quiet" small onClick={() => decisions.onDiscard(op)}>
          {t(isParked(op.state) ? 'outbox.discard' : 'outbox.takeBack')}
          {hidden}
        </Button>
      ) : null}
    </>
  );
}
