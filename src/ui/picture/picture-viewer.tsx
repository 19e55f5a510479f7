import { type ReactNode, useState } from 'react';

import { Button, IconButton } from '@/ui/button';
import { PictureStage } from './picture-stage';
import { look, rotate, WHOLE, zoomIn, zoomOut } from './picture-view';
import styles from './picture-viewer.module.css';
import { State } from '@/ui/feedback/state';
import { useOwnShortcuts } from '@/ui/keyboard/use-shortcuts';

/** The words of the viewer. */
interface PictureViewerLabels {
  zoomIn: string;
  zoomOut: string;
  rotate: string;
  /** The keys that show the whole picture again, and that look around in a zoomed one. */
  whole: string;
  look: string;
  previous: string;
  next: string;
  close: string;
  /** Said in place of a picture that cannot be shown. */
  failed: ReactNode;
  retry: string;
}

interface PictureViewerProps {
  src: string;
  /** What is on the picture, as far as it is known. */
  alt: string;
  /** "Picture 1 of 3". */
  position: ReactNode;
  labels: PictureViewerLabels;
  /** Undefined: there is none before, or after. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** The picture could not be loaded: the words in its place are shown. */
  hasFailed: boolean;
  onFail: () => void;
  /** It is to be tried again: the caller may have a newer `src`. */
  onRetry: () => void;
  /** Undefined: the viewer is a pane that stays. */
  onClose?: (() => void) | undefined;
  /** What belongs to the picture: which note, when, save. */
  children?: ReactNode | undefined;
}

/**
 * A picture to look at closely: zoom, rotate, previous, next; when zoomed,
 * drag or use the arrows.
 */
export function PictureViewer(props: PictureViewerProps) {
  // A new picture is a new look: whole and upright.
  return <Viewer key={props.src} {...props} />;
}

function Viewer(props: PictureViewerProps) {
  const { src, alt, position, labels, onPrevious, onNext, onClose } = props;
  const [view, setView] = useState(WHOLE);

  const closer = { words: labels.zoomIn, act: () => setView(zoomIn) };
  const around = (right: -1 | 0 | 1, down: -1 | 0 | 1) => ({
    words: labels.look,
    act: () => setView((now) => look(now, right, down)),
  });
  const handleKeyDown = useOwnShortcuts({
    '+': closer,
    '=': closer,
    '-': { words: labels.zoomOut, act: () => setView(zoomOut) },
    '0': { words: labels.whole, act: () => setView(WHOLE) },
    r: { words: labels.rotate, act: () => setView(rotate) },
    ...(view.zoom > 1
      ? {
          ArrowLeft: around(-1, 0),
          ArrowRight: around(1, 0),
          ArrowUp: around(0, -1),
          ArrowDown: around(0, 1),
        }
      : {
          ArrowLeft: { words: labels.previous, act: () => onPrevious?.() },
          ArrowRight: { words: labels.next, act: () => onNext?.() },
        }),
  });

  return (
    <div
      role="presentation"
      className={styles.viewer}
      onKeyDown={handleKeyDown}
    >
      <div className={styles.tools}>
        <span className="strong nowrap">{position}</span>
        <span className={styles.buttons}>
          <IconButton
            icon="zoomout"
            name={labels.zoomOut}
            aria-disabled={view.zoom === 1}
            onClick={() => setView(zoomOut)}
          />
          <IconButton
            icon="zoomin"
            name={labels.zoomIn}
            onClick={() => setView(zoomIn)}
          />
          <IconButton
            icon="rotate"
            name={labels.rotate}
            onClick={() => setView(rotate)}
          />
          <IconButton
            icon="left"
            name={labels.previous}
            aria-disabled={onPrevious === undefined}
            onClick={onPrevious}
          />
          <IconButton
            icon="right"
            name={labels.next}
            aria-disabled={onNext === undefined}
            onClick={onNext}
          />
          {onClose === undefined ? null : (
            <IconButton icon="close" name={labels.close} onClick={onClose} />
          )}
        </span>
      </div>
      {props.hasFailed ? (
        <div className={styles.failed}>
          <State
            icon="picture"
            title={labels.failed}
            actions={
              <Button small icon="sync" onClick={props.onRetry}>
                {labels.retry}
              </Button>
            }
          />
        </div>
      ) : (
        <PictureStage
          src={src}
          alt={alt}
          view={view}
          onView={setView}
          onFail={props.onFail}
        />
      )}
      {props.children === undefined ? null : (
        <div className={styles.caption}>{props.children}</div>
      )}
    </div>
  );
}
