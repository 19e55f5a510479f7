import { markThreads } from '@/data/triage/triage-marks';
import type { Decision } from '@/domain/triage/bulk';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

/** Takes the last message away. */
let dismiss = () => {};

interface Mark {
  /** All of one state. */
  decisions: readonly Decision[];
  /** How the same threads stand now: what the way back stores. */
  before: readonly Decision[];
  onUndone?: (() => void) | undefined;
}

/**
 * Decides about threads and says so, with one way back; the message of a later
 * decision takes its place, whichever threads that is about. Answers whether all of it is stored.
 */
export function useMark(): (mark: Mark) => Promise<boolean> {
  const { t } = useTranslation();

  async function store(decisions: readonly Decision[]): Promise<boolean> {
    const count = countThreads(decisions);
    let stored = 0;
    try {
      for (const { keys, ...decision } of decisions) {
        await markThreads(keys, decision);
        stored += keys.length;
      }
      return true;
    } catch {
      // Storage is full, closed or forbidden, or an update is about to reload.
      showToast({
        tone: 'refused',
        text:
          stored === 0
            ? t('common.notSaved')
            : t('answers.triage.partlySaved', { count, stored }),
      });
      return false;
    }
  }

  return async ({ decisions, before, onUndone }) => {
    if (!(await store(decisions))) return false;
    const state = t(`answers.triage.state.${decisions[0]?.state ?? 'new'}`);
    const count = countThreads(decisions);
    dismiss();
    dismiss = showToast({
      tone: 'done',
      text:
        count === 1
          ? t('answers.triage.marked', { state })
          : t('answers.triage.markedMany', { state, count }),
      action: {
        label: t('answers.triage.undo'),
        onAction: () => {
          void store(before).then((isUndone) => isUndone && onUndone?.());
        },
      },
    });
    return true;
  };
}

function countThreads(decisions: readonly Decision[]): number {
  return decisions.reduce((sum, { keys }) => sum + keys.length, 0);
}
