/** How a picture is looked at: zoom (1 = fits the stage), quarter turns, shift in px. */
export interface PictureView {
  zoom: number;
  turns: number;
  x: number;
  y: number;
}

/** The whole picture, upright. */
export const WHOLE: PictureView = { zoom: 1, turns: 0, x: 0, y: 0 };

const MAX_ZOOM = 8;
const ZOOM_STEP = 1.5;
const PAN_STEP_PX = 48;

/**
 * Zooms; back at 1 the picture is whole again and nothing is shifted.
 *
 * @param view how it is looked at now.
 * @param factor above 1 comes closer.
 * @returns the new view; zoom stays between 1 and 8.
 */
export function zoomBy(view: PictureView, factor: number): PictureView {
  const zoom = Math.min(MAX_ZOOM, Math.max(1, view.zoom * factor));
  if (zoom === 1) return { ...view, zoom, x: 0, y: 0 };
  const ratio = zoom / view.zoom;
  return { ...view, zoom, x: view.x * ratio, y: view.y * ratio };
}

/** One step closer, for buttons and keys. */
export function zoomIn(view: PictureView): PictureView {
  return zoomBy(view, ZOOM_STEP);
}

/** One step away, for buttons and keys. */
export function zoomOut(view: PictureView): PictureView {
  return zoomBy(view, 1 / ZOOM_STEP);
}

/** A quarter turn to the right; the shift goes, it was measured for the old side. */
export function rotate(view: PictureView): PictureView {
  return { ...view, turns: (view.turns + 1) % 4, x: 0, y: 0 };
}

/**
 * Shifts a picture that is larger than its stage.
 *
 * @param view how it is looked at now.
 * @param dx px to the right.
 * @param dy px down.
 * @returns the new view; a whole picture does not move.
 */
export function panBy(view: PictureView, dx: number, dy: number): PictureView {
  if (view.zoom === 1) return view;
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/**
 * What a key does to the picture: + and -, 0 for the whole, r to rotate, arrows to shift a zoomed
 * picture.
 *
 * @param view how it is looked at now.
 * @param key `KeyboardEvent.key`.
 * @returns the new view, or undefined when the key is none of the picture's.
 */
export function viewAfterKey(
  view: PictureView,
  key: string,
): PictureView | undefined {
  if (key === '+' || key === '=') return zoomIn(view);
  if (key === '-') return zoomOut(view);
  if (key === '0') return WHOLE;
  if (key === 'r') return rotate(view);
  if (view.zoom === 1) return undefined;
  if (key === 'ArrowLeft') return panBy(view, PAN_STEP_PX, 0);
  if (key === 'ArrowRight') return panBy(view, -PAN_STEP_PX, 0);
  if (key === 'ArrowUp') return panBy(view, 0, PAN_STEP_PX);
  if (key === 'ArrowDown') return panBy(view, 0, -PAN_STEP_PX);
  return undefined;
}
