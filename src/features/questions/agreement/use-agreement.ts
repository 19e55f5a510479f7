import { useMemo } from 'react';

import type { Pull } from '@/data/live/use-pull';
import type { Question } from '@/domain/forms/form';
import type { Agreement } from '@/domain/questions/agreement';
import { agreementOf } from '@/domain/questions/agreement';
import { countReports } from '@/domain/questions/stations';

import type { QuestionSource } from '@/features/questions/use-question-source';
import { useQuestionSource } from '@/features/questions/use-question-source';

/** What observers of one station agree on, and what that is worked out from. */
export interface AgreementRead {
  source: QuestionSource;
  agreement: Agreement;
  /** Of the published forms whose questions are cached, by their ids. */
  questions: ReadonlyMap<number, Question>;
  /** Reports that the filter lets through. */
  total: number;
}

/** @param county its code; undefined: all. Undefined until everything was read. */
export function useAgreement(county: string | undefined): {
  read: AgreementRead | undefined;
  pull: Pull;
} {
  const query = useMemo(() => ({ county }), [county]);
  const { source, pull } = useQuestionSource(query);
  const read = useMemo(() => {
    if (!source) return undefined;
    const { packed, coverage, forms, filter } = source;
    const asked = forms.bodies.flatMap(({ sections }) =>
      sections.flatMap(({ questions }) => questions),
    );
    // Of all stations, whatever the plan says of a sample.
    const by = { ...filter, stations: undefined };
    const { reports } = coverage;
    return {
      source,
      agreement: agreementOf(packed.blocks, reports, by, asked),
      questions: new Map(asked.map((question) => [question.id, question])),
      total: countReports(reports, by),
    };
  }, [source]);
  return { read, pull };
}
