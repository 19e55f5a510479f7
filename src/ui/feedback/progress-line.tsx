import styles from './progress-line.module.css';

interface ProgressLineProps {
  /** What is going on, for screen readers; without it the line is decoration. */
  label?: string | undefined;
}

/** The thin line of a refresh: the rows stay, only this moves. */
export function ProgressLine({ label }: ProgressLineProps) {
  return (
    <>
      <div aria-hidden="true" className={styles.line} />
      {label === undefined ? null : (
        <progress className="visually-hidden" aria-label={label} />
      )}
    </>
  );
}
