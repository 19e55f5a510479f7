import { beforeEach, expect, it } from 'vitest';

import { form, ngo, ngoAdmin } from '../../../server/db/schema';
import { createTokens } from '../../../server/http/callers/tokens';
import type { Admin } from '../../../server/http/callers/users';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, SECRET, users } from '../support/server';

const path = '/api/v1/form';

/** Of a third organisation, beside those of the fixtures. */
const third: Admin = {
  kind: 'admin',
  account: 'vlad@example.org',
  adminId: 9,
  ngoId: 8,
  isOrganizer: false,
};

const { organizer, admin, maria } = users;
type Caller = Parameters<ReturnType<typeof createTokens>['issue']>[0];

/** docs/decisions/0076. */
onEachDatabase((database) => {
  const server = freshServer(database);

  beforeEach(async () => {
    const { db } = database();
    await db.insert(ngo).values({ id: 8, shortName: 'TRI', name: 'Third' });
    const { adminId: id, ngoId, account } = third;
    await db.insert(ngoAdmin).values({ id, ngoId, account, password: '' });
  });

  async function ask(user: Caller, to: string, method = 'GET', body?: unknown) {
    const { clock } = server();
    const tokens = createTokens(SECRET, () => clock.now, false);
    const session = { id: `token of ${user.account}`, epoch: 0 };
    const Authorization = `Bearer ${await tokens.issue(user, session)}`;
    return server().ask(to, { method, headers: { Authorization }, body });
  }

  const draft = (code: string, description = 'A draft') => ({
    code,
    description,
    draft: true,
    formSections: [
      {
        code: 'S',
        description,
        questions: [
          {
            code: 'Q',
            text: description,
            questionType: 1,
            optionsToQuestions: [],
          },
        ],
      },
    ],
  });
  const add = async (user: Admin, code: string) => {
    const reply = await ask(user, path, 'POST', draft(code));
    return reply.status === 200
      ? Number(await reply.text())
      : `${reply.status}: ${await reply.text()}`;
  };
  const change = async (id: number | string, body: object) => {
    const reply = await ask(organizer, path, 'PUT', {
      description: 'A draft',
      id,
      ...body,
    });
    return reply.status === 200
      ? 200
      : `${reply.status}: ${await reply.text()}`;
  };
  /** The ids of the forms of a code in both lists, as the client looks them up. */
  const lookUp = async (user: Caller, code: string) => {
    const found: number[] = [];
    for (const isDraft of [false, true]) {
      const reply = await ask(user, `${path}?draft=${isDraft}`);
      const { formVersions } = (await reply.json()) as {
        formVersions: { id: number; code: string }[];
      };
      found.push(
        ...formVersions
          .filter((each) => each.code === code)
          .map(({ id }) => id),
      );
    }
    return found;
  };
  const taken = (code: string) =>
    `400: A form with the code '${code}' already exists.`;

  it('lets a draft keep its code from its own organisation alone', async () => {
    const id = await add(third, 'G');
    expect(await add(third, 'G')).toBe(taken('G'));
    const own = await add(admin, 'G');
    expect(own).toEqual(expect.any(Number));
    expect(await lookUp(third, 'G')).toEqual([id]);
    expect(await lookUp(admin, 'G')).toEqual([own]);
    expect(await lookUp(organizer, 'G')).toEqual([id, own]);
  });

  it('shows a client that looks for its own draft none of others', async () => {
    const id = await add(third, 'G');
    expect(await lookUp(admin, 'G')).toEqual([]);
    expect(await lookUp(maria, 'G')).toEqual([]);
    const sections = async (user: Caller) =>
      (await ask(user, `${path}/${id}`)).status;
    expect([
      await sections(admin),
      await sections(maria),
      await sections(third),
      await sections(organizer),
    ]).toEqual([204, 204, 200, 200]);
  });

  it('refuses what organizers made or published, also as a draft', async () => {
    for (const code of ['A', 'B'])
      expect(await add(admin, code)).toBe(taken(code));
    expect(await add(organizer, 'G')).toEqual(expect.any(Number));
    expect(await add(admin, 'G')).toBe(taken('G'));
    expect(await lookUp(admin, 'G')).toHaveLength(1);
  });

  it('refuses organizers what they see, so that none is taken for theirs', async () => {
    const id = await add(third, 'G');
    expect(await add(organizer, 'G')).toBe(taken('G'));
    // They may rename or delete a draft that is in their way.
    expect(await change(id, { code: 'G-TRI', draft: true })).toBe(200);
    expect(await add(organizer, 'G')).toEqual(expect.any(Number));
    expect(await lookUp(third, 'G-TRI')).toEqual([id]);
    expect(await lookUp(admin, 'G-TRI')).toEqual([]);
  });

  it('publishes one form of a code, which all see from then on', async () => {
    const id = await add(third, 'G');
    const other = await add(admin, 'G');
    expect(await change(id, { code: 'G', draft: false })).toBe(200);
    expect(await change(other, { code: 'G', draft: false })).toBe(taken('G'));
    expect(await change(id, { code: 'G', draft: false })).toBe(200);
    expect(await lookUp(admin, 'G')).toEqual([id, other]);
    // Reports may refer to it.
    expect(await change(id, { code: 'G', draft: true })).toBe(200);
    expect(await lookUp(maria, 'G')).toEqual([id, other]);
  });

  it('publishes once when two are published together', async () => {
    const ids = [await add(third, 'G'), await add(admin, 'G')];
    const done = await Promise.all(
      ids.map((id) => change(id, { code: 'G', draft: false })),
    );
    expect(done.sort()).toEqual([200, taken('G')].sort());
  });

  it('renames no form to a code that is published or of the same organisation', async () => {
    const id = await add(third, 'G');
    await add(third, 'H');
    await add(admin, 'I');
    const rename = (code: string) => change(id, { code, draft: true });
    expect(await rename('A')).toBe(taken('A'));
    expect(await rename('H')).toBe(taken('H'));
    expect(await rename('I')).toBe(200);
  });

  it('saves namesakes from before the rule', async () => {
    const { db } = database();
    const [older] = await db
      .insert(form)
      .values({ code: 'A', description: 'Older' })
      .returning({ id: form.id });
    expect(await change(older?.id ?? 0, { code: 'A', draft: false })).toBe(200);
  });
});
