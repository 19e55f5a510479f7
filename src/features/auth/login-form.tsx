import type { FormEvent } from 'react';
import { useRef, useState } from 'react';

import { config } from '@/config';
import { signIn } from '@/data/session/sign-in';
import type { FailureKind } from '@/domain/outbox/outcome';
import { readToken } from '@/domain/user';
import { setToken } from '@/state/session';
import { Button } from '@/ui/button';
import { Field, PasswordInput, TextInput } from '@/ui/field/field';
import { Icon } from '@/ui/icon';
import { useTranslation } from '@/ui/texts';

import styles from './login-form.module.css';

type Missing = 'user' | 'password';

/**
 * User and password, and why a sign-in failed. The password is read from its
 * field when it is sent and stored nowhere else. A success stores the token;
 * the guard of the route takes it from there.
 */
export function LoginForm() {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<FailureKind>();
  const [missing, setMissing] = useState<Missing>();
  const [isBusy, setBusy] = useState(false);
  const user = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const isWrong = failure !== undefined && isCredentialsFailure(failure);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const credentials = {
      user: user.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
    };
    if (isBusy || isIncomplete(credentials)) return;
    setFailure(undefined);
    setBusy(true);
    const reply = await signIn(credentials, config.apiHost);
    setBusy(false);
    if (!reply.ok) fail(reply.failure.kind);
    else if (readToken(reply.value) === undefined) fail('unreadable');
    else setToken(reply.value);
  }

  function isIncomplete(credentials: Record<Missing, string>): boolean {
    const first = (['user', 'password'] as const).find(
      (name) => credentials[name] === '',
    );
    setMissing(first);
    if (first === 'user') user.current?.focus();
    if (first === 'password') password.current?.focus();
    return first !== undefined;
  }

  function fail(kind: FailureKind) {
    setFailure(kind);
    if (!isCredentialsFailure(kind)) return;
    // Selected: typing replaces it, and a typo can still be looked at.
    password.current?.focus();
    password.current?.select();
  }

  function requiredError(name: Missing) {
    return missing === name
      ? t('VALIDATION_REQUIRED', { field: t(`login.${name}`) })
      : undefined;
  }

  return (
    <form
      className={styles.form}
      aria-label={t('login.title')}
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
    >
      {failure === undefined ? null : (
        <div
          className={styles.failure}
          data-tone={isWrong ? 'refused' : 'waiting'}
          role="alert"
          id="login-failure"
        >
          <Icon name={isWrong ? 'alert' : 'offline'} />
          <span>{t(loginFailureKey(failure))}</span>
        </div>
      )}
      <Field label={t('login.user')} error={requiredError('user')}>
        <TextInput
          ref={user}
          name="user"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...wrongField(isWrong)}
        />
      </Field>
      <Field label={t('login.password')} error={requiredError('password')}>
        <PasswordInput
          ref={password}
          name="password"
          autoComplete="current-password"
          showLabel={t('login.show')}
          hideLabel={t('login.hide')}
          {...wrongField(isWrong)}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className={styles.submit}
        aria-disabled={isBusy}
      >
        {t(isBusy ? 'login.busy' : 'login.submit')}
      </Button>
    </form>
  );
}

function wrongField(isWrong: boolean) {
  return isWrong
    ? { 'aria-invalid': true, 'aria-describedby': 'login-failure' }
    : {};
}

/**
 * Whether the server looked at user and password and said no
 * (docs/api-contract.md 2.1: 400, 401 or 403).
 */
function isCredentialsFailure(kind: FailureKind): boolean {
  return kind === 'refused' || kind === 'unauthorized' || kind === 'forbidden';
}

/**
 * The translation key for a failed sign-in: a wrong password must never look
 * like a missing network, nor the other way round.
 */
function loginFailureKey(kind: FailureKind): string {
  if (isCredentialsFailure(kind)) return 'CREDENTIALS_INVALID';
  switch (kind) {
    case 'offline':
    case 'timeout':
      return 'login.failure.unreachable';
    case 'unreadable':
    case 'missing':
      return 'login.failure.unreadable';
    case 'busy':
      return 'login.failure.busy';
    case 'noWorker':
      return 'login.failure.noWorker';
    default:
      // The other kinds have nothing to do with a wrong password.
      return 'login.failure.server';
  }
}
