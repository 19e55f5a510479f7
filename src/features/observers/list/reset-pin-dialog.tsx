import type { FormEvent } from 'react';
import { useState } from 'react';

import { resetPin } from '@/data/observers/change-observers';
import { useByPhone } from '@/data/observers/observers';
import type { Observer } from '@/domain/observers/observer';
import { resetPinProblem } from '@/domain/observers/pin';
import type { Failure } from '@/domain/outbox/outcome';
import { outcomeOf } from '@/domain/outbox/outcome';
import { tidy } from '@/domain/words';
import { failureText } from '@/components/failure';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { PinInput } from '@/components/pin-input';
import { useStoring } from '@/components/use-storing';
import { Field } from '@/ui/field/field';
import { showToast } from '@/ui/overlay/toaster';

import { useServerNeeded } from '@/components/use-offline';
import { useTranslation } from '@/ui/texts';

const PROBLEM_WORDS = {
  digits: 'profile.pinDigits',
  length: 'observers.reset.length',
} as const;

interface ResetPinDialogProps {
  observer: Observer;
  onClose: () => void;
}

/**
 * Sets a new PIN of 4 or 6 digits (docs/specification.md 5 and 8). It
 * needs the server now: it is never enqueued and never sent again by itself.
 */
export function ResetPinDialog({ observer, onClose }: ResetPinDialogProps) {
  const { t } = useTranslation();
  const [pin, setPin] = useState('');
  const storing = useStoring({
    failed: t('observers.reset.failed'),
    busy: t('common.loading'),
  });
  const [failure, setFailure] = useState<Failure>();
  const needsServer = useServerNeeded();
  // The server takes the first that has the phone (docs/api-contract.md 3.5).
  const isShared = (useByPhone(observer.phone)?.length ?? 0) > 1;
  const { name, phone } = observer;
  const problem = resetPinProblem(tidy(pin));
  const reason = needsServer ?? (problem && t(PROBLEM_WORDS[problem]));

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (reason !== undefined) return;
    await storing.store(async () => {
      setFailure(undefined);
      const reply = await resetPin(phone, tidy(pin));
      if (!reply.ok) return setFailure(reply.failure);
      showToast({ tone: 'done', text: t('observers.reset.done') });
      return onClose();
    });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      storing={storing}
      title={t('observers.reset.title', { name })}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form="reset-pin"
            variant="primary"
            reason={reason}
          >
            {t('observers.reset.action')}
          </Button>
        </>
      }
    >
      <form
        id="reset-pin"
        noValidate
        className="stack"
        onSubmit={(event) => void handleSubmit(event)}
      >
        {failure === undefined ? null : <ResetFailure failure={failure} />}
        <Field
          label={t('observers.reset.pin')}
          hint={t('observers.reset.hint')}
          required
        >
          <PinInput
            value={pin}
            onChange={({ target }) => setPin(target.value)}
            onPropose={setPin}
          />
        </Field>
        <p className="small muted">
          {isShared
            ? t('observers.reset.shared', { phone })
            : t('observers.reset.about', { phone })}
        </p>
      </form>
    </Dialog>
  );
}

/** Why the PIN was not set, or that it is unknown whether it was. */
function ResetFailure({ failure }: { failure: Failure }) {
  const { t } = useTranslation();
  const isUnknown = outcomeOf({ ok: false, failure }) === 'unknown';
  return (
    <Banner
      tone={isUnknown ? 'waiting' : 'refused'}
      icon={isUnknown ? 'info' : 'alert'}
      title={isUnknown ? t('observers.reset.unknown') : t('common.error')}
    >
      {isUnknown
        ? t('observers.reset.unknownHint')
        : t('observers.reset.failed')}{' '}
      {failureText(failure, t)}
    </Banner>
  );
}
