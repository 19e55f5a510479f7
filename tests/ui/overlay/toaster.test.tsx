import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
  within,
} from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Dialog } from '@/ui/overlay/dialog';
import { showToast, Toaster } from '@/ui/overlay/toaster';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});
afterEach(() => {
  act(() => toast.removeAll());
  cleanup();
});

// In steps, so that a message can leave within the time and not only after it.
function pass(ms: number) {
  for (let left = ms; left > 0; left -= 100) {
    act(() => void vi.advanceTimersByTime(Math.min(100, left)));
  }
}
const isShown = (text: string) => screen.queryByText(text) !== null;

function show(message: Partial<Parameters<typeof showToast>[0]> = {}) {
  render(<Toaster closeLabel="Close" />);
  act(() => void showToast({ tone: 'done', text: 'Saved', ...message }));
}

describe('toasts (docs/specification.md 9)', () => {
  it('go after 5000 ms and 300 ms of fading', () => {
    show();
    pass(4900);
    expect(isShown('Saved')).toBe(true);
    pass(200);
    pass(300);
    expect(isShown('Saved')).toBe(false);
  });

  it('stay under the pointer, and a second longer', () => {
    show();
    pass(4900);
    const list = screen.getByRole('list');
    fireEvent.mouseEnter(list);
    pass(60_000);
    expect(isShown('Saved')).toBe(true);
    fireEvent.mouseLeave(list);
    pass(900);
    expect(isShown('Saved')).toBe(true);
    pass(600);
    expect(isShown('Saved')).toBe(false);
  });

  it('keep the time they had when they were held early', () => {
    show({ durationMs: 10_000 });
    pass(2000);
    const list = screen.getByRole('list');
    fireEvent.mouseEnter(list);
    pass(30_000);
    fireEvent.mouseLeave(list);
    pass(7500);
    expect(isShown('Saved')).toBe(true);
    pass(1000);
    expect(isShown('Saved')).toBe(false);
  });

  it('stay while the focus is on one, also when the pointer leaves', () => {
    show();
    const list = screen.getByRole('list');
    const close = screen.getByRole('button', { name: 'Close: Saved' });
    act(() => close.focus());
    pass(60_000);
    expect(isShown('Saved')).toBe(true);
    fireEvent.mouseEnter(list);
    fireEvent.mouseLeave(list);
    pass(60_000);
    expect(isShown('Saved')).toBe(true);
    act(() => close.blur());
    pass(5500);
    expect(isShown('Saved')).toBe(false);
  });

  it('do not wait for ever when the one with the focus is closed', () => {
    show();
    act(() => void showToast({ tone: 'done', text: 'Second' }));
    const close = screen.getByRole('button', { name: 'Close: Second' });
    act(() => close.focus());
    fireEvent.click(close);
    pass(6000);
    expect(isShown('Second')).toBe(false);
    expect(isShown('Saved')).toBe(false);
  });

  it('close by their button, which says what it closes', () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Close: Saved' }));
    pass(300);
    expect(isShown('Saved')).toBe(false);
  });

  it('do their one action, then close', () => {
    const onAction = vi.fn();
    show({ action: { label: 'Undo', onAction }, durationMs: 10_000 });
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(onAction).toHaveBeenCalledOnce();
    pass(300);
    expect(isShown('Saved')).toBe(false);
  });

  it('interrupt only for a refusal', () => {
    show({ tone: 'refused', title: 'Refused', text: 'Not in draft mode' });
    expect(screen.getByRole('alert').textContent).toBe(
      'RefusedNot in draft mode',
    );
    act(() => void showToast({ tone: 'waiting', text: 'Kept' }));
    expect(screen.getAllByRole('alert')).toHaveLength(1);
  });

  it('put no style element into the page, which a strict CSP would refuse', () => {
    show();
    expect(document.querySelectorAll('style')).toHaveLength(0);
  });
});

describe('toasts while a dialog is open', () => {
  const page = (titles: readonly string[]) => (
    <>
      <Toaster closeLabel="Close" />
      {titles.map((title) => (
        <Dialog key={title} open onClose={() => {}} title={title} />
      ))}
    </>
  );
  const inside = () => screen.getByText('Saved').closest('dialog');
  const dialog = (name: string) => screen.getByRole('dialog', { name });

  it('are in the one on top, in a list that was there before them', () => {
    const { rerender } = render(page(['Calls']));
    const list = within(dialog('Calls')).getByRole('list');
    act(() => void showToast({ tone: 'done', text: 'Saved' }));
    expect(list.textContent).toBe('Saved');
    rerender(page(['Calls', 'Sure?']));
    expect(inside()).toBe(dialog('Sure?'));
    rerender(page(['Calls']));
    expect(inside()).toBe(dialog('Calls'));
  });

  it('are back in the list of the page when it closes', () => {
    const { rerender } = render(page([]));
    const list = screen.getByRole('list');
    rerender(page(['Calls']));
    act(() => void showToast({ tone: 'done', text: 'Saved' }));
    expect(inside()).toBe(dialog('Calls'));
    rerender(page([]));
    expect(list.isConnected).toBe(true);
    expect(list.textContent).toBe('Saved');
  });

  it('do not wait for ever when the dialog closes around the focus', () => {
    const { rerender } = render(page(['Calls']));
    act(() => void showToast({ tone: 'done', text: 'Saved' }));
    act(() => screen.getByRole('button', { name: 'Close: Saved' }).focus());
    pass(60_000);
    rerender(page([]));
    pass(6000);
    expect(isShown('Saved')).toBe(false);
  });
});
