/** The least distance from the edges of the window, in px. */
const MARGIN = 8;

/** Where a popup is wanted; `gap` is its distance from the button, in px. */
export interface PopupPosition {
  side: 'above' | 'below';
  align: 'start' | 'center' | 'end';
  gap: number;
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
type Size = Pick<DOMRect, 'width' | 'height'>;

/**
 * Where a popup stands in the window, in px: on the wanted side of its button, or
 * on the other one when only there is room, or more of it. A popup that is higher
 * than the room has to scroll within `maxHeight`.
 */
export function placePopup(
  button: Box,
  popup: Size,
  viewport: Size,
  { side, align, gap }: PopupPosition,
) {
  const room = {
    above: button.top - gap - MARGIN,
    below: viewport.height - button.bottom - gap - MARGIN,
  };
  const other = side === 'above' ? 'below' : 'above';
  const isFlipped = popup.height > room[side] && room[other] > room[side];
  const chosen = isFlipped ? other : side;
  const maxHeight = clamp(room[chosen], 0, viewport.height - 2 * MARGIN);
  const height = Math.min(popup.height, maxHeight);

  const left = {
    start: button.left,
    center: (button.left + button.right - popup.width) / 2,
    end: button.right - popup.width,
  }[align];
  const top =
    chosen === 'above' ? button.top - gap - height : button.bottom + gap;
  return {
    left: clamp(left, MARGIN, viewport.width - MARGIN - popup.width),
    top: clamp(top, MARGIN, viewport.height - MARGIN - height),
    maxHeight,
  };
}

/** Where both do not fit, `least` wins: the beginning stays in sight. */
function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
