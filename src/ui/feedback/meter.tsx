import { classNames } from '@/ui/class-names';
import styles from './meter.module.css';

interface MeterProps {
  /** From 0 to `max`; more is drawn as full. */
  value: number;
  max: number;
  /** Beside a visible number the bar is decoration; without one it needs this word. */
  label?: string | undefined;
  className?: string | undefined;
}

export function Meter({ value, max, label, className }: MeterProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const role =
    label === undefined
      ? { 'aria-hidden': true }
      : {
          role: 'meter',
          'aria-label': label,
          'aria-valuemin': 0,
          'aria-valuemax': max,
          'aria-valuenow': value,
        };
  return (
    <span {...role} className={classNames(styles.meter, className)}>
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
