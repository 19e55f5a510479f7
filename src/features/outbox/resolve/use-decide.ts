import { resolveConflict } from '@/data/outbox/resolve-conflict';
import type { Op } from '@/domain/outbox/op';
import type { Decision } from '@/domain/outbox/resolution';
import { useStoring } from '@/components/use-storing';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

/**
 * Carries out a decision and says what became of it. `op` is as it was when
 * the person began to look at it; `onClose` is called when it is decided, or
 * when there is nothing left to decide here.
 */
export function useDecide(op: Op, onClose: () => void) {
  const { t } = useTranslation();
  const storing = useStoring({ failed: t('outbox.resolve.notSaved') });

  async function decide(decision: Decision) {
    await storing.store(async () => {
      switch (await resolveConflict(op, decision)) {
        case 'decided':
          showToast({ tone: 'done', text: t('common.savedOnDevice') });
          onClose();
          break;
        case 'tooLate':
          showToast({ tone: 'refused', text: t('outbox.resolve.tooLate') });
          onClose();
          break;
        case 'codeTaken':
          // The field shows the error as soon as the other form is read.
          break;
      }
    });
  }

  return { decide, storing };
}
