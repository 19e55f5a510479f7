// @vitest-environment happy-dom
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
  waitFor,
} from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { ConfirmDialog, Dialog } from '@/ui/dialog';

afterEach(cleanup);

const button = (name: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name });

function ask(onConfirm: () => Promise<void | boolean>) {
  const onClose = vi.fn();
  render(
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title="Delete Delia?"
      text="The row leaves this list now."
      confirmLabel="Delete"
      cancelLabel="Cancel"
      onConfirm={onConfirm}
    />,
  );
  return onClose;
}

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

describe('confirm dialog', () => {
  it('does the work once, however often it is pressed, then closes', async () => {
    let finish: (() => void) | undefined;
    const onConfirm = vi.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const onClose = ask(onConfirm);
    fireEvent.click(button('Delete'));
    fireEvent.click(button('Delete'));
    fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(onClose).not.toHaveBeenCalled();
    await act(async () => finish?.());
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('stays open when the work says no, and can be tried again', async () => {
    const onConfirm = vi.fn(async () => false);
    const onClose = ask(onConfirm);
    await act(async () => void fireEvent.click(button('Delete')));
    expect(onClose).not.toHaveBeenCalled();
    await act(async () => void fireEvent.click(button('Delete')));
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });

  it('does nothing on cancel', () => {
    const onConfirm = vi.fn(async () => {});
    const onClose = ask(onConfirm);
    fireEvent.click(button('Cancel'));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
  });
});
