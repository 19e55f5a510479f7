import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';

import { clampSize, sizeAfterKey } from '@/ui/layout/pane-size';
import { Panes } from '@/ui/layout/panes';

afterEach(cleanup);

const list = { min: 320, max: 640, initial: 432 };
const viewer = { min: 280, max: 720, initial: 352 };

function Server() {
  const [sizes, setSizes] = useState({ first: 432, third: 352 });
  return (
    <>
      <output>{`${sizes.first} ${sizes.third}`}</output>
      <Panes
        sizes={sizes}
        onSizesChange={setSizes}
        current="first"
        first={{
          label: 'List',
          content: 'threads',
          dividerLabel: 'Width of the list',
          range: list,
        }}
        second={{ label: 'Details', content: 'answers' }}
        third={{
          label: 'Viewer',
          content: 'picture',
          dividerLabel: 'Width of the viewer',
          range: viewer,
        }}
      />
    </>
  );
}

const divider = (name: string) => screen.getByRole('separator', { name });
const sizes = () => screen.getByRole('status').textContent;

describe('pane sizes', () => {
  it.each([
    [500, 500],
    [100, 320],
    [9999, 640],
    [Number.NaN, 432],
    [400.4, 400],
  ])('keeps %d px within the range: %d', (size, kept) => {
    expect(clampSize(list, size)).toBe(kept);
  });

  it.each([
    ['ArrowRight', false, 1, 448],
    ['ArrowLeft', false, 1, 416],
    ['ArrowRight', true, 1, 496],
    ['ArrowRight', false, -1, 416],
    ['Home', false, 1, 320],
    ['End', false, 1, 640],
    ['x', false, 1, undefined],
  ] as const)('%s, far %s, direction %d: %s', (key, far, grows, size) => {
    expect(sizeAfterKey(key, far, 432, list, grows)).toBe(size);
  });
});

describe('panes', () => {
  it('moves a divider by keys and says where it is', () => {
    render(<Server />);
    const first = divider('Width of the list');
    fireEvent.keyDown(first, { key: 'ArrowRight' });
    expect(first.getAttribute('aria-valuenow')).toBe('448');
    fireEvent.keyDown(divider('Width of the viewer'), { key: 'ArrowLeft' });
    expect(sizes()).toBe('448 368');
    fireEvent.keyDown(first, { key: 'End' });
    expect(sizes()).toBe('640 368');
  });

  it('follows the hand, tells when it lets go, and stays within its range', () => {
    render(<Server />);
    const first = divider('Width of the list');
    fireEvent.pointerDown(first, { pointerId: 1, button: 0, clientX: 432 });
    fireEvent.pointerMove(first, { pointerId: 1, clientX: 500 });
    expect(first.getAttribute('aria-valuenow')).toBe('500');
    expect(sizes()).toBe('432 352');
    fireEvent.pointerMove(first, { pointerId: 1, clientX: 2000 });
    fireEvent.pointerUp(first, { pointerId: 1, clientX: 2000 });
    expect(sizes()).toBe('640 352');
    fireEvent.pointerMove(first, { pointerId: 1, clientX: 100 });
    expect(first.getAttribute('aria-valuenow')).toBe('640');
  });

  it('goes back to the start by a double click', () => {
    render(<Server />);
    fireEvent.keyDown(divider('Width of the list'), { key: 'Home' });
    fireEvent.doubleClick(divider('Width of the list'));
    expect(sizes()).toBe('432 352');
  });
});
