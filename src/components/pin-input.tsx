import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';

import { PasswordInput } from '@/ui/field/field';

type PinInputProps = Omit<
  ComponentProps<typeof PasswordInput>,
  'autoComplete' | 'showLabel' | 'hideLabel'
>;

/** The PIN of an observer, shown as a password (docs/specification.md 2). */
export function PinInput(props: PinInputProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...props}
      autoComplete="off"
      showLabel={t('profile.showPin')}
      hideLabel={t('profile.hidePin')}
    />
  );
}
