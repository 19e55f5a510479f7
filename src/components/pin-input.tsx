import type { ChangeEvent, ComponentProps } from 'react';
import { useState } from 'react';

import { Button } from '@/ui/button';
import { PasswordInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

interface PinInputProps extends Omit<
  ComponentProps<typeof PasswordInput>,
  'autoComplete' | 'showLabel' | 'hideLabel'
> {
  /** Puts a PIN into the field. */
  onPropose: (pin: string) => void;
}

/**
 * The PIN of an observer, shown as a password (docs/specification.md 2). A random one
 * is proposed on demand, and can be read until another one is typed.
 */
export function PinInput({ onPropose, onChange, ...rest }: PinInputProps) {
  const { t } = useTranslation();
  const [proposed, setProposed] = useState<string>();

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    setProposed(undefined);
    onChange?.(event);
  }

  function handlePropose() {
    const pin = randomPin();
    setProposed(pin);
    onPropose(pin);
  }

  return (
    <>
      <PasswordInput
        {...rest}
        onChange={handleChange}
        autoComplete="off"
        showLabel={t('profile.showPin')}
        hideLabel={t('profile.hidePin')}
      />
      <span className="row small">
        <Button variant="link" onClick={handlePropose}>
          {t('profile.proposePin')}
        </Button>
        <output>
          {proposed === undefined
            ? null
            : t('profile.proposedPin', { pin: proposed })}
        </output>
      </span>
    </>
  );
}

/** Six digits. */
function randomPin(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return String(number % 1_000_000).padStart(6, '0');
}
