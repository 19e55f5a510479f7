import type { ReactNode } from 'react';

import { Button } from '@/ui/button';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  /** Name of the bar: "Selection". */
  label: string;
  /** How many of what: "3 observers selected". */
  text: ReactNode;
  /** A way to choose more: "Select all 1,243". */
  more?: ReactNode | undefined;
  clearLabel: string;
  onClear: () => void;
  /** What to do with them; the main action last. */
  children: ReactNode;
}

/**
 * The bar at the bottom while rows are selected. It takes the page's one
 * filled button over.
 */
export function SelectionBar(props: SelectionBarProps) {
  return (
    <section className={styles.bar} aria-label={props.label}>
      <output className="strong">{props.text}</output>
      {props.more}
      <span className={styles.actions}>
        <Button variant="quiet" icon="close" onClick={props.onClear}>
          {props.clearLabel}
        </Button>
        {props.children}
      </span>
    </section>
  );
}
