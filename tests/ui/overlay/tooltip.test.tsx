import {
  act,
  cleanup,
  fireEvent,
  render,
  screen,
} from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Tooltip } from '@/ui/overlay/tooltip';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});
afterEach(cleanup);

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const hint = () => screen.queryByRole('tooltip');
const button = () => screen.getByRole('button');

function show(text?: string) {
  render(
    <main>
      <Tooltip text={text}>
        <button type="button">Save</button>
      </Tooltip>
    </main>,
  );
}

function hover() {
  show('Keeps it on this device');
  fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
  pass(500);
}

describe('a hint', () => {
  it('comes after half a second under the pointer, in the landmark of its control', () => {
    show('Keeps it on this device');
    fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
    pass(499);
    expect(hint()).toBeNull();
    pass(1);
    expect(hint()?.textContent).toBe('Keeps it on this device');
    expect(screen.getByRole('main').contains(hint())).toBe(true);
  });

  it('goes a moment after the pointer, and stays when it went onto the hint', () => {
    hover();
    fireEvent.pointerLeave(button());
    pass(100);
    fireEvent.pointerEnter(hint() ?? button(), { pointerType: 'mouse' });
    pass(5000);
    expect(hint()).not.toBeNull();
    fireEvent.pointerLeave(hint() ?? button());
    pass(120);
    expect(hint()).toBeNull();
  });

  it('closes by Escape, also where something else keeps the key to itself', () => {
    hover();
    button().addEventListener('keydown', (event) => event.stopPropagation());
    fireEvent.keyDown(button(), { key: 'Escape' });
    expect(hint()).toBeNull();
  });

  it('closes by a press, and when its control is out of the window', () => {
    hover();
    fireEvent.pointerDown(button());
    expect(hint()).toBeNull();
    fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
    pass(500);
    vi.spyOn(button(), 'getBoundingClientRect').mockReturnValue(
      new DOMRect(0, -50, 30, 30),
    );
    fireEvent.scroll(window);
    expect(hint()).toBeNull();
  });

  it('does not come to a finger, nor without a text', () => {
    show('Keeps it on this device');
    fireEvent.pointerEnter(button(), { pointerType: 'touch' });
    pass(1000);
    expect(hint()).toBeNull();
    cleanup();
    show();
    fireEvent.pointerEnter(button(), { pointerType: 'mouse' });
    pass(1000);
    expect(hint()).toBeNull();
  });
});
