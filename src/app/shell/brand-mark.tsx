import styles from './brand-mark.module.css';

interface BrandMarkProps {
  large?: boolean | undefined;
}

/** The mark of the product: decoration beside its name. */
export function BrandMark({ large = false }: BrandMarkProps) {
  return (
    <svg
      className={styles.mark}
      data-size={large ? 'large' : undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <rect className={styles.ground} width="24" height="24" rx="5" />
      <path className={styles.tick} d="M5 8.2 9.2 16l6-11" />
      <path className={styles.line} d="M14 16h5" />
    </svg>
  );
}
