import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';

import { CodeField } from '@/components/code-field';
import { config } from '@/config';
import { signIn } from '@/data/session/sign-in';
import type {
  CodeProblem,
  Failure,
  FailureKind,
} from '@/domain/outbox/outcome';
import { readToken } from '@/domain/user';
import { setToken } from '@/state/session';
import { Button } from '@/ui/button';
import { Field, PasswordInput, TextInput } from '@/ui/field/field';
import { Icon } from '@/ui/icon';
import { useTranslation } from '@/ui/texts';

import styles from './login-form.module.css';

type Missing = 'user' | 'password' | 'code';

/**
 * User and password, then the code where the account has a second factor, and why a
 * sign-in failed. The password is read from its field when it is sent and stored nowhere
 * else, so the field stays while the code is asked for. A success stores the token;
 * the guard of the route takes it from there.
 */
export function LoginForm() {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<FailureKind>();
  const [missing, setMissing] = useState<Missing>();
  /** Undefined until the server wants a code, too. */
  const [codeProblem, setCodeProblem] = useState<CodeProblem>();
  const [isBusy, setBusy] = useState(false);
  const user = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const fields = { user, password, code };
  const asksForCode = codeProblem !== undefined;
  const isWrong = failure !== undefined && isCredentialsFailure(failure);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const credentials = {
      user: user.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
      ...(asksForCode && { code: code.current?.value.trim() ?? '' }),
    };
    if (isBusy || isIncomplete(credentials)) return;
    setFailure(undefined);
    setBusy(true);
    const reply = await signIn(credentials, config.apiHost);
    setBusy(false);
    if (!reply.ok) fail(reply.failure);
    else if (readToken(reply.value) === undefined) fail({ kind: 'unreadable' });
    else setToken(reply.value);
  }

  function isIncomplete(credentials: Partial<Record<Missing, string>>) {
    const first = (['user', 'password', 'code'] as const).find(
      (name) => credentials[name] === '',
    );
    setMissing(first);
    if (first !== undefined) fields[first].current?.focus();
    return first !== undefined;
  }

  function fail({ kind, secondFactor }: Failure) {
    if (secondFactor !== undefined) return askForCode(secondFactor);
    setFailure(kind);
    if (!isCredentialsFailure(kind)) return;
    // The field may have been hidden behind that of the code.
    flushSync(() => setCodeProblem(undefined));
    // Selected: typing replaces it, and a typo can still be looked at.
    password.current?.focus();
    password.current?.select();
  }

  function askForCode(problem: CodeProblem) {
    flushSync(() => setCodeProblem(problem));
    code.current?.focus();
    code.current?.select();
  }

  function handleBack() {
    setFailure(undefined);
    setMissing(undefined);
    flushSync(() => setCodeProblem(undefined));
    password.current?.focus();
  }

  function requiredError(name: Missing) {
    return missing === name
      ? t('VALIDATION_REQUIRED', {
          field: t(name === 'code' ? 'secondFactor.code' : `login.${name}`),
        })
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
      <div className={styles.fields} hidden={asksForCode}>
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
      </div>
      {codeProblem === undefined ? null : (
        <>
          <p>{t('login.codeText')}</p>
          <CodeField
            ref={code}
            problem={codeProblem}
            error={requiredError('code')}
          />
        </>
      )}
      <Button
        type="submit"
        variant="primary"
        className={styles.submit}
        aria-disabled={isBusy}
      >
        {t(isBusy ? 'login.busy' : 'login.submit')}
      </Button>
      {asksForCode ? (
        <Button variant="quiet" onClick={handleBack}>
          {t('login.back')}
        </Button>
      ) : null}
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
