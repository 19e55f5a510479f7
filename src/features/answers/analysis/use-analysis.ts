import { useEffect, useRef, useState } from 'react';

import type { EvidencePlan, EvidenceScope } from '@/data/threads/evidence';
import {
  fetchMissing,
  readEvidenceForms,
  readEvidencePlan,
} from '@/data/threads/evidence';
import { useTranslation } from '@/ui/texts';

import type { AnalysisFormat } from './make-analysis';
import { makeAnalysis } from './make-analysis';

export type AnalysisStep =
  /** What the tables would have is looked at. */
  | { is: 'looking' }
  | { is: 'asking'; plan: EvidencePlan }
  | { is: 'fetching' | 'making'; done: number; total: number }
  | { is: 'failed' };

/** The way to the tables of some reports; it ends when its dialog closes. */
export function useAnalysis(scope: EvidenceScope) {
  const { t } = useTranslation();
  const [step, setStep] = useState<AnalysisStep>({ is: 'looking' });
  const [looks, setLooks] = useState(0);
  const running = useRef<AbortController>(undefined);

  useEffect(() => {
    let isGone = false;
    readEvidencePlan(scope).then(
      (plan) => isGone || setStep({ is: 'asking', plan }),
      () => isGone || setStep({ is: 'failed' }),
    );
    return () => {
      isGone = true;
    };
  }, [scope, looks]);

  useEffect(() => () => running.current?.abort(), []);

  /** Fetches what is missing, unless that is left out, and makes the file. */
  async function make(
    plan: EvidencePlan,
    chosen: { format: AnalysisFormat; hasNames: boolean; isOffline: boolean },
  ): Promise<Blob | undefined> {
    const control = new AbortController();
    const { signal } = control;
    running.current = control;
    const show =
      (is: 'fetching' | 'making', total: number) => (done: number) => {
        if (!signal.aborted) setStep({ is, done, total });
      };
    try {
      const total = plan.incomplete.length;
      const isLacking = total > 0 || plan.missing.length > 0;
      if (!chosen.isOffline && isLacking) {
        const fetched = show('fetching', total);
        fetched(0);
        await fetchMissing(plan, fetched, signal);
      }
      const made = show('making', plan.keys.length);
      made(0);
      const forms = await readEvidenceForms();
      const { format, hasNames } = chosen;
      const order = { format, hasNames, keys: plan.keys, forms, t };
      return await makeAnalysis(order, made, signal);
    } catch {
      // The databases closed, or the tables do not fit into memory.
      if (!signal.aborted) setStep({ is: 'failed' });
    }
    return undefined;
  }

  /** Ends what goes on, and looks again at what is here. */
  function again() {
    running.current?.abort();
    setStep({ is: 'looking' });
    setLooks((now) => now + 1);
  }

  return { step, make, again };
}
