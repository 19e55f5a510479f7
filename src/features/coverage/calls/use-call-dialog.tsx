import type { ReactNode } from 'react';
import { useCallback, useState } from 'react';

import { latePart } from '@/ui/overlay/late-part';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import type { Called } from './call-dialog';

const part = latePart(() => import('./call-dialog'));

/**
 * The dialog in which calls are noted. Its code is loaded when it is first asked
 * for; until then the focus stays on the button, where the dialog gives it back.
 */
export function useCallDialog(): {
  openCall: (called: readonly Called[]) => void;
  dialog: ReactNode;
} {
  const { t } = useTranslation();
  const [called, setCalled] = useState<readonly Called[]>();

  const openCall = useCallback(
    (wanted: readonly Called[]) => {
      part.load().then(
        () => setCalled(wanted),
        // Before the first visit has stored the scripts, and without a connection.
        () => showToast({ tone: 'refused', text: t('calls.notLoaded') }),
      );
    },
    [t],
  );

  return {
    openCall,
    dialog:
      called && part.current ? (
        <part.current.CallDialog
          called={called}
          onClose={() => setCalled(undefined)}
        />
      ) : null,
  };
}
