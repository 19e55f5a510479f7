import type { ReactNode } from 'react';

import { Button } from '@/ui/button';
import { loadPicture } from '@/ui/picture/load-picture';
import styles from './load-state.module.css';
import { Mark } from '@/ui/marks/mark';
import { ProgressLine } from './progress-line';
import { State } from './state';

interface LoadStateProps<Row> {
  /** What is at hand; undefined when nothing was ever read. */
  rows: readonly Row[] | undefined;
  /** The server itself said that there are none. Without it no rows mean "not loaded yet". */
  knownEmpty?: boolean | undefined;
  /** Fresh rows have been asked for. */
  pulling: boolean;
  /** Why they did not come, in words for the reader. */
  failure?: { title?: string | undefined; text: string } | undefined;
  /** A `<State>` that says what there is none of, and offers to clear the filter. */
  empty: ReactNode;
  skeleton: ReactNode;
  retryLabel: string;
  /** Absent where asking again is of no use. */
  onRetry?: (() => void) | undefined;
  /** "From 212 cached threads of 1,284", with what can be done about it. */
  partly?: ReactNode | undefined;
  /** "Could not refresh since 13:58: no connection"; without it the failure speaks. */
  older?: ReactNode | undefined;
  /** Said to screen readers while rows are loaded or refreshed. */
  loadingLabel?: string | undefined;
  children: (rows: readonly Row[]) => ReactNode;
}

/**
 * The six truthful states of a list, a number or a chart (docs/product.md),
 * drawn once: not loaded yet, none, here, here but older, partly here, failed.
 */
export function LoadState<Row>(props: LoadStateProps<Row>) {
  const { rows, pulling, failure, children } = props;
  const picture = loadPicture({
    count: rows?.length,
    knownEmpty: props.knownEmpty === true,
    failed: failure !== undefined,
  });
  const isShown = picture === 'rows' || picture === 'empty';
  const older = props.older ?? failure?.text;

  return (
    <div className={styles.root} aria-busy={picture === 'skeleton'}>
      {pulling ? (
        <div className={styles.progress}>
          <ProgressLine label={props.loadingLabel} />
        </div>
      ) : null}
      {picture === 'skeleton' ? props.skeleton : null}
      {picture === 'empty' ? props.empty : null}
      {picture === 'rows' && rows !== undefined ? children(rows) : null}
      {picture === 'failed' ? (
        <State
          icon="alert"
          role="alert"
          title={failure?.title ?? failure?.text}
          actions={<Retry {...props} />}
        >
          {failure?.title === undefined ? undefined : failure.text}
        </State>
      ) : null}
      {isShown ? (
        <div className={styles.feet}>
          {older === undefined ? null : (
            <output className={styles.foot}>
              <Mark tone="waiting" icon="clock">
                <span className={styles.words}>{older}</span>
              </Mark>
              <Retry {...props} />
            </output>
          )}
          {props.partly === undefined ? null : (
            <div className={styles.foot}>
              <Mark icon="info">
                <span className={styles.words}>{props.partly}</span>
              </Mark>
            </div>
          )}
        </div>
      ) : null}
    </div>
  );
}

interface RetryProps {
  retryLabel: string;
  onRetry?: (() => void) | undefined;
  pulling: boolean;
}

function Retry({ retryLabel, onRetry, pulling }: RetryProps) {
  return onRetry === undefined ? null : (
    <Button
      small
      icon="sync"
      onClick={onRetry}
      aria-disabled={pulling}
      className={styles.retry}
    >
      {retryLabel}
    </Button>
  );
}
