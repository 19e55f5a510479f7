import { exportOutbox } from '@/data/outbox/queue-file';
import type { Op } from '@/domain/outbox/op';
import { isOpen } from '@/domain/outbox/op';
import { queueFileName } from '@/components/queue-file-name';
import { Button } from '@/ui/button';
import { saveFile } from '@/ui/save-file';
import { showToast } from '@/ui/overlay/toaster';

import { describeOp } from '@/features/outbox/describe-op';
import { useTranslation } from '@/ui/texts';
interface SaveQueueProps {
  /** The whole outbox; undefined until read. */
  ops: readonly Op[] | undefined;
  /** Whether there is work that no change of the outbox sends. */
  hasLocal: boolean;
  /** Why it cannot be saved where both have nothing. */
  nothingWaits: string;
}

/** Saves what is on this device alone, for another device. PINs stay here. */
export function SaveQueue({ ops, hasLocal, nothingWaits }: SaveQueueProps) {
  const { t } = useTranslation();
  const unsent = ops?.filter(({ state }) => isOpen(state)) ?? [];
  const count = unsent.filter((op) => describeOp(op).hasPin).length;

  async function handleSave() {
    try {
      const file = await exportOutbox();
      saveFile(file, queueFileName(t('outbox.file'), Date.now()));
    } catch {
      // The database is closed or gone. The shell says so; this message says
      // what it means for the file.
      showToast({ tone: 'refused', text: t('outbox.notSaved') });
      return;
    }
    if (unsent.length === 0) return;
    const text =
      count > 0 ? t('outbox.savedWithPin', { count }) : t('outbox.saved');
    showToast({ tone: 'neutral', text });
  }

  return (
    <Button
      icon="download"
      className="push"
      reason={unsent.length > 0 || hasLocal ? undefined : nothingWaits}
      onClick={() => void handleSave()}
    >
      {t('outbox.save')}
    </Button>
  );
}
