import { useFormPull } from '@/data/forms/forms';
import type { FormBody, FormMeta } from '@/domain/forms/form';

import type { QuestionSource } from './use-question-source';

/** The form whose questions are shown. */
export interface FormChoice {
  form: FormMeta;
  /** Undefined while its questions are not cached. */
  body: FormBody | undefined;
}

/**
 * The form of the address, or the first one; its questions are asked for where they are
 * not cached. Undefined where there is no such form.
 */
export function useFormChoice(
  source: QuestionSource | undefined,
  formId: number | undefined,
): FormChoice | undefined {
  const forms = source?.forms.forms ?? [];
  const form =
    formId === undefined ? forms[0] : forms.find(({ id }) => id === formId);
  const body = source?.forms.bodies.find(({ id }) => id === form?.id);
  useFormPull(form?.id ?? -1, !form || body !== undefined);
  return form && { form, body };
}
