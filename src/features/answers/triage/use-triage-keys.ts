import type { TriageState } from '@/domain/triage/triage';
import { TRIAGE_STATES } from '@/domain/triage/triage';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';
import { useTranslation } from '@/ui/texts';

/**
 * The keys 1 to 4, one for each state. A key that is held down decides once: the next
 * thread may be on the screen already.
 * @param words translation key of their lines in the list of shortcuts.
 */
export function useTriageKeys(
  words: string,
  onState: (state: TriageState) => void,
  enabled = true,
): void {
  const { t } = useTranslation();
  const keys = TRIAGE_STATES.map((state, at) => [
    String(at + 1),
    {
      words: t(words, { state: t(`answers.triage.state.${state}`) }),
      act: ({ repeat }: KeyboardEvent) => {
        if (!repeat) onState(state);
      },
    },
  ]);
  useShortcuts(Object.fromEntries(keys), { enabled });
}
