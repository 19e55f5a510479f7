import { createContext, type ReactNode, use } from 'react';

import { classNames } from '@/ui/class-names';
import { Icon, type IconName } from '@/ui/icon';
import { Link } from '@/ui/link';
import styles from './menu.module.css';

/** Closes the menu around an item and gives the focus back to its button. */
export const CloseMenu = createContext(() => {});

interface MenuItemProps {
  icon?: IconName | undefined;
  danger?: boolean | undefined;
  /** Why it cannot be used now: disabled, still reachable, and it says why. */
  reason?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem(props: MenuItemProps) {
  const { icon, danger = false, reason, onSelect, children } = props;
  const close = use(CloseMenu);
  const isDisabled = reason !== undefined;

  function handleClick() {
    if (isDisabled) return;
    // First, so that a dialog that opens now gives the focus back to the button.
    close();
    onSelect();
  }

  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={isDisabled || undefined}
      className={classNames(styles.item, danger && styles.danger)}
      onClick={handleClick}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span className={styles.words}>
        {children}
        {isDisabled ? <span className={styles.reason}>{reason}</span> : null}
      </span>
    </button>
  );
}

interface MenuLinkProps {
  icon?: IconName | undefined;
  href: string;
  /** This is the page we are on. */
  current?: boolean | undefined;
  target?: string | undefined;
  children: ReactNode;
}

export function MenuLink(props: MenuLinkProps) {
  const { icon, href, current = false, target, children } = props;
  return (
    <Link
      href={href}
      target={target}
      role="menuitem"
      tabIndex={-1}
      aria-current={current ? 'page' : undefined}
      className={styles.item}
      onClick={use(CloseMenu)}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </Link>
  );
}

export function MenuSeparator() {
  return <hr className={styles.line} />;
}

interface MenuRadioGroupProps<Value extends string> {
  /** What is being chosen: "Theme". */
  label: ReactNode;
  value: Value;
  items: readonly {
    value: Value;
    label: ReactNode;
    lang?: string | undefined;
  }[];
  onChange: (value: Value) => void;
}

export function MenuRadioGroup<Value extends string>(
  props: MenuRadioGroupProps<Value>,
) {
  const { label, value, items, onChange } = props;
  const close = use(CloseMenu);
  return (
    <fieldset>
      <legend className={styles.label}>{label}</legend>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={item.value === value}
          lang={item.lang}
          className={styles.item}
          onClick={() => {
            close();
            onChange(item.value);
          }}
        >
          <span className={styles.tick}>
            {item.value === value ? <Icon name="check" small /> : null}
          </span>
          {item.label}
        </button>
      ))}
    </fieldset>
  );
}
