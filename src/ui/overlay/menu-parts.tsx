import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';

import { classNames } from '@/ui/class-names';
import { Icon, type IconName } from '@/ui/icon';
import { landmarkOf } from '@/ui/layout/landmark';
import { Link, type RenderLink } from '@/ui/link';
import styles from './menu.module.css';

export interface MenuProps {
  /** A `Button` or an `IconButton`; the menu gives it what makes it a menu button. */
  trigger: ReactElement<ComponentProps<'button'>>;
  align?: 'start' | 'center' | 'end' | undefined;
  children: ReactNode;
}

/** What opened a menu: the pointer, a click of the keyboard, or an arrow key. */
export type Opening = 'pointer' | 'click' | 'ArrowDown' | 'ArrowUp';

interface OpenedMenuProps extends MenuProps {
  opening: Opening;
}

/** A menu that was opened once: its button took the place of a simpler one. */
export function OpenedMenu(props: OpenedMenuProps) {
  const { trigger, align = 'end', opening, children } = props;
  const [landmark, setLandmark] = useState<HTMLElement | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (button.current) setLandmark(landmarkOf(button.current));
    button.current?.focus();
  }, []);
  useEffect(() => {
    // From the keyboard, the first or the last item gets the focus.
    if (opening === 'click') button.current?.click();
    else if (opening !== 'pointer') pressKey(button.current, opening);
  }, [opening]);
  return (
    <Base.Root modal={false} defaultOpen={opening === 'pointer'}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal container={landmark}>
        <Base.Positioner
          // Not cut off where the landmark scrolls.
          positionMethod="fixed"
          className={styles.positioner}
          align={align}
          sideOffset={4}
          collisionPadding={8}
        >
          <Base.Popup className={styles.menu}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function pressKey(target: HTMLElement | null, key: string): void {
  target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

export interface MenuItemProps {
  icon?: IconName | undefined;
  danger?: boolean | undefined;
  /** Why it cannot be used now: disabled, still reachable, and it says why. */
  reason?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem(props: MenuItemProps) {
  const { icon, danger = false, reason, onSelect, children } = props;
  return (
    <Base.Item
      className={classNames(styles.item, danger && styles.danger)}
      disabled={reason !== undefined}
      onClick={onSelect}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      <span className={styles.words}>
        {children}
        {reason === undefined ? null : (
          <span className={styles.reason}>{reason}</span>
        )}
      </span>
    </Base.Item>
  );
}

export interface MenuLinkProps {
  icon?: IconName | undefined;
  href: string;
  /** This is the page we are on. */
  current?: boolean | undefined;
  target?: string | undefined;
  render?: RenderLink | undefined;
  children: ReactNode;
}

export function MenuLink(props: MenuLinkProps) {
  const { icon, href, current = false, target, render, children } = props;
  return (
    <Base.LinkItem
      className={styles.item}
      aria-current={current ? 'page' : undefined}
      closeOnClick
      render={<Link href={href} target={target} render={render} />}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </Base.LinkItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className={styles.line} />;
}

export interface MenuRadioGroupProps<Value extends string> {
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
  return (
    <Base.RadioGroup
      value={value}
      onValueChange={(next: unknown) => {
        const item = items.find((one) => one.value === next);
        if (item !== undefined) onChange(item.value);
      }}
    >
      <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
      {items.map((item) => (
        <Base.RadioItem
          key={item.value}
          value={item.value}
          lang={item.lang}
          className={styles.item}
          closeOnClick
        >
          <span className={styles.tick}>
            <Base.RadioItemIndicator>
              <Icon name="check" small />
            </Base.RadioItemIndicator>
          </span>
          {item.label}
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}
