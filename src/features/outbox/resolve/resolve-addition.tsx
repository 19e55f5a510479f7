import { useState } from 'react';

import { config } from '@/config';
import { phoneToStore } from '@/domain/phone';
import type { Decision } from '@/domain/outbox/resolution';
import type { Conflict } from '@/domain/outbox/conflict-view';
import { tidy } from '@/domain/words';
import { opFailureText } from '@/components/failure';
import { observerRule } from '@/components/observer-rule';
import { PhoneHint } from '@/components/phone-hint';
import { PinInput } from '@/components/pin-input';
import { Field, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import type { ResolverProps } from './resolver-frame';
import { ResolverFrame } from './resolver-frame';

interface ResolveAdditionProps extends ResolverProps {
  conflict: Extract<Conflict, { kind: 'addition' }>;
  onDecide: (decision: Decision) => void;
}

/** The server did not take a new observer: it goes out with other values, or not at all. */
export function ResolveAddition(props: ResolveAdditionProps) {
  const { conflict, onDecide, ...frame } = props;
  const { t } = useTranslation();
  const [name, setName] = useState(conflict.input.name);
  const [phone, setPhone] = useState(conflict.input.phone);
  const [pin, setPin] = useState('');
  const error = (field: 'name' | 'phone' | 'pin', value: string) => {
    const verdict = observerRule(field, t, conflict.input.phone)(value);
    return verdict === true ? undefined : verdict;
  };
  const errors = {
    name: error('name', name),
    phone: error('phone', phone),
    pin: pin === '' && !conflict.isPinNeeded ? undefined : error('pin', pin),
  };
  return (
    <ResolverFrame
      {...frame}
      about={opFailureText(frame.op, t) ?? t('outbox.resolve.about.addition')}
      submit={{
        label: t('outbox.resolve.sendCorrected'),
        reason: errors.name ?? errors.phone ?? errors.pin,
      }}
      onSubmit={() =>
        onDecide({
          to: 'correct',
          input: {
            name: tidy(name),
            phone: phoneToStore(
              phone,
              config.phoneCountry,
              conflict.input.phone,
            ),
          },
          ...(pin === '' ? {} : { pin: tidy(pin) }),
        })
      }
    >
      <Field label={t('profile.name')} error={errors.name} required>
        <TextInput
          value={name}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <Field
        label={t('profile.phone')}
        hint={<PhoneHint typed={phone} kept={conflict.input.phone} />}
        error={errors.phone}
        required
      >
        <TextInput
          type="tel"
          value={phone}
          autoComplete="off"
          onChange={({ target }) => setPhone(target.value)}
        />
      </Field>
      <Field
        label={t('profile.pin')}
        hint={t(
          conflict.isPinNeeded
            ? 'outbox.resolve.pinHint'
            : 'outbox.resolve.pinStays',
        )}
        error={pin === '' ? undefined : errors.pin}
        required={conflict.isPinNeeded}
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
