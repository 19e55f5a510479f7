import { Icon } from '@/ui/icon';

import styles from './grip.module.css';
import { STEP_KEYS, useStepKeys } from './step-keys';

interface GripProps {
  /** Id of the row it moves. */
  id: string;
  /** "Move: A Opening". */
  name: string;
  onStep: (by: -1 | 1) => void;
}

/** The handle of a row: dragged by pointer, Alt and arrows by keyboard. */
export function Grip({ id, name, onStep }: GripProps) {
  const handleKeyDown = useStepKeys(onStep);
  return (
    <button
      type="button"
      data-sort-id={id}
      aria-label={name}
      title={name}
      aria-keyshortcuts={STEP_KEYS}
      className={styles.grip}
      onKeyDown={handleKeyDown}
    >
      <Icon name="grip" small />
    </button>
  );
}
