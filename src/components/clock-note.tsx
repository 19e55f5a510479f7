import { useClockOffset } from '@/data/sync-status';
import { classNames } from '@/ui/class-names';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import styles from './clock-note.module.css';

/** A clock that is off by so much makes a time and an age disagree to the eye. */
const AGES_OFF_MS = 2 * 60_000;

interface ClockNoteProps {
  className?: string | undefined;
}

/** Ages are by the server's clock: said where they differ from this device's. */
export function ClockNote({ className }: ClockNoteProps) {
  const { t } = useTranslation();
  const offset = useClockOffset();
  if (Math.abs(offset) < AGES_OFF_MS) return null;
  const count = Math.round(Math.abs(offset) / 60_000);
  return (
    <p className={classNames(styles.note, className)}>
      <Mark tone="waiting" icon="clock">
        {t(offset > 0 ? 'common.clockBehind' : 'common.clockAhead', { count })}
      </Mark>
    </p>
  );
}
