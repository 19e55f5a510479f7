import type { FormEvent } from 'react';
import { useRef, useState } from 'react';

import { config } from '@/config';
import { setPinByCode } from '@/data/enrolment';
import { MIN_PIN_LENGTH, pinProblem } from '@/domain/observers/pin';
import type { Failure } from '@/domain/outbox/outcome';
import { tidy } from '@/domain/words';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { Field, PasswordInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import styles from './pin-page.module.css';

interface PinFormProps {
  code: string;
  /** The server has set the PIN. */
  onDone: () => void;
}

type Mistake = 'short' | 'digits' | 'unequal';

/** The PIN twice, and why it was not set; it is read from its fields and stored nowhere. */
export function PinForm({ code, onDone }: PinFormProps) {
  const { t } = useTranslation();
  const [mistake, setMistake] = useState<Mistake>();
  const [failure, setFailure] = useState<FailureWords>();
  const [isBusy, setBusy] = useState(false);
  /** A request may have set the PIN, and used the code up, without an answer. */
  const [isUnsure, setUnsure] = useState(false);
  const pin = useRef<HTMLInputElement>(null);
  const again = useRef<HTMLInputElement>(null);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const typed = tidy(pin.current?.value ?? '');
    if (isBusy || isMistaken(typed)) return;
    setFailure(undefined);
    setBusy(true);
    const reply = await setPinByCode(code, typed, config.apiHost);
    setBusy(false);
    if (reply.ok) return onDone();
    setFailure(wordsOf(reply.failure, isUnsure));
    if (!isAnswer(reply.failure)) setUnsure(true);
  }

  function isMistaken(typed: string): boolean {
    const isSame = tidy(again.current?.value ?? '') === typed;
    const found = pinProblem(typed) ?? (isSame ? undefined : 'unequal');
    setMistake(found);
    if (found !== undefined)
      (found === 'unequal' ? again : pin).current?.focus();
    return found !== undefined;
  }

  const errorOf = (...mistakes: Mistake[]) =>
    mistake !== undefined && mistakes.includes(mistake)
      ? t(`pin.${mistake}`, { min: MIN_PIN_LENGTH })
      : undefined;
  const input = {
    inputMode: 'numeric',
    autoComplete: 'new-password',
    showLabel: t('pin.show'),
    hideLabel: t('pin.hide'),
  } as const;

  return (
    <form
      className={styles.form}
      aria-label={t('pin.title')}
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
    >
      {failure === undefined ? null : (
        <Banner tone="refused" icon="alert" title={t(failure.title)}>
          {failure.text === undefined ? null : t(failure.text)}
        </Banner>
      )}
      <Field
        label={t('pin.pin')}
        hint={t('pin.hint', { min: MIN_PIN_LENGTH })}
        error={errorOf('short', 'digits')}
        required
      >
        <PasswordInput ref={pin} {...input} />
      </Field>
      <Field label={t('pin.again')} error={errorOf('unequal')} required>
        <PasswordInput ref={again} {...input} />
      </Field>
      <Button type="submit" variant="primary" aria-disabled={isBusy}>
        {t(isBusy ? 'pin.busy' : 'pin.submit')}
      </Button>
    </form>
  );
}

/** Translation keys. */
interface FailureWords {
  title: string;
  text?: string | undefined;
}

const GONE = 410;

/**
 * Why the PIN was not set, and what to do. A code that is gone after a request without
 * an answer may have been used by that request.
 */
function wordsOf(failure: Failure, isUnsure: boolean): FailureWords {
  const { kind, status } = failure;
  if (status === GONE || kind === 'missing') {
    return {
      title: 'pin.gone.title',
      text: isUnsure ? 'pin.gone.perhaps' : 'pin.gone.text',
    };
  }
  switch (kind) {
    case 'refused':
      return { title: 'pin.failure.refused' };
    case 'offline':
    case 'timeout':
      return { title: 'pin.failure.unreachable' };
    case 'unreadable':
      return { title: 'login.failure.unreadable' };
    case 'busy':
      return { title: 'login.failure.busy' };
    case 'noWorker':
      return { title: 'login.failure.noWorker' };
    default:
      return { title: 'pin.failure.server' };
  }
}

/** Whether the server has certainly not set the PIN. */
function isAnswer({ kind }: Failure): boolean {
  return ['refused', 'missing', 'busy', 'noWorker'].includes(kind);
}
