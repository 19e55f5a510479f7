import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { resolveConflict } from '@/data/resolve-conflict';
import type { Op } from '@/domain/op';
import type { Decision } from '@/domain/resolve';
import { showToast } from '@/ui/toaster';

/**
 * Carries out a decision and says what became of it.
 * @param op as it was when the person began to look at it.
 * @param onClose it is decided, or there is nothing left to decide here.
 * @returns the action, and whether the device could not keep the last one.
 */
export function useDecide(op: Op, onClose: () => void) {
  const { t } = useTranslation();
  const [failed, setFailed] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function decide(decision: Decision) {
    if (isBusy) return;
    setBusy(true);
    setFailed(false);
    try {
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
          // The field says it as soon as the other form is read.
          break;
      }
    } catch {
      // Full, closed or forbidden storage: whichever it is, nothing was decided.
      setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  return { decide, failed };
}
