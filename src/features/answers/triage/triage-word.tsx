import type { TFunction } from 'i18next';

import type { TriageState } from '@/domain/triage/triage';
import type { IconName } from '@/ui/icon';
import { Mark } from '@/ui/marks/mark';
import type { Tone } from '@/ui/marks/tone';

interface TriageLook {
  tone: Tone;
  icon: IconName;
}

/** No two share a colour or an icon; the clock is that of an unsent change. */
export const TRIAGE_LOOKS: Record<TriageState, TriageLook> = {
  new: { tone: 'waiting', icon: 'plus' },
  inProgress: { tone: 'syncing', icon: 'user' },
  resolved: { tone: 'done', icon: 'done' },
  falseAlarm: { tone: 'neutral', icon: 'close' },
};

interface TriageWordProps {
  state: TriageState;
  t: TFunction;
}

/** What was decided, as icon and word. */
export function TriageWord({ state, t }: TriageWordProps) {
  return (
    <Mark {...TRIAGE_LOOKS[state]}>{t(`answers.triage.state.${state}`)}</Mark>
  );
}
