import { blobSink } from '@/lib/archive';

import type {
  BuiltEvidence,
  EvidenceOrder,
  EvidenceProgress,
  EvidenceSource,
} from './build-evidence';
import { buildEvidence } from './build-evidence';

/** What the thread that makes evidence files offers to the page. */
export const evidenceThread = {
  build: (
    order: EvidenceOrder,
    readThread: EvidenceSource['readThread'],
    loadFile: EvidenceSource['loadFile'],
    onProgress: (progress: EvidenceProgress) => void,
  ): Promise<BuiltEvidence> =>
    buildEvidence(
      order,
      { readThread, loadFile },
      blobSink('application/zip'),
      onProgress,
    ),
};
