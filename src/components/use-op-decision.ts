import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

/**
 * Carries out a decision about an op that needs no question: retry or cancel.
 * The returned function takes the promise of `retryOp` or `cancelOp`, and says
 * when the op was sent or decided elsewhere meanwhile, or when the device
 * could not store the decision.
 */
export function useOpDecision(): (decision: Promise<boolean>) => Promise<void> {
  const { t } = useTranslation();
  return async (decision) => {
    try {
      if (await decision) return;
      showToast({ tone: 'refused', text: t('outbox.tooLate') });
    } catch {
      // Storage is full, closed or forbidden: the decision was not stored.
      showToast({ tone: 'refused', text: t('common.notSaved') });
    }
  };
}
