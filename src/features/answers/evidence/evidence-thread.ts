import { blobSink, fileSink } from '@/lib/archive';

import type {
  BuiltEvidence,
  EvidenceOrder,
  EvidenceProgress,
  EvidenceSource,
} from './build-evidence';
import { buildEvidence } from './build-evidence';

/** What the thread that makes evidence files offers to the page. */
export const evidenceThread = {
  /** @param target where it is written; without it, it is a `Blob`. */
  async build(
    order: EvidenceOrder,
    target: FileSystemFileHandle | undefined,
    readThread: EvidenceSource['readThread'],
    loadFile: EvidenceSource['loadFile'],
    onProgress: (progress: EvidenceProgress) => void,
  ): Promise<BuiltEvidence> {
    const sink = target ? await fileSink(target) : blobSink('application/zip');
    return buildEvidence(order, { readThread, loadFile }, sink, onProgress);
  },
};
