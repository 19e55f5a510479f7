import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';

import { useByPhone } from '@/data/observers';
import { tidy } from '@/domain/observer';
import { observerRule } from '@/phrases/observer-rule';
import { PinInput } from '@/phrases/pin-input';
import { Field, TextInput } from '@/ui/field';
import { Mark } from '@/ui/mark';

import type { ProfileInput } from './profile-input';

interface ProfileFieldsProps {
  register: UseFormRegister<ProfileInput>;
  errors: FieldErrors<ProfileInput>;
  /** The phone as it is typed. */
  phone: string;
  /** Whose phone it may be: the edited observer. */
  ownId?: number | undefined;
  /** May be read and copied, not changed. */
  readOnly?: boolean | undefined;
  /** View mode (specification section 2). */
  disabled?: boolean | undefined;
}

/**
 * Name and phone of an observer, with a warning when somebody has the phone.
 *
 * @param props the form, and what may be done with it.
 * @returns the two fields.
 */
export function ProfileFields(props: ProfileFieldsProps) {
  const { register, errors, phone, ownId, readOnly, disabled } = props;
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
        hint={isLocked ? undefined : <SamePhone phone={phone} ownId={ownId} />}
      >
        <TextInput
          {...register('phone', { validate: observerRule('phone', t) })}
          {...lock}
          type="tel"
        />
      </Field>
    </>
  );
}

interface PinFieldProps {
  register: UseFormRegister<ProfileInput>;
  errors: FieldErrors<ProfileInput>;
}

/** The PIN, shown as a password (specification section 2). */
export function PinField({ register, errors }: PinFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('profile.pin')} required error={errors.pin?.message}>
      <PinInput
        {...register('pin', {
          validate: observerRule('pin', t),
          shouldUnregister: true,
        })}
      />
    </Field>
  );
}

/**
 * Says who has this phone already: hosts check no duplicates (contract 3.2), so
 * it is a warning and no error.
 */
function SamePhone({
  phone,
  ownId,
}: {
  phone: string;
  ownId?: number | undefined;
}) {
  const { t } = useTranslation();
  const wanted = tidy(phone);
  const others = useByPhone(wanted)?.filter(({ id }) => id !== ownId);
  const [other] = wanted === '' ? [] : (others ?? []);
  return (
    <output>
      {other ? (
        <Mark tone="waiting" icon="alert">
          {t('profile.samePhone', { name: other.name })}
        </Mark>
      ) : null}
    </output>
  );
}
