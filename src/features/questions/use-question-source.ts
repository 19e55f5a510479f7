import { useMemo } from 'react';
import { useSnapshot } from 'valtio';

import type { CoverageSource } from '@/data/coverage/coverage';
import { useCoveragePull, useCoverageSource } from '@/data/coverage/coverage';
import type { PublishedFormsRead } from '@/data/forms/forms';
import { usePublishedForms } from '@/data/forms/forms';
import type { Pull } from '@/data/live/use-pull';
import type { PackedAnswers, SamplePlan } from '@/data/questions/questions';
import {
  useOrganisations,
  usePackedAnswers,
  useSamplePlan,
} from '@/data/questions/questions';
import { HOUR_MS } from '@/domain/coverage/hours';
import type { QuestionFilter } from '@/domain/questions/stations';
import { session } from '@/state/session';

import type { QuestionQuery } from './use-question-query';

/** What figures about questions are worked out from. */
export interface QuestionSource {
  coverage: CoverageSource;
  packed: PackedAnswers;
  forms: PublishedFormsRead;
  /** null: this device has no plan. */
  plan: SamplePlan | null;
  /** Names of organisations, where there is more than one. */
  organisations: readonly string[];
  filter: QuestionFilter;
  /** The same of the county that it is compared with; absent: none is. */
  versus?: QuestionFilter | undefined;
  /** Hours with a report, oldest first: epoch ms of their beginning. */
  hours: readonly number[];
}

/** Undefined until everything was read. */
export function useQuestionSource(query: QuestionQuery): {
  source: QuestionSource | undefined;
  pull: Pull;
} {
  const { user } = useSnapshot(session);
  const coverage = useCoverageSource();
  const pull = useCoveragePull();
  const packed = usePackedAnswers();
  const forms = usePublishedForms();
  const plan = useSamplePlan();
  const organisations = useOrganisations(user?.organizer === true);
  const reports = coverage?.reports;
  const hours = useMemo(() => {
    const begun = new Set<number>();
    for (let at = 0; at < (reports?.length ?? 0); at += 1) {
      const time = reports?.times[at] ?? Number.NaN;
      if (!Number.isNaN(time)) begun.add(Math.floor(time / HOUR_MS) * HOUR_MS);
    }
    return [...begun].toSorted((a, b) => a - b);
  }, [reports]);
  const source = useMemo(() => {
    const isRead = coverage && packed && forms && organisations;
    if (!isRead || plan === undefined) return undefined;
    const { county, versus, from, to, area, organisation } = query;
    const filter: QuestionFilter = {
      county,
      from,
      to: to === undefined ? undefined : to + HOUR_MS,
      isUrban: area && area === 'urban',
      observerIds:
        organisation === undefined
          ? undefined
          : (organisations.get(organisation) ?? new Set()),
      stations: plan?.isDeclared ? plan.stations : undefined,
    };
    return {
      coverage,
      packed,
      forms,
      plan,
      organisations:
        organisations.size > 1 ? [...organisations.keys()].toSorted() : [],
      filter,
      versus: versus === undefined ? undefined : { ...filter, county: versus },
      hours,
    };
  }, [coverage, packed, forms, organisations, plan, query, hours]);
  return { source, pull };
}
