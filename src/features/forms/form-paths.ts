/** The two tabs of the list. */
export type FormTab = 'public' | 'draft';

/** The list at one of its tabs; the flag has the name it has on the wire. */
export function listPath(tab: FormTab): string {
  return `/formulare?draft=${tab === 'draft'}`;
}

export function formPath(formId: number): string {
  return `/formulare/${formId}`;
}

/** The editor of a new form; with a copy of another one in it. */
export function newFormPath(copyOf?: number): string {
  return copyOf === undefined
    ? '/formulare/nou'
    : `/formulare/nou?copie=${copyOf}`;
}

/** The tab that an address asks for; undefined when it asks for none. */
export function tabIn(search: URLSearchParams): FormTab | undefined {
  const draft = search.get('draft');
  if (draft === 'true') return 'draft';
  return draft === 'false' ? 'public' : undefined;
}

/** The form that a new one is to be a copy of. */
export function copiedIn(search: URLSearchParams): number | undefined {
  const id = Number(search.get('copie') ?? '');
  return Number.isSafeInteger(id) && id !== 0 ? id : undefined;
}
