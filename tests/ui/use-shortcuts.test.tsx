// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { Button } from '@/ui/button';
import { TextInput } from '@/ui/field';
import { useShortcuts } from '@/ui/use-shortcuts';

afterEach(cleanup);

interface HostProps {
  onNext: () => void;
  onOpen?: () => void;
  enabled?: boolean;
  dialog?: boolean;
}

function Host({ onNext, onOpen, enabled, dialog }: HostProps) {
  useShortcuts({ j: onNext, Enter: () => onOpen?.() }, enabled);
  return (
    <>
      <TextInput aria-label="Name" />
      <input type="checkbox" />
      <Button>Save</Button>
      {dialog === true ? <dialog open aria-label="Sheet" /> : null}
    </>
  );
}

const press = (target: Element, init: KeyboardEventInit = { key: 'j' }) =>
  fireEvent.keyDown(target, init);

describe('shortcuts', () => {
  it('are heard on the page, and keep the key for themselves', () => {
    const onNext = vi.fn();
    render(<Host onNext={onNext} />);
    expect(press(document.body)).toBe(false);
    press(screen.getByRole('checkbox'));
    expect(onNext).toHaveBeenCalledTimes(2);
    expect(press(document.body, { key: 'x' })).toBe(true);
  });

  it('are not heard while typing', () => {
    const onNext = vi.fn();
    render(<Host onNext={onNext} />);
    press(screen.getByRole('textbox'));
    expect(onNext).not.toHaveBeenCalled();
  });

  it.each(['ctrlKey', 'altKey', 'metaKey'])('are not heard with %s', (key) => {
    const onNext = vi.fn();
    render(<Host onNext={onNext} />);
    press(document.body, { key: 'j', [key]: true });
    expect(onNext).not.toHaveBeenCalled();
  });

  it('are not heard while a dialog is open', () => {
    const onNext = vi.fn();
    const { rerender } = render(<Host onNext={onNext} dialog />);
    press(document.body);
    expect(onNext).not.toHaveBeenCalled();
    rerender(<Host onNext={onNext} />);
    press(document.body);
    expect(onNext).toHaveBeenCalledOnce();
  });

  it('leave Enter to a button', () => {
    const onOpen = vi.fn();
    render(<Host onNext={() => {}} onOpen={onOpen} />);
    press(screen.getByRole('button'), { key: 'Enter' });
    expect(onOpen).not.toHaveBeenCalled();
    press(document.body, { key: 'Enter' });
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('can be turned off, and are forgotten with their screen', () => {
    const onNext = vi.fn();
    const { rerender, unmount } = render(
      <Host onNext={onNext} enabled={false} />,
    );
    press(document.body);
    rerender(<Host onNext={onNext} />);
    unmount();
    press(document.body);
    expect(onNext).not.toHaveBeenCalled();
  });
});
