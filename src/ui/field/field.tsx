import {
  type ComponentPropsWithRef,
  type ReactNode,
  useId,
  useMemo,
  useState,
} from 'react';

import { IconButton } from '@/ui/button';
import checkStyles from './check-box.module.css';
import { classNames } from '@/ui/class-names';
import { FieldProvider, useControl } from './field-context';
import styles from './field.module.css';
import { Icon } from '@/ui/icon';

interface FieldProps {
  label: ReactNode;
  /** What to write, or why it is locked. */
  hint?: ReactNode | undefined;
  /** What is wrong; shown with an icon and told to screen readers with the control. */
  error?: ReactNode | undefined;
  required?: boolean | undefined;
  className?: string | undefined;
  /** One control: an input, a select, a combobox. */
  children: ReactNode;
}

/** A label over a control, with hint and error tied to it by ids. */
export function Field(props: FieldProps) {
  const { label, hint, error, required = false, className, children } = props;
  const id = useId();
  const link = useLink(id, hasWords(hint), hasWords(error), required);
  return (
    <div className={classNames(styles.field, className)}>
      <label id={link.labelId} className={styles.label} htmlFor={link.id}>
        {label}
        {/* The mark is for the eyes; the control says aria-required. */}
        {required ? <span aria-hidden="true"> *</span> : null}
      </label>
      <FieldProvider value={link}>{children}</FieldProvider>
      {hasWords(error) ? (
        <span className={styles.error} id={`${id}-error`}>
          <Icon name="alert" small />
          <span>{error}</span>
        </span>
      ) : null}
      {hasWords(hint) ? (
        <span className={styles.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}

interface InlineFieldProps {
  label: ReactNode;
  /** Takes more of the line than its neighbours. */
  wide?: boolean | undefined;
  invalid?: boolean | undefined;
  children: ReactNode;
}

/** Label and control in one frame: a whole filter fits on one line. */
export function InlineField(props: InlineFieldProps) {
  const { label, wide = false, invalid = false, children } = props;
  const link = useLink(useId(), false, false, false, invalid);
  return (
    <div className={classNames(styles.inline, wide && styles.wide)}>
      <label id={link.labelId} className={styles.label} htmlFor={link.id}>
        {label}
      </label>
      <FieldProvider value={link}>{children}</FieldProvider>
    </div>
  );
}

export function TextInput(props: ComponentPropsWithRef<'input'>) {
  const { className, ...rest } = props;
  return (
    <input
      type="text"
      {...rest}
      {...useControl(props)}
      className={classNames(styles.input, className)}
    />
  );
}

interface PasswordProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  /** Name of the button while the text is hidden. */
  showLabel: string;
  /** Name of the button while the text can be read. */
  hideLabel: string;
}

/** A secret, hidden until asked for. */
export function PasswordInput(props: PasswordProps) {
  const { showLabel, hideLabel, ...rest } = props;
  const [isShown, setShown] = useState(false);
  return (
    <span className={styles.box}>
      <TextInput
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={styles['with-button']}
      />
      <IconButton
        icon={isShown ? 'hide' : 'eye'}
        name={isShown ? hideLabel : showLabel}
        className={styles.button}
        onClick={() => setShown(!isShown)}
      />
    </span>
  );
}

export function TextArea(props: ComponentPropsWithRef<'textarea'>) {
  const { className, ...rest } = props;
  return (
    <textarea
      {...rest}
      {...useControl(props)}
      className={classNames(styles.input, className)}
    />
  );
}

/** The browser's own list of choices: for few items that need no search. */
export function NativeSelect(props: ComponentPropsWithRef<'select'>) {
  const { className, ...rest } = props;
  return (
    <span className={styles.box}>
      <select
        {...rest}
        {...useControl(props)}
        className={classNames(styles.select, className)}
      />
      <Icon name="down" small className={styles.arrow} />
    </span>
  );
}

interface CheckProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  /** The words beside the box. */
  children: ReactNode;
}

export function Checkbox({ children, ...rest }: CheckProps) {
  return (
    <label className={styles.check}>
      <input {...rest} type="checkbox" className={checkStyles.box} />
      <span>{children}</span>
    </label>
  );
}

/** One of several choices; give all of them the same `name`. */
export function Radio({ children, ...rest }: CheckProps) {
  return (
    <label className={styles.check}>
      <input {...rest} type="radio" className={checkStyles.box} />
      <span>{children}</span>
    </label>
  );
}

function useLink(
  id: string,
  hasHint: boolean,
  hasError: boolean,
  required: boolean,
  invalid = hasError,
) {
  return useMemo(
    () => ({
      id: `${id}-control`,
      labelId: `${id}-label`,
      describedBy:
        classNames(hasError && `${id}-error`, hasHint && `${id}-hint`) ||
        undefined,
      invalid,
      required,
    }),
    [id, hasHint, hasError, required, invalid],
  );
}

// An error of '' or null is no error: forms pass their state as it is.
function hasWords(node: ReactNode) {
  return node !== undefined && node !== null && node !== '' && node !== false;
}
