import { useTranslation } from 'react-i18next';

import { markThreads } from '@/data/triage-marks';
import type { TriageMark } from '@/domain/triage/triage';
import { showToast } from '@/ui/overlay/toaster';

type Decision = Pick<TriageMark, 'state' | 'note'>;

/** Takes the last message away. */
let dismiss = () => {};

/**
 * Decides about a thread and says so, with the way back; the message of a later
 * decision takes its place, whichever thread that is about. Answers whether the decision is stored.
 */
export function useMark(
  key: string,
): (decision: Decision, before: Decision) => Promise<boolean> {
  const { t } = useTranslation();

  async function store(decision: Decision): Promise<boolean> {
    try {
      await markThreads([key], decision);
      return true;
    } catch {
      // Storage is full, closed or forbidden, or an update is about to reload.
      showToast({ tone: 'refused', text: t('common.notSaved') });
      return false;
    }
  }

  return async (decision, before) => {
    if (!(await store(decision))) return false;
    dismiss();
    dismiss = showToast({
      tone: 'done',
      text: t('answers.triage.marked', {
        state: t(`answers.triage.state.${decision.state}`),
      }),
      action: {
        label: t('answers.triage.undo'),
        onAction: () => void store(before),
      },
    });
    return true;
  };
}
