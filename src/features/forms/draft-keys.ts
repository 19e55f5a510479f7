/** The draft of a form that was never saved. */
export const NEW_DRAFT = 'form:new';

/** The draft of unsaved changes to a form. */
export function draftKeyOf(formId: number): `form:${number}` {
  return `form:${formId}`;
}
