/** How wide a pane may be, in px. */
export interface PaneRange {
  min: number;
  max: number;
  /** What a double click goes back to. */
  initial: number;
}

/**
 * Keeps a width, in whole px, within a pane's range; NaN counts as the initial
 * width.
 */
export function clampSize(range: PaneRange, size: number): number {
  const mutated = Number.isFinite(size) ? size : range.initial;
  return Math.round(Math.min(range.max, Math.max(range.min, mutated)));
}

const STEP_PX = 16;
const LEAP_PX = 64;

/**
 * The width after a key on a divider (ARIA window splitter), undefined for
 * other keys: arrows move it, with Shift (`far`) further; Home and End go to
 * the ends. `grows` is +1 when moving right makes the pane wider, -1 when it
 * makes it narrower.
 */
export function sizeAfterKey(
  key: string,
  far: boolean,
  size: number,
  range: PaneRange,
  grows: 1 | -1,
): number | undefined {
  const step = (far ? LEAP_PX : STEP_PX) * grows;
  if (key === 'ArrowRight') return clampSize(range, size + step);
  if (key === 'ArrowLeft') return clampSize(range, size - step);
  if (key === 'Home') return range.min;
  if (key === 'End') return range.max;
  return undefined;
}
