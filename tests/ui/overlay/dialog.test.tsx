import {
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';

afterEach(cleanup);

const button = (name: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name });

describe('dialog', () => {
  it('is named by its title, and closes by Escape', async () => {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Shortcuts" closeLabel="Close">
        j, k
      </Dialog>,
    );
    const dialog = screen.getByRole('dialog', { name: 'Shortcuts' });
    await waitFor(() =>
      expect(dialog.contains(document.activeElement)).toBe(true),
    );
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is not there while it is closed', () => {
    render(
      <Dialog open={false} onClose={() => {}} title="Shortcuts">
        j, k
      </Dialog>,
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a dialog that stores a change', () => {
  it('closes for nobody, and no button in it can be pressed', () => {
    const onClose = vi.fn();
    const onSave = vi.fn();
    const storing = { isBusy: true, busyLabel: 'Saving', failure: undefined };
    render(
      <Dialog
        open
        onClose={onClose}
        title="Save?"
        closeLabel="Close"
        storing={storing}
        footer={<Button onClick={onSave}>Save</Button>}
      />,
    );
    const dialog = screen.getByRole('dialog', { name: 'Save?' });
    expect(dialog.getAttribute('aria-busy')).toBe('true');
    screen.getByRole('progressbar', { name: 'Saving' });
    fireEvent.keyDown(dialog, { key: 'Escape' });
    fireEvent.click(button('Close'));
    fireEvent.click(button('Save'));
    expect(button('Save').getAttribute('aria-disabled')).toBe('true');
    expect(onClose).not.toHaveBeenCalled();
    expect(onSave).not.toHaveBeenCalled();
  });

  it('says why the last one was not stored', () => {
    const storing = { isBusy: false, busyLabel: 'Saving', failure: 'Full' };
    render(<Dialog open onClose={() => {}} title="Save?" storing={storing} />);
    expect(screen.getByRole('alert').textContent).toBe('Full');
  });
});

describe('a press beside a dialog', () => {
  function press(dialog: HTMLElement) {
    fireEvent.mouseDown(dialog);
    fireEvent.click(dialog);
  }

  function show(field: ReactNode) {
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="Call">
        {field}
      </Dialog>,
    );
    return { onClose, dialog: screen.getByRole('dialog', { name: 'Call' }) };
  }

  it('closes it', () => {
    const { onClose, dialog } = show(<input aria-label="Note" />);
    press(dialog);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes nothing in which something was typed; Escape does', () => {
    const { onClose, dialog } = show(<input aria-label="Note" />);
    fireEvent.input(screen.getByLabelText('Note'), { target: { value: 'a' } });
    press(dialog);
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(dialog, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes it after a search: its words are no loss', () => {
    const { onClose, dialog } = show(<input type="search" aria-label="Find" />);
    fireEvent.input(screen.getByLabelText('Find'), { target: { value: 'a' } });
    press(dialog);
    expect(onClose).toHaveBeenCalledOnce();
  });
});
