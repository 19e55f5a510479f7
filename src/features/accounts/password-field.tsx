import type { ComponentPropsWithRef } from 'react';

import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@/domain/account';
import { Field, PasswordInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

interface NewPasswordProps extends Omit<
  ComponentPropsWithRef<typeof PasswordInput>,
  'showLabel' | 'hideLabel'
> {
  label: string;
}

/** A password that is set: how long it must be stands below it. */
export function NewPassword({ label, ...input }: NewPasswordProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={label}
      hint={t('accounts.passwordHint', { count: MIN_PASSWORD_LENGTH })}
      required
    >
      <PasswordInput
        autoComplete="new-password"
        maxLength={MAX_PASSWORD_LENGTH}
        showLabel={t('login.show')}
        hideLabel={t('login.hide')}
        {...input}
      />
    </Field>
  );
}
