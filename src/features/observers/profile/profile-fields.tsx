import type {
  FieldErrors,
  UseFormRegister,
  UseFormSetValue,
} from 'react-hook-form';

import { observerRule } from '@/components/observer-rule';
import { PhoneHint } from '@/components/phone-hint';
import { PinInput } from '@/components/pin-input';
import { Field, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import type { ProfileInput } from './profile-input';

interface ProfileFieldsProps {
  register: UseFormRegister<ProfileInput>;
  errors: FieldErrors<ProfileInput>;
  /** The phone as it is typed. */
  phone: string;
  /** The phone as it is stored. */
  kept?: string | undefined;
  /** Whose phone it may be: the edited observer. */
  ownId?: number | undefined;
  /** May be read and copied, not changed. */
  readOnly?: boolean | undefined;
  /** View mode (docs/specification.md 2). */
  disabled?: boolean | undefined;
}

/**
 * Name and phone of an observer, with a warning when another observer has the
 * phone.
 */
export function ProfileFields(props: ProfileFieldsProps) {
  const { register, errors, phone, kept, ownId, readOnly, disabled } = props;
  const { t } = useTranslation();
  const isLocked = readOnly === true || disabled === true;
  const lock = { readOnly: isLocked, disabled, autoComplete: 'off' };
  return (
    <>
      <Field
        label={t('profile.name')}
        required={!isLocked}
        error={errors.name?.message}
      >
        <TextInput
          {...register('name', { validate: observerRule('name', t) })}
          {...lock}
        />
      </Field>
      <Field
        label={t('profile.phone')}
        required={!isLocked}
        error={errors.phone?.message}
        hint={
          isLocked ? undefined : (
            <PhoneHint typed={phone} kept={kept} ownId={ownId} />
          )
        }
      >
        <TextInput
          {...register('phone', { validate: observerRule('phone', t, kept) })}
          {...lock}
          type="tel"
        />
      </Field>
    </>
  );
}

interface PinFieldProps {
  register: UseFormRegister<ProfileInput>;
  setValue: UseFormSetValue<ProfileInput>;
  errors: FieldErrors<ProfileInput>;
}

/** The PIN, shown as a password (docs/specification.md 2). */
export function PinField({ register, setValue, errors }: PinFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('profile.pin')} required error={errors.pin?.message}>
      <PinInput
        {...register('pin', {
          validate: observerRule('pin', t),
          shouldUnregister: true,
        })}
        onPropose={(pin) =>
          setValue('pin', pin, { shouldDirty: true, shouldValidate: true })
        }
      />
    </Field>
  );
}
