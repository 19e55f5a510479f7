import { and, eq, ne, or, sql } from 'drizzle-orm';

import type { Db } from '../../db/database';
import { form } from '../../db/schema';
import { TextRefusal } from '../../http/problems/problem';
import { isSeenBy } from '../../queries/forms';
import type { Quirks } from '../../quirks/quirks';
import { FORM_LIMITS } from '../../schemas/forms';
import { mergeContent } from './content';
import type { FormInput } from './input';

/**
 * Key of an advisory lock (any constant), so that two forms that take one code
 * see each other.
 */
const CODE_LOCK = 7_201_128;

/**
 * Creates a form, a draft for `ngoId` alone where it is given, and answers its id. 400
 * with a text when a form that `ngoId` sees has its code, or any has the id that was
 * sent (docs/api-contract.md 4.1); 422 when there are too many. A client whose reply was
 * lost takes the form of its code that it sees for its own: two would mislead it. Call it
 * in a transaction.
 */
export async function createForm(
  tx: Db,
  input: FormInput,
  ngoId: number | undefined,
): Promise<number> {
  await holdCodes(tx);
  const same = await tx
    .select({ code: form.code })
    .from(form)
    .where(
      or(
        and(eq(form.code, input.code), isSeenBy(ngoId)),
        input.id === undefined ? undefined : eq(form.id, input.id),
      ),
    );
  if (same.length > 0) throw codeTaken(input.code);
  await (input.draft
    ? requireRoomForDraft(tx, ngoId)
    : requireRoomToPublish(tx));
  const [row] = await tx
    .insert(form)
    .values({ ...headOf(input), currentVersion: input.currentVersion, ngoId })
    .returning({ id: form.id });
  if (!row) throw new Error('The form was not stored.');
  await mergeContent(tx, row.id, input.sections ?? []);
  return row.id;
}

/**
 * Updates a form: the head is replaced, the content merged and never removed,
 * the version goes up (docs/api-contract.md 4.1). The new version is one above
 * the higher of the stored and the sent one, so that phones notice each change;
 * with the quirk `versionFromBody` one above the sent one. A published form is
 * everybody's from then on. 404 with a text for an unknown id; 400 with one for a code
 * that it may not have, 422 when too many are published, both except with the quirk
 * `laxAdmins`. Call it in a transaction.
 */
export async function updateForm(
  tx: Db,
  input: FormInput,
  quirks: Pick<Quirks, 'versionFromBody' | 'laxAdmins'>,
): Promise<void> {
  const stored = await holdForm(tx, input.id ?? 0);
  if (!stored) {
    throw new TextRefusal(
      404,
      `There is no form with the id ${input.id ?? 0}.`,
    );
  }
  if (!quirks.laxAdmins) {
    await refuseTakenCode(tx, stored, input);
    if (stored.draft && !input.draft) await requireRoomToPublish(tx);
  }
  const base = quirks.versionFromBody
    ? input.currentVersion
    : Math.max(input.currentVersion, stored.currentVersion);
  await tx
    .update(form)
    .set({
      ...headOf(input),
      currentVersion: base + 1,
      ngoId: input.draft ? stored.ngoId : null,
    })
    .where(eq(form.id, stored.id));
  if (input.sections) await mergeContent(tx, stored.id, input.sections);
}

/**
 * Looks at forms that are published or renamed alone, so that namesakes from before
 * this rule can still be saved. A draft of another organisation may have the code.
 */
async function refuseTakenCode(
  tx: Db,
  stored: typeof form.$inferSelect,
  { code, draft }: FormInput,
): Promise<void> {
  const isRenamed = code !== stored.code;
  const isPublished = stored.draft && !draft;
  if (!isRenamed && !isPublished) return;
  await holdCodes(tx);
  const same = await tx
    .select({ id: form.id })
    .from(form)
    .where(
      and(
        eq(form.code, code),
        ne(form.id, stored.id),
        or(eq(form.draft, false), isRenamed ? isOf(stored.ngoId) : undefined),
      ),
    )
    .limit(1);
  if (same.length > 0) throw codeTaken(code);
}

async function holdCodes(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${CODE_LOCK}::int)`);
}

function codeTaken(code: string): TextRefusal {
  return new TextRefusal(400, `A form with the code '${code}' already exists.`);
}

/** An organisation has its own limit; what organizers draft is one more. */
async function requireRoomForDraft(
  tx: Db,
  ngoId: number | undefined,
): Promise<void> {
  const most = FORM_LIMITS.drafts;
  const drafts = and(eq(form.draft, true), isOf(ngoId ?? null));
  if ((await tx.$count(form, drafts)) < most) return;
  throw new TextRefusal(
    422,
    `An organisation may have at most ${most} drafts.`,
  );
}

/** Each screen of forms, and each phone, reads the list of all. */
async function requireRoomToPublish(tx: Db): Promise<void> {
  const most = FORM_LIMITS.published;
  if ((await tx.$count(form, eq(form.draft, false))) < most) return;
  throw new TextRefusal(422, `There may be at most ${most} published forms.`);
}

/** Forms of an organisation; of null, those that are everybody's. */
function isOf(ngoId: number | null) {
  return sql`${form.ngoId} is not distinct from ${ngoId}`;
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
