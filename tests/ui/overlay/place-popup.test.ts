import { describe, expect, it } from 'vitest';

import { placePopup } from '@/ui/overlay/place-popup';

const viewport = { width: 1000, height: 600 };
const menu = { width: 200, height: 150 };
const below = { side: 'below', align: 'end', gap: 4 } as const;

/** A button of 40 by 30 px with its corner at this point. */
const buttonAt = (left: number, top: number) => ({
  left,
  top,
  right: left + 40,
  bottom: top + 30,
});

describe('the place of a popup', () => {
  it.each([
    ['start', 500],
    ['center', 420],
    ['end', 340],
  ] as const)('is below the button, aligned with its %s', (align, left) => {
    const place = placePopup(buttonAt(500, 100), menu, viewport, {
      ...below,
      align,
    });
    expect(place).toMatchObject({ left, top: 134 });
  });

  it('is above the button when there is no room below', () => {
    const place = placePopup(buttonAt(500, 500), menu, viewport, below);
    expect(place.top).toBe(500 - 4 - 150);
  });

  it('is below a button for which a hint finds no room above', () => {
    const hint = { side: 'above', align: 'center', gap: 6 } as const;
    const size = { width: 100, height: 26 };
    const high = placePopup(buttonAt(500, 10), size, viewport, hint);
    expect(high.top).toBe(46);
    const low = placePopup(buttonAt(500, 100), size, viewport, hint);
    expect(low).toMatchObject({ left: 470, top: 68 });
  });

  it('keeps 8 px from both sides of the window', () => {
    const left = placePopup(buttonAt(20, 100), menu, viewport, below);
    expect(left.left).toBe(8);
    const start = { ...below, align: 'start' } as const;
    const right = placePopup(buttonAt(950, 100), menu, viewport, start);
    expect(right.left).toBe(1000 - 8 - 200);
  });

  it('shows the beginning where the window is too narrow', () => {
    const narrow = { width: 150, height: 600 };
    expect(placePopup(buttonAt(50, 100), menu, narrow, below).left).toBe(8);
  });

  it('leaves a long menu the room on the roomier side', () => {
    const long = { width: 200, height: 900 };
    const under = placePopup(buttonAt(500, 100), long, viewport, below);
    expect(under).toMatchObject({ top: 134, maxHeight: 600 - 134 - 8 });
    const over = placePopup(buttonAt(500, 400), long, viewport, below);
    expect(over).toMatchObject({ top: 8, maxHeight: 400 - 4 - 8 });
  });

  it('stays in the window while its button is half out of it', () => {
    const over = placePopup(buttonAt(500, -20), menu, viewport, below);
    expect(over.top).toBe(14);
    const gone = placePopup(buttonAt(500, 590), menu, viewport, below);
    expect(gone.top + menu.height).toBeLessThanOrEqual(592);
  });
});
