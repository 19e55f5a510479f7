import type { ReactNode } from 'react';

import { Icon, type IconName } from '@/ui/icon';
import { Link, type RenderLink } from '@/ui/link';
import styles from './segments.module.css';

interface Segment {
  label: ReactNode;
  icon?: IconName | undefined;
  /** A `<Count>` after the word. */
  count?: ReactNode | undefined;
}

/** One of two or three lists of the same thing. */
interface SegmentLink extends Segment {
  href: string;
  current: boolean;
}

interface SegmentsProps {
  /** What the segments choose between, for screen readers. */
  label: string;
  items: readonly SegmentLink[];
  render?: RenderLink | undefined;
}

/** Two or three lists of the same thing, each at its own address. */
export function Segments({ label, items, render }: SegmentsProps) {
  return (
    <nav aria-label={label} className={styles.segments}>
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          render={render}
          className={styles.segment}
          aria-current={item.current ? 'true' : undefined}
        >
          <Words segment={item} />
        </Link>
      ))}
    </nav>
  );
}

/** One of a few choices. */
interface SegmentChoice<Value extends string> extends Segment {
  value: Value;
}

interface ToggleSegmentsProps<Value extends string> {
  label: string;
  items: readonly SegmentChoice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/**
 * A few choices, of which one holds, without an address of their own: ways to
 * look at the same thing.
 */
export function ToggleSegments<Value extends string>(
  props: ToggleSegmentsProps<Value>,
) {
  const { label, items, value, onChange } = props;
  return (
    <fieldset aria-label={label} className={styles.segments}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          className={styles.segment}
          aria-pressed={item.value === value}
          onClick={() => onChange(item.value)}
        >
          <Words segment={item} />
        </button>
      ))}
    </fieldset>
  );
}

function Words({ segment }: { segment: Segment }) {
  return (
    <>
      {segment.icon === undefined ? null : <Icon name={segment.icon} small />}
      {segment.label}
      {segment.count}
    </>
  );
}
