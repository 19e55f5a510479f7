import { beforeEach, expect, it } from 'vitest';

import type { DragDirection } from '@/features/forms/sorting/drag-direction';
import { followDrag } from '@/features/forms/sorting/drag-direction';

let drag: DragDirection;

beforeEach(() => {
  drag = followDrag();
  return () => drag.end();
});

function moveTo(...places: number[]) {
  for (const clientY of places) {
    document.dispatchEvent(new PointerEvent('pointermove', { clientY }));
  }
}

const BELOW = true;
const ABOVE = false;

it('lets a drag begin either way', () => {
  expect([drag.allows(BELOW), drag.allows(ABOVE)]).toEqual([true, true]);
});

it('turns a drag round after 5 px, not before', () => {
  moveTo(100, 120);
  expect([drag.allows(BELOW), drag.allows(ABOVE)]).toEqual([true, false]);
  moveTo(118, 116);
  expect(drag.allows(ABOVE)).toBe(false);
  moveTo(115);
  expect([drag.allows(BELOW), drag.allows(ABOVE)]).toEqual([false, true]);
});

it('counts from the furthest place, not from where it began', () => {
  moveTo(100, 110, 130, 128, 127, 129, 126);
  expect(drag.allows(ABOVE)).toBe(false);
});

it('hears nothing more once it is over', () => {
  moveTo(100, 120);
  drag.end();
  moveTo(50);
  expect(drag.allows(BELOW)).toBe(true);
});
