import { useEffect, useRef, useState } from 'react';

import type { Exported } from '@/data/exports';
import { download } from '@/data/exports';
import type { Failure } from '@/domain/outbox/outcome';
import type { ThreadFilter } from '@/domain/answers/thread';
import { failureText } from '@/components/failure';
import { markedCsv } from '@/ui/save-csv';
import { saveFile } from '@/ui/save-file';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

/** Shorter downloads need no number that counts up. */
const SHOW_PROGRESS_AFTER_MS = 1_000;

interface Download {
  isRunning: boolean;
  /** Bytes so far; absent while it is quick. */
  bytes?: number | undefined;
  /** The server's file. */
  fromServer: (filter: ThreadFilter, what: Exported) => Promise<void>;
  /** A spreadsheet of what is cached on this device. */
  fromDevice: (filter: ThreadFilter) => Promise<void>;
}

/** Downloads answers or notes beside the page: what came of it is told when it is over. */
export function useDownload(): Download {
  const { t, i18n } = useTranslation();
  const [isRunning, setRunning] = useState(false);
  const [bytes, setBytes] = useState<number>();
  const isGone = useRef(false);

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  async function fromServer(filter: ThreadFilter, what: Exported) {
    setRunning(true);
    const reply = await download(
      what,
      filter,
      onceSlow((soFar) => {
        if (!isGone.current) setBytes(soFar);
      }),
    );
    setRunning(false);
    setBytes(undefined);
    if (reply.ok) {
      const { blob, fileName } = reply.value;
      const isCsv = fileName.toLowerCase().endsWith('.csv');
      tellSaved(isCsv ? await markedCsv(blob) : blob, fileName);
    } else tellFailure(reply.failure, filter, what);
  }

  async function fromDevice(filter: ThreadFilter) {
    setRunning(true);
    try {
      const { cachedFile } = await import('./cached-file');
      const blob = await cachedFile(filter, { t, locale: i18n.language });
      tellSaved(blob, `${t('answers.cached.file')}.xlsx`);
    } catch {
      // The writer could not be loaded, or the sheets do not fit into memory.
      showToast({ tone: 'refused', text: t('answers.cached.failed') });
    } finally {
      setRunning(false);
    }
  }

  function tellSaved(blob: Blob, name: string) {
    saveFile(blob, name);
    showToast({ tone: 'done', text: t('answers.download.saved', { name }) });
  }

  function tellFailure(failure: Failure, filter: ThreadFilter, what: Exported) {
    const areNotes = what === 'notes';
    if (failure.kind === 'missing') {
      // Some servers say so whenever notes are filtered by county
      // (docs/api-contract.md 4.5).
      const isDoubtful = areNotes && filter.county !== undefined;
      const key = isDoubtful ? 'nothingByCounty' : 'nothing';
      showToast({ tone: 'neutral', text: t(`answers.download.${key}`) });
      return;
    }
    const isAway = ['offline', 'timeout', 'noWorker'].includes(failure.kind);
    showToast({
      tone: 'refused',
      title: t(`answers.download.${areNotes ? 'notesFailed' : 'failed'}`),
      text: failureText(failure, t),
      action: isAway
        ? {
            label: t('answers.download.cachedInstead'),
            onAction: () => void fromDevice(filter),
          }
        : undefined,
    });
  }

  return {
    isRunning,
    bytes,
    fromServer,
    fromDevice,
  };
}

/** Passes progress on only once a download takes long. */
function onceSlow(tell: (bytes: number) => void): (bytes: number) => void {
  const startedAt = Date.now();
  return (bytes) => {
    if (Date.now() - startedAt > SHOW_PROGRESS_AFTER_MS) tell(bytes);
  };
}
