// @vitest-environment happy-dom
import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { showToast, Toaster } from '@/ui/toaster';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});
afterEach(() => {
  act(() => toast.removeAll());
  cleanup();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const isShown = (text: string) => screen.queryByText(text) !== null;

function show(message: Partial<Parameters<typeof showToast>[0]> = {}) {
  render(<Toaster closeLabel="Close" />);
  act(() => void showToast({ tone: 'done', text: 'Saved', ...message }));
}

describe('toasts (specification section 9)', () => {
  it('go after 5000 ms and 300 ms of fading', () => {
    show();
    pass(4900);
    expect(isShown('Saved')).toBe(true);
    pass(101);
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
    pass(101);
    pass(300);
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
