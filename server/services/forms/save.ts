import { count, eq, or, sql } from 'drizzle-orm';

import type { Db } from '../../db/database';
import { form } from '../../db/schema';
import { TextRefusal } from '../../http/problems/problem';
import { FORM_LIMITS } from '../../schemas/forms';
import { mergeContent } from './content';
import type { FormInput } from './input';

/**
 * Key of an advisory lock (any constant), so that two creations with one code
 * see each other.
 */
const CREATE_LOCK = 7_201_128;

/**
 * Creates a form and answers its id. 400 with a text when its code, or the id
 * that was sent, exists already (docs/api-contract.md 4.1); 422 when there are
 * too many. Call it in a transaction.
 */
export async function createForm(tx: Db, input: FormInput): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CREATE_LOCK}::int)`);
  const same = await tx
    .select({ code: form.code })
    .from(form)
    .where(
      or(
        eq(form.code, input.code),
        input.id === undefined ? undefined : eq(form.id, input.id),
      ),
    );
  if (same.length > 0) {
    throw new TextRefusal(
      400,
      `A form with the code '${input.code}' already exists.`,
    );
  }
  await refuseTooMany(tx, input.draft ? ['forms', 'drafts'] : ['forms']);
  const [row] = await tx
    .insert(form)
    .values({ ...headOf(input), currentVersion: input.currentVersion })
    .returning({ id: form.id });
  if (!row) throw new Error('The form was not stored.');
  await mergeContent(tx, row.id, input.sections ?? []);
  return row.id;
}

/**
 * Updates a form: the head is replaced, the content merged and never removed,
 * the version goes up (docs/api-contract.md 4.1). The new version is one above
 * the higher of the stored and the sent one, so that phones notice each change;
 * with `fromBody` one above the sent one, as on the original server. 404 with a
 * text for an unknown id. Call it in a transaction.
 */
export async function updateForm(
  tx: Db,
  input: FormInput,
  fromBody: boolean,
): Promise<void> {
  const stored = await holdForm(tx, input.id ?? 0);
  if (!stored) {
    throw new TextRefusal(
      404,
      `There is no form with the id ${input.id ?? 0}.`,
    );
  }
  const base = fromBody
    ? input.currentVersion
    : Math.max(input.currentVersion, stored.currentVersion);
  await tx
    .update(form)
    .set({ ...headOf(input), currentVersion: base + 1 })
    .where(eq(form.id, stored.id));
  if (input.sections) await mergeContent(tx, stored.id, input.sections);
}

/** Each screen of forms, and each phone, reads the list of all. */
async function refuseTooMany(
  tx: Db,
  kinds: readonly ('forms' | 'drafts')[],
): Promise<void> {
  const [stored] = await tx
    .select({
      forms: count(),
      drafts: sql<number>`count(*) filter (where ${form.draft})`.mapWith(
        Number,
      ),
    })
    .from(form);
  for (const what of kinds) {
    if ((stored?.[what] ?? 0) < FORM_LIMITS[what]) continue;
    const most = FORM_LIMITS[what];
    throw new TextRefusal(422, `There may be at most ${most} ${what}.`);
  }
}

/** Locks the form's row against other changes of the form, and answers it. */
export async function holdForm(tx: Db, id: number) {
  const [row] = await tx
    .select()
    .from(form)
    .where(eq(form.id, id))
    .for('update');
  return row;
}

function headOf(input: FormInput) {
  const { code, title, description, diaspora, draft, order } = input;
  return {
    code,
    description,
    diaspora,
    draft,
    order,
    title,
  };
}
