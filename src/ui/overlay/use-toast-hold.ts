import { useEffect, useRef } from 'react';
import { toast, type Toast } from 'react-hot-toast/headless';

interface Timer {
  startPause: () => void;
  endPause: () => void;
}

/**
 * Holds messages while the pointer or the focus is on one of them, and shows
 * them for at least `extendedMs` afterwards (docs/specification.md 9: 1000
 * ms). Returns a ref and handlers for the box around the messages, which is
 * another one for each `place`.
 */
export function useToastHold(
  toasts: readonly Toast[],
  place: unknown,
  timer: Timer,
  extendedMs: number,
) {
  const box = useRef<HTMLDivElement>(null);
  const isHovered = useRef(false);
  const heldSince = useRef<number>(undefined);

  function hold() {
    if (heldSince.current !== undefined) return;
    heldSince.current = Date.now();
    timer.startPause();
  }

  function release() {
    const since = heldSince.current;
    const isFocused = box.current?.contains(document.activeElement) === true;
    if (since === undefined || isHovered.current || isFocused) return;
    heldSince.current = undefined;
    timer.endPause();
    for (const { id, message, removeDelay, visible, ...times } of toasts) {
      // Shown again under the same id, a message begins its time anew.
      if (visible && remainingMs(times, since) < extendedMs) {
        toast.custom(message, {
          id,
          duration: extendedMs,
          ...(removeDelay === undefined ? {} : { removeDelay }),
        });
      }
    }
  }

  // A message closed from the keyboard, or moved to another place, takes the focus with it, without a
  // blur: what is left must not wait for ever.
  const latestRelease = useRef(release);
  useEffect(() => {
    latestRelease.current = release;
  });
  const count = toasts.length;
  useEffect(() => latestRelease.current(), [count, place]);

  return {
    ref: box,
    onMouseEnter: () => {
      isHovered.current = true;
      hold();
    },
    onMouseLeave: () => {
      isHovered.current = false;
      release();
    },
    onFocus: hold,
    onBlur: release,
  };
}

type Timed = Pick<Toast, 'createdAt' | 'pauseDuration' | 'duration'>;

function remainingMs(times: Timed, heldSince: number) {
  const shownMs = heldSince - times.createdAt - times.pauseDuration;
  return (times.duration ?? Infinity) - shownMs;
}
