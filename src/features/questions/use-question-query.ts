import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

import { paths } from '@/paths';

/** What the screens show, as the address has it. Absent: all. */
export interface QuestionQuery {
  formId?: number | undefined;
  /** County code. */
  county?: string | undefined;
  /** Code of the county that it is compared with. */
  versus?: string | undefined;
  /** Epoch ms at which an hour begins. */
  from?: number | undefined;
  /** The same of the last hour that counts. */
  to?: number | undefined;
  area?: 'urban' | 'rural' | undefined;
  /** Name of an organisation. */
  organisation?: string | undefined;
}

/** The address of all questions, or of one, with these choices. */
export function questionsHref(query: QuestionQuery, questionId?: number) {
  const { formId, county, versus, from, to, area, organisation } = query;
  const params = new URLSearchParams();
  const isOne = questionId !== undefined && formId !== undefined;
  if (formId !== undefined && !isOne) params.set('form', String(formId));
  if (county !== undefined) params.set('county', county);
  if (versus !== undefined) params.set('versus', versus);
  if (from !== undefined) params.set('from', String(from));
  if (to !== undefined) params.set('to', String(to));
  if (area !== undefined) params.set('area', area);
  if (organisation !== undefined) params.set('organisation', organisation);
  return isOne
    ? paths.question(formId, questionId, String(params))
    : paths.questions(String(params));
}

/** Reads the address; what it says wrongly counts as not said. */
export function useQuestionQuery(): QuestionQuery {
  const [params] = useSearchParams();
  return useMemo(() => {
    const area = params.get('area');
    return {
      formId: numberOf(params.get('form')),
      county: params.get('county') ?? undefined,
      versus: params.get('versus') ?? undefined,
      from: numberOf(params.get('from')),
      to: numberOf(params.get('to')),
      area: area === 'urban' || area === 'rural' ? area : undefined,
      organisation: params.get('organisation') ?? undefined,
    };
  }, [params]);
}

function numberOf(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
