import { type PointerEvent, useEffect, useRef, useState } from 'react';

import { panBy, type PictureView, zoomBy } from './picture-view';
import styles from './picture-viewer.module.css';

interface PictureStageProps {
  src: string;
  alt: string;
  view: PictureView;
  onView: (change: (view: PictureView) => PictureView) => void;
  onFail: () => void;
}

// One notch of a wheel is about 100 px: a little less than a step of the buttons.
const ZOOM_PER_WHEEL_PX = 0.0035;

/**
 * The dark stage with the picture: the wheel zooms, dragging shifts a zoomed
 * picture.
 */
export function PictureStage(props: PictureStageProps) {
  const { src, alt, view, onView, onFail } = props;
  const stage = useRef<HTMLDivElement>(null);
  const last = useRef<{ x: number; y: number }>(undefined);
  const [isDragging, setDragging] = useState(false);

  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    function handleWheel(event: WheelEvent) {
      // React listens passively to the wheel: the page would scroll while the picture zooms.
      event.preventDefault();
      const factor = Math.exp(-event.deltaY * ZOOM_PER_WHEEL_PX);
      onView((now) => zoomBy(now, factor));
    }
    element.addEventListener('wheel', handleWheel, { passive: false });
    return () => element.removeEventListener('wheel', handleWheel);
  }, [onView]);

  function handlePointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = { x: event.clientX, y: event.clientY };
    setDragging(true);
  }

  function handlePointerMove(event: PointerEvent) {
    const from = last.current;
    if (from === undefined) return;
    const { clientX, clientY } = event;
    last.current = { x: clientX, y: clientY };
    onView((now) => panBy(now, clientX - from.x, clientY - from.y));
  }

  function handlePointerEnd() {
    last.current = undefined;
    setDragging(false);
  }

  return (
    // What the pointer does here, the buttons and keys of the viewer do as well.
    <div
      ref={stage}
      role="presentation"
      className={styles.stage}
      data-zoomed={view.zoom > 1 ? '' : undefined}
      data-dragging={isDragging ? '' : undefined}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={handlePointerEnd}
      onPointerCancel={handlePointerEnd}
    >
      <img
        src={src}
        alt={alt}
        draggable={false}
        className={styles.picture}
        data-sideways={view.turns % 2 === 1 ? '' : undefined}
        style={{
          transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom}) rotate(${view.turns * 90}deg)`,
        }}
        onError={onFail}
      />
    </div>
  );
}
