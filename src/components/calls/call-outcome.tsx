import type { CallOutcome as Outcome } from '@/domain/calls/call';
import type { IconName } from '@/ui/icon';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

const ICONS: Record<Outcome, IconName> = {
  reached: 'done',
  noAnswer: 'clock',
  wrongNumber: 'alert',
};

/** How a call ended, as an icon and words. */
export function CallOutcome({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation();
  return <Mark icon={ICONS[outcome]}>{t(`calls.outcome.${outcome}`)}</Mark>;
}
