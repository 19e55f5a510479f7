import type { ChangeEvent } from 'react';
import { useRef, useState } from 'react';

import type { OutboxPreview } from '@/data/outbox/queue-file';
import { readOutboxFile } from '@/data/outbox/queue-file';
import { Button } from '@/ui/button';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { TakeQueueDialog } from './take-queue-dialog';

/** Takes in a queue that was saved on another device, after a look at what is in it. */
export function TakeQueue() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{
    file: File;
    preview: OutboxPreview;
  }>();

  async function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    // Without this, choosing the same file again would fire no event.
    target.value = '';
    if (!file) return;
    try {
      setChosen({ file, preview: await readOutboxFile(file) });
    } catch {
      // The file or the database cannot be read at this moment.
      showToast({ tone: 'refused', text: t('outbox.take.unreadable') });
    }
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('outbox.take.file')}
        onChange={(event) => void handleChange(event)}
      />
      <Button icon="upload" onClick={() => input.current?.click()}>
        {t('outbox.take.action')}
      </Button>
      {chosen === undefined ? null : (
        <TakeQueueDialog {...chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}
