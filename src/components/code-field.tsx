import type { ComponentPropsWithRef, ReactNode } from 'react';

import type { CodeProblem } from '@/domain/outbox/outcome';
import { Field, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

interface CodeFieldProps extends ComponentPropsWithRef<typeof TextInput> {
  /** What is wrong besides what the server said of the code. */
  error?: ReactNode | undefined;
  /** What the server said of the last code. */
  problem?: CodeProblem | undefined;
  /** Only the app's code counts here, no recovery code. */
  isOfApp?: boolean | undefined;
}

/** The code of an authenticator app, or a recovery code; pasted with blanks, too. */
export function CodeField(props: CodeFieldProps) {
  const { error, problem, isOfApp = false, ...input } = props;
  const { t } = useTranslation();
  const isRefused = problem !== undefined && problem !== 'needed';
  return (
    <Field
      label={t('secondFactor.code')}
      hint={t(isOfApp ? 'secondFactor.appHint' : 'secondFactor.hint')}
      error={error ?? (isRefused ? t(`secondFactor.${problem}`) : undefined)}
      required
    >
      <TextInput
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        {...input}
      />
    </Field>
  );
}
