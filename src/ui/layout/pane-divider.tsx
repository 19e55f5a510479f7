import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

import { clampSize, type PaneRange, sizeAfterKey } from './pane-size';

interface PaneDividerProps {
  /** "Width of the list". */
  label: string;
  /** Id of the pane that it sizes. */
  controls: string;
  size: number;
  range: PaneRange;
  /** +1: the pane is on the left of the divider; -1: on the right. */
  grows: 1 | -1;
  /** While dragging, many times. */
  onPreview: (size: number) => void;
  /** Called when the pointer is released, and after a key. */
  onSize: (size: number) => void;
  className?: string | undefined;
}

/**
 * The line between two panes: drag it, or focus it and use the arrow keys; a
 * double click puts it back.
 */
export function PaneDivider(props: PaneDividerProps) {
  const { label, controls, size, range, grows, onPreview, onSize } = props;
  const drag = useRef<{ x: number; size: number }>(undefined);

  function sizeAt(event: PointerEvent) {
    if (drag.current === undefined) return undefined;
    const moved = (event.clientX - drag.current.x) * grows;
    return clampSize(range, drag.current.size + moved);
  }

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // The width on the screen: a narrow window may have squeezed the pane below what was asked for.
    const pane = document.getElementById(controls);
    const width = pane?.getBoundingClientRect().width ?? 0;
    drag.current = { x: event.clientX, size: width > 0 ? width : size };
  }

  function handlePointerMove(event: PointerEvent) {
    const next = sizeAt(event);
    if (next !== undefined) onPreview(next);
  }

  function handlePointerEnd(event: PointerEvent) {
    const next = sizeAt(event);
    const hasMoved = event.clientX !== drag.current?.x;
    drag.current = undefined;
    // A press without a move is half of a double click, or a way to the focus: nothing changes.
    if (next !== undefined && hasMoved) onSize(next);
  }

  function handleKeyDown(event: KeyboardEvent) {
    const next = sizeAfterKey(event.key, event.shiftKey, size, range, grows);
    if (next === undefined) return;
    event.preventDefault();
    onSize(next);
  }

  return (
    // A separator that can be focused and has a value is a control (ARIA 1.2).
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <hr
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-controls={controls}
      aria-valuenow={size}
      aria-valuemin={range.min}
      aria-valuemax={range.max}
      className={props.className}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerEnd}
      onPointerCancel={handlePointerEnd}
      onDoubleClick={() => onSize(range.initial)}
      onKeyDown={handleKeyDown}
    />
  );
}
