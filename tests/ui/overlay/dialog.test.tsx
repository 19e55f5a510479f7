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
import { Dialog, type DialogStoring } from '@/ui/overlay/dialog';

afterEach(cleanup);

const idle: DialogStoring = {
  isBusy: false,
  busyLabel: 'Saving',
  failure: undefined,
  discards: 'Close once more to discard it',
};

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
    const storing = { ...idle, isBusy: true };
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
    const storing = { ...idle, failure: 'Full' };
    render(<Dialog open onClose={() => {}} title="Save?" storing={storing} />);
    expect(screen.getByRole('alert').textContent).toBe('Full');
  });
});

describe('a dialog in which a change was entered', () => {
  function enter(storing: DialogStoring | undefined) {
    const onClose = vi.fn();
    render(
      <Dialog
        open
        onClose={onClose}
        title="Call"
        closeLabel="Close"
        storing={storing}
        footer={<Button onClick={onClose}>Cancel</Button>}
      >
        <input aria-label="Note" />
      </Dialog>,
    );
    type('a');
    return onClose;
  }
  const type = (value: string) =>
    fireEvent.input(screen.getByLabelText('Note'), { target: { value } });
  const escape = () =>
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });

  it('says so at the first Escape, and is discarded by the second', () => {
    const onClose = enter(idle);
    escape();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe(idle.discards);
    escape();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('says so again when more is entered, and for the close button', () => {
    const onClose = enter(idle);
    escape();
    type('ab');
    expect(screen.queryByRole('status')).toBeNull();
    fireEvent.click(button('Close'));
    screen.getByRole('status');
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(button('Close'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('is discarded at once by a button that says so', () => {
    const onClose = enter(idle);
    fireEvent.click(button('Cancel'));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes at once after the change is stored, not after one that failed', () => {
    const onClose = vi.fn();
    const dialog = (storing: DialogStoring) => (
      <Dialog open onClose={onClose} title="Call" storing={storing}>
        <input aria-label="Note" />
      </Dialog>
    );
    const { rerender } = render(dialog(idle));
    type('a');
    rerender(dialog({ ...idle, isBusy: true }));
    rerender(dialog({ ...idle, failure: 'Full' }));
    escape();
    expect(onClose).not.toHaveBeenCalled();
    rerender(dialog({ ...idle, isBusy: true }));
    rerender(dialog(idle));
    expect(screen.queryByRole('status')).toBeNull();
    escape();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes at once when it stores nothing', () => {
    const onClose = enter(undefined);
    escape();
    expect(onClose).toHaveBeenCalledOnce();
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
