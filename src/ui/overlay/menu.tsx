import type { KeyboardEvent } from 'react';
import { cloneElement, createContext, use, useState } from 'react';

import { latePart, useLatePart, warm } from './late-part';
import type {
  MenuItemProps,
  MenuLinkProps,
  MenuProps,
  MenuRadioGroupProps,
  Opening,
} from './menu-parts';

const menuParts = latePart(() => import('./menu-parts'));
/** Loads what an opened menu is drawn with. */
export const loadMenus = menuParts.load;

type Parts = Awaited<ReturnType<typeof loadMenus>>;
const PartsContext = createContext<Parts | undefined>(undefined);

/**
 * A list of actions behind a button. Arrow keys, Home, End, first letters,
 * Escape. Until it is first opened, it is the button alone
 * (docs/decisions/0054-menus-and-dialogs-are-loaded-when-they-open.md).
 */
export function Menu(props: MenuProps) {
  const [opening, setOpening] = useState<Opening>();
  const parts = useLatePart(menuParts, opening !== undefined);
  if (opening !== undefined && parts) {
    return (
      <PartsContext value={parts}>
        <parts.OpenedMenu {...props} opening={opening} />
      </PartsContext>
    );
  }

  function handleKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
    event.preventDefault();
    setOpening(key);
  }

  return cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => warm(menuParts),
    onFocus: () => warm(menuParts),
    onKeyDown: handleKeyDown,
    // A click of the keyboard has no count.
    onClick: ({ detail }) => setOpening(detail === 0 ? 'click' : 'pointer'),
  });
}

export function MenuItem(props: MenuItemProps) {
  const parts = useParts();
  return <parts.MenuItem {...props} />;
}

export function MenuLink(props: MenuLinkProps) {
  const parts = useParts();
  return <parts.MenuLink {...props} />;
}

export function MenuSeparator() {
  const parts = useParts();
  return <parts.MenuSeparator />;
}

export function MenuRadioGroup<Value extends string>(
  props: MenuRadioGroupProps<Value>,
) {
  const parts = useParts();
  return <parts.MenuRadioGroup {...props} />;
}

function useParts(): Parts {
  const parts = use(PartsContext);
  if (!parts) throw new Error('An item of a menu stands outside of a menu');
  return parts;
}
