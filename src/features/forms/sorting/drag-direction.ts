/** docs/specification.md 9: a drag turns round after so many px. */
const TURN_PX = 5;

/** Which way a drag goes; small wobbles of the pointer do not turn it round. */
export interface DragDirection {
  /** Whether the row may go below (true) or above (false) another one now. */
  allows(isBelow: boolean): boolean;
  /** Stops listening. */
  end(): void;
}

/** Follows the pointer from now on. */
export function followDrag(): DragDirection {
  let direction = 0;
  let from: number | undefined;

  function listen({ clientY }: PointerEvent) {
    from ??= clientY;
    const moved = clientY - from;
    if (Math.sign(moved) === direction) from = clientY;
    else if (Math.abs(moved) >= TURN_PX) {
      direction = Math.sign(moved);
      from = clientY;
    }
  }

  document.addEventListener('pointermove', listen, true);
  return {
    allows: (isBelow) => direction !== (isBelow ? -1 : 1),
    end: () => document.removeEventListener('pointermove', listen, true),
  };
}
