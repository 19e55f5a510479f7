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
 * Zooms between 1 and 8; back at 1 the picture is whole again and nothing is
 * shifted.
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
 * Shifts a picture, in px, that is larger than its stage; a whole picture does
 * not move.
 */
export function panBy(view: PictureView, dx: number, dy: number): PictureView {
  if (view.zoom === 1) return view;
  return { ...view, x: view.x + dx, y: view.y + dy };
}

/**
 * Looks a step to one side (`right`: 1 or -1, `down`: 1 or -1) of a picture
 * that is larger than its stage; a whole picture does not move.
 */
export function look(
  view: PictureView,
  right: -1 | 0 | 1,
  down: -1 | 0 | 1,
): PictureView {
  return panBy(view, -right * PAN_STEP_PX, -down * PAN_STEP_PX);
}
