import { useMemo } from 'react';

import type { FormRead } from '@/data/forms/forms';
import { useFormById, useFormPull, useFormsPull } from '@/data/forms/forms';
import type { Failure } from '@/domain/outbox/outcome';

import type { FormBase } from './editor-start';

/** No form has it: asks for nothing. */
export const NO_FORM = 0;

export interface FormSource {
  /** Undefined until read. */
  read: FormRead | undefined;
  /** Metadata and sections, once both are here. */
  base: FormBase | undefined;
  isPulling: boolean;
  /** Why it could not be fetched. */
  failure: Failure | undefined;
  retry: () => void;
}

/**
 * A form by its id, wherever the reader comes from: the list is asked for its
 * metadata, the server for its sections when these are not cached
 * (docs/api-contract.md 6.12).
 */
export function useFormSource(formId: number): FormSource {
  const read = useFormById(formId);
  const lists = useFormsPull();
  const isCached = read === undefined || read.sections !== undefined;
  const body = useFormPull(formId, formId <= 0 || isCached);
  const { form, sections } = read ?? {};
  const base = useMemo(
    () =>
      form && sections ? { meta: withoutMark(form), sections } : undefined,
    [form, sections],
  );
  const failure = lists.failure ?? body.failure ?? read?.failure;
  return {
    read,
    base,
    isPulling: lists.isPulling || body.isPulling,
    failure,
    retry() {
      lists.retry();
      body.retry();
    },
  };
}

/** The mark of a waiting change is no part of the form. */
function withoutMark({
  pending: _,
  ...meta
}: NonNullable<FormRead['form']>): FormBase['meta'] {
  return meta;
}
