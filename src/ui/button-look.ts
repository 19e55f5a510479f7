import styles from './button.module.css';
import { classNames } from './class-names';

/** One filled button per task: a screen, or the bar or dialog that takes over from it. */
export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger' | 'link';

/** What buttons and links that look like buttons share. */
export interface ButtonLook {
  variant?: ButtonVariant | undefined;
  small?: boolean | undefined;
}

export function buttonClass(look: ButtonLook, extra?: string): string {
  const { variant = 'default', small = false } = look;
  return classNames(
    styles.button,
    variant !== 'default' && styles[variant],
    small && styles.small,
    extra,
  );
}
