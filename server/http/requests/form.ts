import * as v from 'valibot';

import type { RequestContext } from '../../server';
import { invalid, ProblemError } from '../problems/problem';
import { REQUIRED } from './fields';

/** A file in a form. */
export const file = v.file(REQUIRED);

/** The refusals of an import, for its description. */
export const fileRefusals = {
  400: 'Nothing is saved; the reason names the first bad row, or the line of a bad quote',
};

/** Reads a multipart body; 400 when it is something else. */
async function formOf(c: RequestContext): Promise<FormData> {
  try {
    return await c.req.formData();
  } catch {
    throw new ProblemError(400, 'The body must be multipart/form-data.');
  }
}

/** The first field of each name that is not blank, by its name in lower case. */
export async function formFieldsOf(
  c: RequestContext,
): Promise<Record<string, string | File>> {
  const fields = new Map<string, string | File>();
  for (const [sent, value] of await formOf(c)) {
    const name = sent.toLowerCase();
    if (value !== '' && !fields.has(name)) fields.set(name, value);
  }
  return Object.fromEntries(fields);
}

/**
 * The text of an uploaded file, without a byte order mark. 400 that names the
 * field when it is not UTF-8.
 */
export async function textOf(name: string, sent: File): Promise<string> {
  const bytes = await sent.arrayBuffer();
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // No text has this sign, and the database could not hold it.
    if (text.includes('\0')) throw new Error('binary');
    return text;
  } catch {
    throw invalid(name, 'The file is not a text in UTF-8.');
  }
}
