/** How wide a pane may be, in px. */
export interface PaneRange {
  min: number;
  max: number;
  /** What a double click goes back to. */
  initial: number;
}

/**
 * Keeps a width within a pane's range.
 *
 * @param range the range.
 * @param size wished width in px; anything that is no number counts as the initial width.
 * @returns a width in whole px.
 */
export function clampSize(range: PaneRange, size: number): number {
  const mutated = Number.isFinite(size) ? size : range.initial;
  return Math.round(Math.min(range.max, Math.max(range.min, mutated)));
}

const STEP_PX = 16;
const LEAP_PX = 64;

/**
 * What a key does to a divider (ARIA window splitter): arrows move it, with Shift further; Home and
 * End go to the ends.
 *
 * @param key `KeyboardEvent.key`.
 * @param far Shift is held.
 * @param size the width now, in px.
 * @param range the pane's range.
 * @param grows +1 when moving right makes the pane wider, -1 when it makes it narrower.
 * @returns the new width, or undefined when the key is none of the divider's.
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
