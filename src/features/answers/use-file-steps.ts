import { useEffect, useRef, useState } from 'react';

import type { EvidencePlan, EvidenceScope } from '@/data/threads/evidence';
import { fetchMissing, readEvidencePlan } from '@/data/threads/evidence';

/** How far a file of reports is, until it is made itself. */
export type FileStep =
  /** What the file would have is looked at. */
  | { is: 'looking' }
  | { is: 'asking'; plan: EvidencePlan }
  | { is: 'fetching'; done: number; total: number };

/** Shows a step, unless the file was stopped meanwhile. */
type Show<Step> = (step: Step) => void;

/**
 * The way to a file of reports: what it would have, what is fetched first, and what
 * comes then. It ends when its dialog closes.
 * @param failed the step after a failure.
 */
export function useFileSteps<Own>(scope: EvidenceScope, failed: Own) {
  const [step, setStep] = useState<FileStep | Own>({ is: 'looking' });
  const [looks, setLooks] = useState(0);
  const running = useRef<AbortController>(undefined);
  const latest = useRef(failed);

  useEffect(() => {
    let isGone = false;
    readEvidencePlan(scope).then(
      (plan) => isGone || setStep({ is: 'asking', plan }),
      () => isGone || setStep(latest.current),
    );
    return () => {
      isGone = true;
    };
  }, [scope, looks]);

  useEffect(() => () => running.current?.abort(), []);

  /**
   * Fetches what a plan lacks, unless that is left out, and makes the file.
   * @param make gets a signal that ends it at once.
   */
  async function run<File>(
    plan: EvidencePlan,
    isOffline: boolean,
    make: (show: Show<Own>, signal: AbortSignal) => Promise<File | undefined>,
  ): Promise<File | undefined> {
    const control = new AbortController();
    const { signal } = control;
    running.current = control;
    const show: Show<FileStep | Own> = (next) => {
      if (!signal.aborted) setStep(next);
    };
    try {
      const total = plan.incomplete.length;
      if (!isOffline && (total > 0 || plan.missing.length > 0)) {
        const fetched = (done: number) => show({ is: 'fetching', done, total });
        fetched(0);
        await fetchMissing(plan, fetched, signal);
      }
      return await make(show, signal);
    } catch {
      // The databases closed, or there is no room for what the server said or for the file.
      show(failed);
      return undefined;
    }
  }

  /** Ends what goes on, and looks again at what is here. */
  function again() {
    running.current?.abort();
    setStep({ is: 'looking' });
    setLooks((now) => now + 1);
  }

  return { step, run, again };
}
