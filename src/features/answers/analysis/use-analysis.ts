import { readPublishedForms } from '@/data/forms/forms';
import type { EvidencePlan, EvidenceScope } from '@/data/threads/evidence';
import type { FileStep } from '@/features/answers/use-file-steps';
import { useFileSteps } from '@/features/answers/use-file-steps';
import { useTranslation } from '@/ui/texts';

import type { AnalysisFormat } from './make-analysis';
import { makeAnalysis } from './make-analysis';

type OwnStep = { is: 'making'; done: number; total: number } | { is: 'failed' };

export type AnalysisStep = FileStep | OwnStep;

const FAILED: OwnStep = { is: 'failed' };

/** The way to the tables of some reports. */
export function useAnalysis(scope: EvidenceScope) {
  const { t } = useTranslation();
  const { step, run, again } = useFileSteps(scope, FAILED);

  /** Fetches what is missing, unless that is left out, and makes the file. */
  function make(
    plan: EvidencePlan,
    chosen: { format: AnalysisFormat; hasNames: boolean; isOffline: boolean },
  ): Promise<Blob | undefined> {
    const { format, hasNames, isOffline } = chosen;
    // The code book is made of the forms alone.
    const incomplete = format === 'codeBook' ? [] : plan.incomplete;
    return run({ ...plan, incomplete }, isOffline, async (show, signal) => {
      const { keys } = plan;
      const made = (done: number) =>
        show({ is: 'making', done, total: keys.length });
      made(0);
      const forms = await readPublishedForms();
      const order = { format, hasNames, keys, forms, t };
      return makeAnalysis(order, made, signal);
    });
  }

  return { step, make, again };
}
