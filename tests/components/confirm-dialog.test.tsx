import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { ConfirmDialog } from '@/components/confirm-dialog';

import { speak } from '../support/texts';

beforeEach(async () => {
  await speak('en');
  return cleanup;
});

const button = (name: string) =>
  screen.getByRole<HTMLButtonElement>('button', { name });

function ask(onConfirm: () => Promise<string | void>) {
  const onClose = vi.fn();
  render(
    <ConfirmDialog
      danger
      onClose={onClose}
      title="Delete Delia?"
      text="The row leaves this list now."
      confirmLabel="Delete"
      cancelLabel="Cancel"
      failedText="Full"
      onConfirm={onConfirm}
    />,
  );
  return onClose;
}

describe('confirm dialog', () => {
  it('stores the change once, however often it is pressed, then closes', async () => {
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

  it.each([
    ['says why not', 'The code is taken', async () => 'The code is taken'],
    [
      'cannot be stored',
      'Full',
      async () => {
        throw new Error('QuotaExceededError');
      },
    ],
  ])(
    'stays open when the change %s, and can be tried again',
    async (_what, words, change) => {
      const onConfirm = vi.fn<() => Promise<string | void>>(change);
      const onClose = ask(onConfirm);
      await act(async () => void fireEvent.click(button('Delete')));
      expect(onClose).not.toHaveBeenCalled();
      expect(screen.getByRole('alert').textContent).toBe(words);
      onConfirm.mockResolvedValue(undefined);
      await act(async () => void fireEvent.click(button('Delete')));
      expect(onConfirm).toHaveBeenCalledTimes(2);
      expect(onClose).toHaveBeenCalledOnce();
    },
  );

  it('does nothing on cancel', () => {
    const onConfirm = vi.fn(async () => {});
    const onClose = ask(onConfirm);
    fireEvent.click(button('Cancel'));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
  });
});
