/** How a form is called in a sentence: code and description. */
export function formName(form: { code: string; description: string }): string {
  return `${form.code} ${form.description}`.trim();
}
