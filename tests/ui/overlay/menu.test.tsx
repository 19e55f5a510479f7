// @vitest-environment happy-dom
import {
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { IconButton } from '@/ui/button';
import {
  Menu,
  MenuItem,
  MenuLink,
  MenuRadioGroup,
  MenuSeparator,
} from '@/ui/overlay/menu';

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
      <MenuItem icon="trash" danger onSelect={props.onDelete}>
        Delete
      </MenuItem>
    </Menu>
  );
}

async function open() {
  const spies = { onDelete: vi.fn(), onSend: vi.fn(), onTheme: vi.fn() };
  render(<Server {...spies} />);
  const trigger = screen.getByRole('button', { name: 'More: Delia' });
  expect(trigger.getAttribute('aria-haspopup')).toBe('menu');
  fireEvent.click(trigger);
  await screen.findByRole('menu');
  return spies;
}

describe('menu', () => {
  it('does what is chosen, and closes', async () => {
    const { onDelete } = await open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(onDelete).toHaveBeenCalledOnce();
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  });

  it('shows why an item cannot be used, and does nothing', async () => {
    const { onSend } = await open();
    const item = screen.getByRole('menuitem', { name: /Notify/ });
    expect(item.getAttribute('aria-disabled')).toBe('true');
    expect(item.textContent).toContain('No phone number');
    fireEvent.click(item);
    expect(onSend).not.toHaveBeenCalled();
  });

  it('has real links', async () => {
    await open();
    const link = screen.getByRole('menuitem', { name: 'Edit' });
    expect(link.getAttribute('href')).toBe('/observers/edit/1');
  });

  it('marks the choice made and emits another', async () => {
    const { onTheme } = await open();
    const light = screen.getByRole('menuitemradio', { name: 'Light' });
    expect(light.getAttribute('aria-checked')).toBe('true');
    fireEvent.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
    expect(onTheme).toHaveBeenCalledWith('dark');
  });
});
