import type { HostContext } from '../host';
import { invalid, ProblemError } from './problem';

/** Reads a multipart body; 400 when it is something else. */
export async function formOf(c: HostContext): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch {
    throw new ProblemError(400, 'The body must be multipart/form-data.');
  }
}

/** The first field that is not blank, by these names in any casing. */
export function fieldOf(
  form: FormData,
  ...names: string[]
): string | File | undefined {
  for (const name of names) {
    for (const [sent, value] of form) {
      if (value !== '' && sent.toLowerCase() === name.toLowerCase()) {
        return value;
      }
    }
  }
  return undefined;
}

/**
 * The text of an uploaded file, without a byte order mark. 400 when no field
 * of these names holds a file, or when it is not UTF-8.
 */
export async function uploadedText(
  form: FormData,
  ...names: string[]
): Promise<{ name: string; text: string }> {
  const [name = ''] = names;
  const file = fieldOf(form, ...names);
  if (file === undefined || typeof file === 'string') {
    throw invalid(name, `The ${name} field is required.`);
  }
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // No text has this sign, and the database could not hold it.
    if (text.includes('\0')) throw new Error('binary');
    return { name: file.name, text };
  } catch {
    throw invalid(name, 'The file is not a text in UTF-8.');
  }
}
