import type { FormEvent } from 'react';
import { useState } from 'react';

import { useServerNeeded } from '@/components/use-offline';
import { changeStaff } from '@/data/accounts';
import { MIN_PASSWORD_LENGTH } from '@/domain/account';
import type { Failure } from '@/domain/outbox/outcome';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Field, PasswordInput } from '@/ui/field/field';
import { Panel } from '@/ui/layout/panel';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { accountFailure } from './account-failure';
import styles from './accounts.module.css';
import { NewPassword } from './password-field';

/**
 * Changes the own password. The server ends all sessions then, this one too:
 * unsent work stays on the device and goes on after the next sign-in.
 */
export function PasswordForm() {
  const { t } = useTranslation();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const needsServer = useServerNeeded();
  const isComplete = current !== '' && next.length >= MIN_PASSWORD_LENGTH;
  const reason =
    needsServer ?? (isComplete ? undefined : t('accounts.incomplete'));
  const isWrong = failure?.kind === 'refused';

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (reason !== undefined || isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const reply = await changeStaff({ kind: 'changePassword', current, next });
    setBusy(false);
    if (!reply.ok) return setFailure(reply.failure);
    setCurrent('');
    setNext('');
    showToast({ tone: 'done', text: t('account.changed') });
  }

  return (
    <Panel aria-label={t('account.password')} className={styles.panel}>
      <h2>{t('account.password')}</h2>
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => void handleSubmit(event)}
      >
        <p className="muted">{t('account.passwordText')}</p>
        {failure === undefined || isWrong ? null : (
          <div role="alert">
            <Banner tone="refused" icon="alert" title={t('common.error')}>
              {accountFailure(failure, t, 'common.failure.conflict')}
            </Banner>
          </div>
        )}
        <Field
          label={t('account.current')}
          error={isWrong ? t('account.wrong') : undefined}
          required
        >
          <PasswordInput
            autoComplete="current-password"
            value={current}
            showLabel={t('login.show')}
            hideLabel={t('login.hide')}
            onChange={({ target }) => setCurrent(target.value)}
          />
        </Field>
        <NewPassword
          label={t('account.next')}
          value={next}
          onChange={({ target }) => setNext(target.value)}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            reason={reason}
            aria-disabled={isBusy}
          >
            {t('account.change')}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
