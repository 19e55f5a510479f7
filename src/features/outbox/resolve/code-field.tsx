import { Field, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import styles from './resolver.module.css';
import type { useNewCode } from './use-new-code';

type CodeFieldProps = Pick<
  ReturnType<typeof useNewCode>,
  'code' | 'setCode' | 'error'
>;

/** The code that a form goes out under. */
export function CodeField({ code, setCode, error }: CodeFieldProps) {
  const { t } = useTranslation();
  return (
    <Field
      label={t('outbox.resolve.code')}
      error={error}
      required
      className={styles.code}
    >
      <TextInput
        value={code}
        autoComplete="off"
        onChange={({ target }) => setCode(target.value)}
      />
    </Field>
  );
}
