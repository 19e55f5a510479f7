import { ClockNote as SharedNote } from '@/components/clock-note';

import styles from './coverage.module.css';

export function ClockNote() {
  return <SharedNote className={styles.clock} />;
}
