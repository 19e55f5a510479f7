import type {
  ComponentProps,
  KeyboardEvent,
  ReactElement,
  ReactNode,
} from 'react';
import { cloneElement, useId, useState } from 'react';

import { MenuPopup, type Opening } from './menu-popup';

interface MenuProps {
  /** A `Button` or an `IconButton`; the menu gives it what makes it a menu button. */
  trigger: ReactElement<ComponentProps<'button'>>;
  align?: 'start' | 'center' | 'end' | undefined;
  /** Its items; not drawn while it is closed. */
  children: ReactNode;
}

/**
 * A list of actions behind a button. Arrow keys, Home, End, first letters,
 * Escape.
 */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const id = useId();
  const menuId = `${id}menu`;
  const [opening, setOpening] = useState<Opening>();

  function close() {
    opening?.button.focus({ preventScroll: true });
    setOpening(undefined);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
    const { key, currentTarget: button } = event;
    if (key === 'ArrowDown') setOpening({ button, focus: 'first' });
    else if (key === 'ArrowUp') setOpening({ button, focus: 'last' });
    else if (key === 'Escape' && opening) close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      {cloneElement(trigger, {
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opening !== undefined,
        'aria-controls': opening && menuId,
        onKeyDown: handleKeyDown,
        onClick({ currentTarget: button, detail }) {
          // A click of the keyboard has no count.
          if (opening) close();
          else setOpening({ button, focus: detail === 0 ? 'first' : 'menu' });
        },
      })}
      {opening ? (
        <MenuPopup
          id={menuId}
          labelId={id}
          opening={opening}
          align={align}
          onClose={close}
          onLeave={() => setOpening(undefined)}
        >
          {children}
        </MenuPopup>
      ) : null}
    </>
  );
}
