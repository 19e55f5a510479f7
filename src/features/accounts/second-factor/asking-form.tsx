import type { FormEvent, ReactNode } from 'react';

import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Field, PasswordInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import { accountFailure } from '@/features/accounts/account-failure';
import styles from './second-factor.module.css';
import type { Asking } from './use-asking';

interface AskingFormProps {
  asking: Asking;
  /** What happens then. */
  text: string;
  label: string;
  danger?: boolean | undefined;
  /** Whether all fields are filled. */
  isComplete: boolean;
  onAsk: () => void;
  onCancel?: (() => void) | undefined;
  children: ReactNode;
}

/** Fields that the server looks at, and why it refused them. */
export function AskingForm(props: AskingFormProps) {
  const { asking, text, label, danger = false, isComplete, onAsk } = props;
  const { onCancel, children } = props;
  const { t } = useTranslation();
  const { needsServer, failure, isBusy } = asking;
  const reason =
    needsServer ?? (isComplete ? undefined : t('accounts.incomplete'));

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (reason === undefined) onAsk();
  }

  return (
    <form noValidate className={styles.form} onSubmit={handleSubmit}>
      <p className="muted">{text}</p>
      {failure === undefined ? null : (
        <div role="alert">
          <Banner tone="refused" icon="alert" title={t('common.error')}>
            {accountFailure(failure, t, 'secondFactor.changed')}
          </Banner>
        </div>
      )}
      {children}
      <div className={styles.actions}>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          reason={reason}
          aria-disabled={isBusy}
        >
          {label}
        </Button>
        {onCancel === undefined ? null : (
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
        )}
      </div>
    </form>
  );
}

interface OwnPasswordProps {
  asking: Asking;
  value: string;
  onValue: (password: string) => void;
}

/** The password of the own account, asked for once more. */
export function OwnPassword({ asking, value, onValue }: OwnPasswordProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={t('account.current')}
      error={asking.isPasswordWrong ? t('account.wrong') : undefined}
      required
    >
      <PasswordInput
        autoComplete="current-password"
        value={value}
        showLabel={t('login.show')}
        hideLabel={t('login.hide')}
        onChange={({ target }) => onValue(target.value)}
      />
    </Field>
  );
}
