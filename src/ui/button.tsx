import {
  type ComponentPropsWithRef,
  type MouseEvent,
  type ReactNode,
  useId,
} from 'react';

import styles from './button.module.css';
import { useBusy } from './busy';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';
import { Link, type LinkProps, type RenderLink } from './link';
import { Tooltip } from '@/ui/overlay/tooltip';

type NativeProps = ComponentPropsWithRef<'button'>;

interface Explained {
  /** Why it cannot be used now: disabled, but it keeps the focus and says why. */
  reason?: string | undefined;
}

interface ButtonProps extends NativeProps, ButtonLook, Explained {
  icon?: IconName | undefined;
}

/**
 * A button. `type` is "button" unless told otherwise, so that none submits a
 * form by accident.
 */
export function Button({
  variant,
  small,
  icon,
  reason,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <ExplainedButton
      {...rest}
      reason={reason}
      hint={reason}
      className={buttonClass({ variant, small }, className)}
    >
      {icon === undefined ? null : <Icon name={icon} small={small} />}
      {children}
    </ExplainedButton>
  );
}

interface IconButtonProps
  extends Omit<NativeProps, 'name' | 'children'>, ButtonLook, Explained {
  icon: IconName;
  /** What it does: name for screen readers, hint for the eyes. */
  name: string;
}

/**
 * A square button with an icon alone: close, zoom, rotate, previous and next,
 * undo, row menus.
 */
export function IconButton({
  variant = 'quiet',
  small,
  icon,
  name,
  reason,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <ExplainedButton
      {...rest}
      reason={reason}
      hint={reason ?? name}
      aria-label={name}
      className={classNames(buttonClass({ variant }, className), styles.square)}
    >
      <Icon name={icon} small={small} />
    </ExplainedButton>
  );
}

interface ButtonLinkProps extends LinkProps, ButtonLook {
  icon?: IconName | undefined;
  render?: RenderLink | undefined;
}

/** A link that looks like a button: it goes somewhere, it changes nothing. */
export function ButtonLink({
  variant,
  small,
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ variant, small }, className)}>
      {icon === undefined ? null : <Icon name={icon} small={small} />}
      {children}
    </Link>
  );
}

interface ExplainedButtonProps extends NativeProps, Explained {
  hint: string | undefined;
  children: ReactNode;
}

// The tree is the same with and without a reason, so that a button that becomes disabled while
// it has the focus keeps it.
function ExplainedButton({
  reason,
  hint,
  onClick,
  'aria-describedby': describedBy,
  ...rest
}: ExplainedButtonProps) {
  const reasonId = useId();
  const isBusy = useBusy();
  const isDisabled = reason !== undefined;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // Also keeps a form from being submitted by this button, or by Enter in one of its fields.
    if (isDisabled || isBusy) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <Tooltip text={hint} onPress={isDisabled}>
      <button
        type="button"
        {...rest}
        onClick={handleClick}
        aria-disabled={isDisabled || isBusy || rest['aria-disabled']}
        aria-describedby={
          classNames(describedBy, isDisabled && reasonId) || undefined
        }
      />
      {isDisabled ? (
        <span id={reasonId} hidden>
          {reason}
        </span>
      ) : null}
    </Tooltip>
  );
}

/** One filled button per task: a screen, or the bar or dialog that takes over from it. */
type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'link';

/** What buttons and links that look like buttons share. */
interface ButtonLook {
  variant?: ButtonVariant | undefined;
  small?: boolean | undefined;
}

function buttonClass(look: ButtonLook, extra?: string): string {
  const { variant = 'default', small = false } = look;
  return classNames(
    styles.button,
    variant !== 'default' && styles[variant],
    small && styles.small,
    extra,
  );
}
