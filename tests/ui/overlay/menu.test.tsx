import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Button, IconButton } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { Menu } from '@/ui/overlay/menu';
import {
  MenuItem,
  MenuLink,
  MenuRadioGroup,
  MenuSeparator,
} from '@/ui/overlay/menu-items';

afterEach(cleanup);

function Server(props: {
  onDelete: () => void;
  onSend: () => void;
  onTheme: (theme: 'light' | 'dark') => void;
}) {
  return (
    <Menu trigger={<IconButton icon="more" name="More: Delia" />}>
      <MenuLink href="/observers/edit/1" icon="edit">
        Edit
      </MenuLink>
      <MenuItem icon="send" reason="No phone number" onSelect={props.onSend}>
        Notify
      </MenuItem>
      <MenuSeparator />
      <MenuRadioGroup
        label="Theme"
        value="light"
        items={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChange={props.onTheme}
      />
      <MenuSeparator />
      <MenuLink href="/guide.pdf" target="_blank">
        Guide
      </MenuLink>
      <MenuItem icon="trash" danger onSelect={props.onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}

const button = () => screen.getByRole('button', { name: 'More: Delia' });
const focused = () => document.activeElement?.textContent;

function show() {
  const spies = { onDelete: vi.fn(), onSend: vi.fn(), onTheme: vi.fn() };
  render(<Server {...spies} />);
  return spies;
}

function open() {
  const spies = show();
  fireEvent.click(button());
  screen.getByRole('menu');
  return spies;
}

/** Presses a key where the focus is. */
function press(key: string) {
  fireEvent.keyDown(document.activeElement ?? document.body, { key });
}

function isClosed() {
  return screen.queryByRole('menu') === null;
}

describe('menu', () => {
  it('does what is chosen, and closes', () => {
    const { onDelete } = open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(onDelete).toHaveBeenCalledOnce();
    expect(isClosed()).toBe(true);
    expect(document.activeElement).toBe(button());
  });

  it('shows why an item cannot be used, and does nothing', () => {
    const { onSend } = open();
    const item = screen.getByRole('menuitem', { name: /Notify/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.textContent).toContain('No phone number');
    fireEvent.click(item);
    expect(onSend).not.toHaveBeenCalled();
  });

  it('has real links', () => {
    open();
    const link = screen.getByRole('menuitem', { name: 'Edit' });
    expect(link.getAttribute('href')).toBe('/observers/edit/1');
  });

  it('marks the choice made and emits another', () => {
    const { onTheme } = open();
    const light = screen.getByRole('menuitemradio', { name: 'Light' });
    expect(light.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    expect(onTheme).toHaveBeenCalledWith('dark');
  });
});

describe('the button of a menu', () => {
  it('says that it has a menu, and which one once it is open', () => {
    show();
    expect(button().getAttribute('aria-haspopup')).toBe('menu');
    expect(button().getAttribute('aria-expanded')).toBe('false');
    expect(button().hasAttribute('aria-controls')).toBe(false);
    const before = button();
    fireEvent.click(before);
    expect(button()).toBe(before);
    expect(before.getAttribute('aria-expanded')).toBe('true');
    const menu = screen.getByRole('menu', { name: 'More: Delia' });
    expect(before.getAttribute('aria-controls')).toBe(menu.id);
  });

  it('opens on the first item from the keyboard, on none from the pointer', () => {
    show();
    fireEvent.click(button());
    expect(focused()).toBe('Edit');
    fireEvent.click(button());
    expect(isClosed()).toBe(true);
    fireEvent.click(button(), { detail: 1 });
    expect(document.activeElement).toBe(screen.getByRole('menu'));
    press('ArrowDown');
    expect(focused()).toBe('Edit');
  });

  it.each([
    ['ArrowDown', 'Edit'],
    ['ArrowUp', 'Delete'],
  ])('opens by %s on %s', (key, item) => {
    show();
    button().focus();
    press(key);
    expect(focused()).toBe(item);
  });

  it('draws no items before it is pressed', () => {
    const Items = vi.fn(() => <MenuItem onSelect={() => {}}>Edit</MenuItem>);
    const names = Array.from({ length: 100 }, (_, row) => `Row ${row}`);
    render(
      names.map((name) => (
        <Menu key={name} trigger={<Button>{name}</Button>}>
          <Items />
        </Menu>
      )),
    );
    expect(Items).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('Row 99'));
    expect(Items).toHaveBeenCalledOnce();
  });
});

describe('the keyboard in a menu', () => {
  it('goes around with the arrows, and to both ends', () => {
    open();
    press('ArrowDown');
    expect(focused()).toContain('Notify');
    press('ArrowUp');
    press('ArrowUp');
    expect(focused()).toBe('Delete');
    press('ArrowDown');
    expect(focused()).toBe('Edit');
    press('End');
    expect(focused()).toBe('Delete');
    press('Home');
    expect(focused()).toBe('Edit');
  });

  it('finds an item by its first letters, as fast as they are typed', () => {
    const now = vi.spyOn(Event.prototype, 'timeStamp', 'get');
    open();
    now.mockReturnValue(1000);
    press('d');
    expect(focused()).toBe('Dark');
    now.mockReturnValue(1300);
    press('e');
    expect(focused()).toBe('Delete');
    now.mockReturnValue(2000);
    press('g');
    expect(focused()).toBe('Guide');
    now.mockRestore();
  });

  it('presses a link by Space, too', () => {
    open();
    const link = screen.getByRole('menuitem', { name: 'Edit' });
    const onClick = vi.fn((event: Event) => event.preventDefault());
    link.addEventListener('click', onClick);
    press(' ');
    expect(onClick).toHaveBeenCalledOnce();
    expect(isClosed()).toBe(true);
  });

  it.each(['Escape', 'Tab'])('closes by %s and is at the button', (key) => {
    open();
    press(key);
    expect(isClosed()).toBe(true);
    expect(document.activeElement).toBe(button());
  });

  it('keeps its keys to itself: Escape closes the menu, not what lies below', () => {
    const onClose = vi.fn();
    const onKey = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Server">
        <Server onDelete={vi.fn()} onSend={vi.fn()} onTheme={vi.fn()} />
      </Dialog>,
    );
    document.addEventListener('keydown', onKey);
    fireEvent.click(button());
    const dialog = screen.getByRole('dialog');
    expect(dialog.contains(screen.getByRole('menu'))).toBe(true);
    const item = screen.getByRole('menuitem', { name: 'Edit' });
    fireEvent.keyDown(item, { key: 'k', ctrlKey: true });
    expect(onKey).toHaveBeenCalledOnce();
    press('Escape');
    expect(isClosed()).toBe(true);
    expect(onKey).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
    press('Escape');
    expect(onClose).toHaveBeenCalledOnce();
    document.removeEventListener('keydown', onKey);
  });
});

describe('a menu that is left', () => {
  it('closes by a press outside, not by one on itself', () => {
    open();
    fireEvent.pointerDown(screen.getByText('Theme'));
    expect(isClosed()).toBe(false);
    fireEvent.pointerDown(document.body);
    expect(isClosed()).toBe(true);
  });

  it('closes when the focus goes elsewhere, and leaves it there', () => {
    open();
    const field = document.createElement('input');
    document.body.append(field);
    act(() => field.focus());
    expect(isClosed()).toBe(true);
    expect(document.activeElement).toBe(field);
    field.remove();
  });

  it('closes when its button is out of the window', () => {
    open();
    vi.spyOn(button(), 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, -50, 30, 30),
    );
    fireEvent.scroll(window);
    expect(isClosed()).toBe(true);
  });

  it('closes by a link that opens in a new tab', () => {
    open();
    const link = screen.getByRole('menuitem', { name: 'Guide' });
    expect(link.getAttribute('target')).toBe('_blank');
    fireEvent.click(link);
    expect(isClosed()).toBe(true);
  });
});
