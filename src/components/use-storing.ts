import { useRef, useState } from 'react';

import type { DialogStoring } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

export interface Storing extends DialogStoring {
  /**
   * Runs a change, one at a time: a call while another one runs does nothing.
   * `change` resolves with nothing once it is stored, with the reason for the
   * screen when it was not; a rejection means that the device cannot store it.
   * Answers whether the change is stored.
   */
  store: (change: () => Promise<string | void>) => Promise<boolean>;
}

interface Words {
  /** The message when the change fails without a reason to show. */
  failed?: string | undefined;
  /** What to say, to screen readers, while it runs. */
  busy?: string | undefined;
}

/**
 * The state of a dialog that changes something: pass it to `<Dialog storing>`,
 * which then stays open while the change is being stored.
 */
export function useStoring({ failed, busy }: Words = {}): Storing {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  // Two presses in one frame both see the state of the last render, so a ref is
  // needed.
  const isRunning = useRef(false);

  async function store(change: () => Promise<string | void>) {
    if (isRunning.current) return false;
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const reason = await change();
      if (reason === undefined) return true;
      setFailure(reason);
    } catch {
      // Storage is full, closed or forbidden: the change was not stored.
      setFailure(failed ?? t('common.notSaved'));
    } finally {
      isRunning.current = false;
      setBusy(false);
    }
    return false;
  }

  return {
    isBusy,
    busyLabel: busy ?? t('common.storing'),
    failure,
    discards: t('common.discards'),
    store,
  };
}
