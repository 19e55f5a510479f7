import { useEffect, useRef } from 'react';

import styles from './check-box.module.css';

interface SelectBoxProps {
  /** What is selected by it: "Select: Delia". */
  label: string;
  checked: boolean;
  /** Some, not all. */
  indeterminate?: boolean | undefined;
  onChange: () => void;
}

/** A box without visible words, for the first column of a table. */
export function SelectBox(props: SelectBoxProps) {
  const { label, checked, indeterminate = false, onChange } = props;
  const box = useRef<HTMLInputElement>(null);
  // There is no attribute for the third state, only a property.
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <label className={styles.target}>
      <input
        ref={box}
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={checked}
        onChange={onChange}
      />
    </label>
  );
}
