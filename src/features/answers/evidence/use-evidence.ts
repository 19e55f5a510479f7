import { readPublishedForms } from '@/data/forms/forms';
import type { EvidencePlan, EvidenceScope } from '@/data/threads/evidence';
import {
  attachmentLoader,
  readEvidencePlan,
  readEvidenceThread,
  readEvidenceTimes,
} from '@/data/threads/evidence';
import type { EvidenceOrigin } from '@/domain/evidence/evidence';
import type { FileStep } from '@/features/answers/use-file-steps';
import { useFileSteps } from '@/features/answers/use-file-steps';
import { actorOf, session } from '@/state/session';
import { timeZone } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import type { BuiltEvidence, EvidenceProgress } from './build-evidence';
import { buildInWorker } from './build-in-worker';
import { reportWords } from './report-words';

type OwnStep =
  | { is: 'building'; progress: EvidenceProgress; total: number }
  | { is: 'built'; built: BuiltEvidence }
  | { is: 'failed'; problem: 'full' | 'failed' };

export type EvidenceStep = FileStep | OwnStep;

const FAILED: OwnStep = { is: 'failed', problem: 'failed' };
const NOTHING_YET: EvidenceProgress = { threads: 0, files: 0, bytes: 0 };

interface Evidence {
  step: EvidenceStep;
  /**
   * Fetches what is missing, unless that is left out, and makes the file; into `target`
   * where one is given.
   */
  make: (
    plan: EvidencePlan,
    isOffline: boolean,
    target?: FileSystemFileHandle,
  ) => Promise<BuiltEvidence | undefined>;
  /** Back to the question, with what is here by now. */
  stop: () => void;
}

/**
 * The way to one evidence file; it ends when its dialog closes.
 * @param chosen in words: which threads it is about.
 */
export function useEvidence(scope: EvidenceScope, chosen: string): Evidence {
  const { t, i18n } = useTranslation();
  const { step, run, again } = useFileSteps(scope, FAILED);

  function make(
    plan: EvidencePlan,
    isOffline: boolean,
    target?: FileSystemFileHandle,
  ) {
    return run(plan, isOffline, async (show, signal) => {
      const { keys } = plan;
      const building = (progress: EvidenceProgress) =>
        show({ is: 'building', progress, total: keys.length });
      building(NOTHING_YET);
      const order = {
        keys,
        missing: (await readEvidencePlan(scope)).missing,
        forms: await readPublishedForms(),
        origin: { ...(await readEvidenceTimes()), ...origin(chosen) },
        words: reportWords(t),
        locale: i18n.language,
      };
      const source = {
        readThread: readEvidenceThread,
        loadFile: attachmentLoader(),
      };
      const made = await buildInWorker(order, target, source, building, signal);
      if (made.ok) {
        show({ is: 'built', built: made.built });
        return made.built;
      }
      if (made.problem !== 'stopped') {
        show({ is: 'failed', problem: made.problem });
      }
      return undefined;
    });
  }

  return { step, make, stop: again };
}

function origin(chosen: string): EvidenceOrigin {
  const { user } = session;
  if (!user) throw new Error('Nobody is signed in');
  const { host, sub, idNgo } = actorOf(user);
  return {
    server: host,
    account: sub,
    idNgo,
    appVersion: import.meta.env.VITE_APP_VERSION,
    timeZone: timeZone(),
    madeAt: Date.now(),
    chosen,
  };
}
