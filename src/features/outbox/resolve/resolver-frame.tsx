import type { FormEvent, ReactNode } from 'react';
import { useId } from 'react';

import { useOutbox } from '@/data/outbox/outbox';
import type { Op } from '@/domain/outbox/op';
import { isOpen } from '@/domain/outbox/op';
import type { Storing } from '@/components/use-storing';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';

import { describeOp, kindOf } from '@/features/outbox/describe-op';
import { useTranslation } from '@/ui/texts';
import styles from './resolver.module.css';

export interface ResolverProps {
  op: Op;
  onGiveUp: () => void;
  onClose: () => void;
  /** How the decision is stored. */
  storing: Storing;
}

interface ResolverFrameProps extends ResolverProps {
  /** What happened. */
  about: string;
  /** Absent: there is nothing but giving up. */
  submit?:
    | {
        label: string;
        reason?: string | undefined;
        danger?: boolean | undefined;
      }
    | undefined;
  onSubmit?: (() => void) | undefined;
  children?: ReactNode | undefined;
}

/**
 * The window in which a conflict is decided: what it is about, what waits behind
 * it, the ways out. Enter sends the form, Escape leaves everything as it is.
 */
export function ResolverFrame(props: ResolverFrameProps) {
  const { op, about, submit, storing, onSubmit, onGiveUp, onClose } = props;
  const { t } = useTranslation();
  const id = useId();
  const titleKey = op.state === 'conflict' ? 'title' : 'titleRefused';
  const behind = useOutbox()?.filter(
    ({ lane, seq, state }) => lane === op.lane && seq > op.seq && isOpen(state),
  ).length;

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (submit && submit.reason === undefined) onSubmit?.();
  }

  return (
    <Dialog
      open
      wide
      question
      onClose={onClose}
      storing={storing}
      closeLabel={t('common.close')}
      title={t(`outbox.resolve.${titleKey}`, {
        what: `${t(`outbox.kind.${kindOf(op)}`)} ${describeOp(op).name}`,
      })}
      footer={
        <>
          <Button variant="danger" onClick={onGiveUp}>
            {t('outbox.resolve.giveUp')}
          </Button>
          <Button className="push" onClick={onClose}>
            {t('outbox.resolve.later')}
          </Button>
          {submit ? (
            <Button
              type="submit"
              form={id}
              variant={submit.danger ? 'danger' : 'primary'}
              reason={submit.reason}
            >
              {submit.label}
            </Button>
          ) : null}
        </>
      }
    >
      <form id={id} noValidate className={styles.form} onSubmit={handleSubmit}>
        <p className="muted">{about}</p>
        {props.children}
        {behind ? (
          <p className="small muted">
            {t('outbox.resolve.behind', { count: behind })}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
