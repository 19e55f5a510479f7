import { useState } from 'react';

import type { Decision } from '@/domain/outbox/resolution';
import { tidy } from '@/domain/words';
import { observerRule } from '@/components/observer-rule';
import { PinInput } from '@/components/pin-input';
import { Field } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import type { ResolverProps } from './resolver-frame';
import { ResolverFrame } from './resolver-frame';

interface ResolveAgainProps extends ResolverProps {
  onDecide: (decision: Decision) => void;
}

/** Others deleted the observer that was edited here: once more, with a PIN, or not at all. */
export function ResolveAgain({ onDecide, ...frame }: ResolveAgainProps) {
  const { t } = useTranslation();
  const [pin, setPin] = useState('');
  const verdict = observerRule('pin', t)(pin);
  const reason = verdict === true ? undefined : verdict;
  return (
    <ResolverFrame
      {...frame}
      about={t('outbox.resolve.about.gone')}
      submit={{ label: t('outbox.resolve.addAgain'), reason }}
      onSubmit={() => onDecide({ to: 'again', pin: tidy(pin) })}
    >
      <Field
        label={t('profile.pin')}
        hint={t('outbox.resolve.pinHint')}
        required
      >
        <PinInput
          value={pin}
          onChange={({ target }) => setPin(target.value)}
          onPropose={setPin}
        />
      </Field>
    </ResolverFrame>
  );
}
