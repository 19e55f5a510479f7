import { useEffect, useRef, useState } from 'react';

import type { EvidencePlan, EvidenceScope } from '@/data/threads/evidence';
import {
  attachmentLoader,
  fetchMissing,
  readEvidenceForms,
  readEvidencePlan,
  readEvidenceThread,
  readEvidenceTimes,
} from '@/data/threads/evidence';
import type { EvidenceOrigin } from '@/domain/evidence/evidence';
import { actorOf, session } from '@/state/session';
import { timeZone } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import type { BuiltEvidence, EvidenceProgress } from './build-evidence';
import { buildInWorker } from './build-in-worker';
import { reportWords } from './report-words';

export type EvidenceStep =
  /** What the file would have is looked at. */
  | { is: 'looking' }
  | { is: 'asking'; plan: EvidencePlan }
  | { is: 'fetching'; done: number; total: number }
  | { is: 'building'; progress: EvidenceProgress; total: number }
  | { is: 'built'; built: BuiltEvidence }
  | { is: 'failed'; problem: 'full' | 'failed' };

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
  const [step, setStep] = useState<EvidenceStep>({ is: 'looking' });
  const [looks, setLooks] = useState(0);
  const running = useRef<AbortController>(undefined);

  useEffect(() => {
    let isGone = false;
    readEvidencePlan(scope).then(
      (plan) => isGone || setStep({ is: 'asking', plan }),
      () => isGone || setStep({ is: 'failed', problem: 'failed' }),
    );
    return () => {
      isGone = true;
    };
  }, [scope, looks]);

  useEffect(() => () => running.current?.abort(), []);

  async function make(
    plan: EvidencePlan,
    isOffline: boolean,
    target?: FileSystemFileHandle,
  ) {
    const control = new AbortController();
    const { signal } = control;
    running.current = control;
    const show = (next: EvidenceStep) => {
      if (!signal.aborted) setStep(next);
    };
    try {
      const total = plan.incomplete.length;
      const isLacking = total > 0 || plan.missing.length > 0;
      if (!isOffline && isLacking) {
        show({ is: 'fetching', done: 0, total });
        await fetchMissing(
          plan,
          (done) => show({ is: 'fetching', done, total }),
          signal,
        );
      }
      const { keys } = plan;
      const building = (progress: EvidenceProgress) =>
        show({ is: 'building', progress, total: keys.length });
      building(NOTHING_YET);
      const order = {
        keys,
        missing: (await readEvidencePlan(scope)).missing,
        forms: await readEvidenceForms(),
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
    } catch {
      // The databases closed, or have no room for what the server said.
      show({ is: 'failed', problem: 'failed' });
    }
    return undefined;
  }

  function stop() {
    running.current?.abort();
    setStep({ is: 'looking' });
    setLooks((now) => now + 1);
  }

  return { step, make, stop };
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
