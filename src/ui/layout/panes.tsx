import '@/ui/css-variables';

import { type ReactNode, useId, useState } from 'react';

import { classNames } from '@/ui/class-names';
import { PaneDivider } from './pane-divider';
import { clampSize, type PaneRange } from './pane-size';
import styles from './panes.module.css';

/** Widths in px of the panes that have one; the second takes what is left. */
export interface PaneSizes {
  first: number;
  third: number;
}

/** Which pane a narrow screen shows. */
type PaneName = 'first' | 'second' | 'third';

interface Pane {
  /** Name of the region. */
  label: string;
  content: ReactNode;
}

interface SizedPane extends Pane {
  /** Name of its divider: "Width of the list". */
  dividerLabel: string;
  range: PaneRange;
}

interface PanesProps {
  first: SizedPane;
  second: Pane;
  third?: SizedPane | undefined;
  /** Remembered by the caller. */
  sizes: PaneSizes;
  /** After a drag, a key or a double click; not while dragging. */
  onSizesChange: (sizes: PaneSizes) => void;
  /** Under 768 px only this one is shown; under 1280 px the third takes the place of the second. */
  current: PaneName;
}

/**
 * Up to three panes side by side, with dividers between them (docs/product.md
 * 10).
 */
export function Panes(props: PanesProps) {
  const { first, second, third, sizes, onSizesChange, current } = props;
  const id = useId();
  // While dragging, the width is local state: the page above hears of it when
  // the pointer is released.
  const [preview, setPreview] = useState<Partial<PaneSizes>>({});

  const firstSize = clampSize(first.range, preview.first ?? sizes.first);
  const thirdSize =
    third === undefined
      ? 0
      : clampSize(third.range, preview.third ?? sizes.third);

  function handleSize(size: Partial<PaneSizes>) {
    setPreview({});
    onSizesChange({ ...sizes, ...size });
  }

  return (
    <div
      className={styles.panes}
      data-current={current}
      data-count={third === undefined ? 2 : 3}
      style={{
        '--pane-first': `${firstSize}px`,
        '--pane-first-min': `${first.range.min}px`,
        '--pane-third': `${thirdSize}px`,
        '--pane-third-min': `${third?.range.min ?? 0}px`,
      }}
    >
      <section
        id={`${id}-first`}
        aria-label={first.label}
        className={classNames(styles.pane, styles.first)}
      >
        {first.content}
      </section>
      <PaneDivider
        className={classNames(styles.divider, styles['divider-first'])}
        label={first.dividerLabel}
        controls={`${id}-first`}
        size={firstSize}
        range={first.range}
        grows={1}
        onPreview={(size) => setPreview({ first: size })}
        onSize={(size) => handleSize({ first: size })}
      />
      <section
        aria-label={second.label}
        className={classNames(styles.pane, styles.second)}
      >
        {second.content}
      </section>
      {third === undefined ? null : (
        <>
          <PaneDivider
            className={classNames(styles.divider, styles['divider-third'])}
            label={third.dividerLabel}
            controls={`${id}-third`}
            size={thirdSize}
            range={third.range}
            grows={-1}
            onPreview={(size) => setPreview({ third: size })}
            onSize={(size) => handleSize({ third: size })}
          />
          <section
            id={`${id}-third`}
            aria-label={third.label}
            className={classNames(styles.pane, styles.third)}
          >
            {third.content}
          </section>
        </>
      )}
    </div>
  );
}
