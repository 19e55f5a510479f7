import { describe, expect, it, vi } from 'vitest';

import type { FormInput, Section } from '@/domain/forms/form';
import { contentOf } from '@/domain/forms/form';
import type { OpState } from '@/domain/outbox/op';

import { aSection } from '../../support/builders';
import { createFormShelf } from '../../support/form-shelf';
import type { ModelServer } from '../../support/model-server';
import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import type { Tab } from '../../support/tab';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

// A server that was away is asked again at once, not after five real seconds.
vi.mock('@/config', async (load) => ({
  ...(await load<typeof import('@/config')>()),
  PROBE_EVERY_MS: 50,
}));

const { open } = prepareTabs();

/**
 * A server with forms, whose clock the test moves.
 * @param network between the tab and the server, where it does more than carry.
 */
function aWorld(network = (server: ModelServer) => server.fetch) {
  const server = createModelServer();
  const shelf = createFormShelf();
  let ahead = 0;
  const faults = { next: undefined as 'before' | 'after' | undefined };
  server.answer = (exchange) => {
    const isSave = exchange.method === 'PUT' || exchange.method === 'POST';
    const fault = isSave ? faults.next : undefined;
    if (fault) faults.next = undefined;
    if (fault === 'before') return 'cut';
    const answer = shelf.answer(exchange);
    if (answer && exchange.method !== 'GET') server.effects.push(exchange);
    return fault === 'after' ? 'cut' : answer;
  };
  const tab = open(server, createDatabases(), createLocks(), {
    fetch: network(server),
    now: () => Date.now() + ahead,
  });
  const forward = (ms: number) => {
    ahead += ms;
    tab.network.dispatchEvent(new Event('online'));
    return tab.session.call('push', []);
  };
  return { server, shelf, faults, tab, forward };
}

async function untilStates(tab: Tab, states: OpState[]): Promise<void> {
  await until(async () => {
    const ops = await tab.databases.intent.outbox.toArray();
    expect(ops.map((op) => op.state)).toEqual(states);
  });
}

const input: FormInput = {
  title: 'Numărare',
  code: 'C',
  description: 'Numărare',
  diaspora: false,
  draft: true,
  currentVersion: 1,
  order: 3,
  sections: [newSection()],
};

/** As the editor makes it: every part has a negative id. */
function newSection(description = 'Pregătire'): Section {
  const section = aSection();
  return {
    ...section,
    id: -1,
    description,
    questions: section.questions.map((question, at) => ({
      ...question,
      id: -10 - at,
      options: question.options.map((option, n) => ({
        ...option,
        id: -100 - n,
      })),
    })),
  };
}

/** The questions as they were before somebody deleted and added them again. */
function withOtherIds(sections: readonly Section[]): Section[] {
  return sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => ({
      ...question,
      id: question.id + 5_000,
      options: question.options.map((option) => ({
        ...option,
        id: option.id + 5_000,
      })),
    })),
  }));
}

/** Every question with another text, under its id. */
function reworded(sections: readonly Section[]): Section[] {
  return sections.map((section) => ({
    ...section,
    questions: section.questions.map((each) => ({
      ...each,
      text: `${each.text} Când?`,
    })),
  }));
}

function saves({ effects }: ModelServer) {
  return effects.filter(({ method }) => method === 'PUT' || method === 'POST');
}

async function aCreatedForm(network?: (server: ModelServer) => typeof fetch) {
  const world = aWorld(network);
  await world.tab.enqueue('form.create', { id: -7, input });
  await untilStates(world.tab, ['done']);
  const [form] = [...world.shelf.forms.values()];
  if (!form) throw new Error('The server has no form');
  const { cache } = world.tab.databases;
  const meta = await cache.forms.get(form.meta.id);
  const body = await cache.formBodies.get(form.meta.id);
  if (!meta || !body) throw new Error('The form is not kept');
  return {
    ...world,
    id: form.meta.id,
    base: { meta, sections: body.sections },
  };
}

it('creates a form under the server’s ids and keeps it so', async () => {
  const { shelf, tab, id, base } = await aCreatedForm();
  expect(shelf.forms.get(id)?.meta).toMatchObject({ code: 'C', draft: true });
  expect(contentOf(base.sections)).toEqual(contentOf(input.sections));
  const ids = base.sections.flatMap((each) => each.questions).map((q) => q.id);
  expect(ids.every((each) => each > 0)).toBe(true);
  expect(await tab.databases.intent.idMap.get(-7)).toEqual({
    id: -7,
    realId: id,
  });
});

it('a lost reply to a new form: its code tells that it is there', async () => {
  const { server, shelf, faults, tab, forward } = aWorld();
  faults.next = 'after';
  await tab.enqueue('form.create', { id: -7, input });
  await untilStates(tab, ['unknown']);
  await forward(61_000);
  await untilStates(tab, ['done']);
  expect(shelf.forms.size).toBe(1);
  expect(saves(server)).toHaveLength(1);
});

describe('a lost reply to a new form whose code others changed since', () => {
  async function recoded(meta: { code: string; description?: string }) {
    const world = aWorld();
    const { shelf, faults, tab, forward } = world;
    faults.next = 'after';
    await tab.enqueue('form.create', { id: -7, input });
    await untilStates(tab, ['unknown']);
    const [form] = [...shelf.forms.values()];
    if (!form) throw new Error('The form did not arrive');
    Object.assign(form.meta, meta);
    await forward(61_000);
    return world;
  }

  it('asks a person, and creates no second one', async () => {
    const { server, tab } = await recoded({ code: 'D' });
    await untilStates(tab, ['conflict']);
    const [op] = await tab.databases.intent.outbox.toArray();
    expect(op?.theirs).toMatchObject({ kind: 'form', meta: { code: 'D' } });
    expect(saves(server)).toHaveLength(1);
  });

  it('creates it again where its description is another one, too', async () => {
    const world = await recoded({ code: 'D', description: 'Altceva' });
    await world.forward(61_000);
    await untilStates(world.tab, ['done']);
    expect(world.shelf.forms.size).toBe(2);
  });
});

it('a new form that is there, but cannot be read once more, is not done yet', async () => {
  const { server, shelf, faults, tab, forward } = aWorld();
  faults.next = 'after';
  await tab.enqueue('form.create', { id: -7, input });
  await untilStates(tab, ['unknown']);
  const { answer } = server;
  let bodies = 0;
  let cuts = 0;
  // The first look finds it; what would tell its id is cut off.
  server.answer = (exchange) => {
    const { method, path } = exchange;
    if (bodies > 0) {
      cuts += 1;
      return 'cut';
    }
    if (method === 'GET' && /\/form\/\d+$/.test(path)) bodies += 1;
    return answer(exchange);
  };
  await forward(61_000);
  await until(() => expect(cuts).toBeGreaterThan(0));
  await untilStates(tab, ['unknown']);
  server.answer = answer;
  await forward(600_000);
  await untilStates(tab, ['done']);
  expect(await tab.databases.intent.idMap.get(-7)).toEqual({
    id: -7,
    realId: [...shelf.forms.keys()][0],
  });
});

it('a form to decide about is cached as the server has it', async () => {
  const { shelf, tab, id, base } = await aCreatedForm();
  const form = shelf.forms.get(id);
  if (!form) throw new Error('The server has no form');
  Object.assign(form.meta, { description: 'A lor', currentVersion: 9 });
  const ours = { ...input, description: 'A mea' };
  await tab.enqueue('form.update', { id, base, input: ours });
  await untilStates(tab, ['done', 'conflict']);
  const { forms } = tab.databases.cache;
  expect(await forms.get(id)).toMatchObject({ description: 'A lor' });
});

it('a code that somebody else took meanwhile is a conflict, not a second form', async () => {
  const { shelf, tab } = aWorld();
  shelf.forms.set(1, {
    meta: { id: 1, code: 'C', description: 'Alt', draft: true },
    sections: [],
  });
  await tab.enqueue('form.create', { id: -7, input });
  await untilStates(tab, ['conflict']);
  expect(shelf.forms.size).toBe(1);
});

it('a save whose reply was lost does not add its new parts again', async () => {
  const { shelf, faults, tab, forward, id, base } = await aCreatedForm();
  faults.next = 'after';
  const sections = [...base.sections, newSection('Numărarea')];
  await tab.enqueue('form.update', { id, base, input: { ...input, sections } });
  await untilStates(tab, ['done', 'unknown']);
  await forward(61_000);
  await untilStates(tab, ['done', 'done']);
  expect(shelf.forms.get(id)?.sections).toHaveLength(2);
});

it('a save that never arrived goes out once more, with its new parts once', async () => {
  const { server, shelf, faults, tab, forward, id, base } =
    await aCreatedForm();
  faults.next = 'before';
  const sections = [...base.sections, newSection('Numărarea')];
  await tab.enqueue('form.update', { id, base, input: { ...input, sections } });
  await untilStates(tab, ['done', 'unknown']);
  await forward(61_000);
  await until(async () => {
    const op = await tab.databases.intent.outbox.toCollection().last();
    expect(op?.notAppliedCount).toBe(1);
  });
  await forward(16_000);
  await untilStates(tab, ['done', 'done']);
  expect(shelf.forms.get(id)?.sections).toHaveLength(2);
  expect(saves(server)).toHaveLength(2);
});

it('a save that a cache of the server hides is not sent again', async () => {
  const { server, shelf, faults, tab, forward, id, base } =
    await aCreatedForm();
  const { answer } = server;
  const query = new URLSearchParams();
  const path = `/api/v1/form/${id}`;
  const old = answer({ method: 'GET', path, query, body: undefined });
  let isStale = true;
  server.answer = (exchange) =>
    isStale && exchange.method === 'GET' && exchange.path === path
      ? old
      : answer(exchange);
  faults.next = 'after';
  const sections = [...base.sections, newSection('Numărarea')];
  await tab.enqueue('form.update', { id, base, input: { ...input, sections } });
  await untilStates(tab, ['done', 'unknown']);
  const reads = () => server.log.filter((each) => each.path === path).length;
  const before = reads();
  await until(async () => {
    await forward(61_000);
    // Long enough for two answers that it is not there and another sending.
    expect(reads()).toBeGreaterThan(before + 4);
  });
  isStale = false;
  await until(async () => {
    await forward(61_000);
    const op = await tab.databases.intent.outbox.toCollection().last();
    expect(op?.state).toBe('done');
  });
  expect(saves(server)).toHaveLength(2);
  expect(shelf.forms.get(id)?.sections).toHaveLength(2);
});

it('what others save right after ours is not hidden, and our next save asks', async () => {
  const { server, shelf, tab, id, base } = await aCreatedForm();
  const { answer } = server;
  server.answer = (exchange) => {
    const answered = answer(exchange);
    const form = shelf.forms.get(id);
    if (exchange.method === 'PUT' && form) {
      const currentVersion = Number(form.meta.currentVersion) + 1;
      const meta = { ...form.meta, currentVersion };
      shelf.forms.set(id, { meta, sections: reworded(form.sections) });
    }
    return answered;
  };
  const sections = [...base.sections, newSection('Numărarea')];
  await tab.enqueue('form.update', { id, base, input: { ...input, sections } });
  await untilStates(tab, ['done', 'done']);
  const theirs = shelf.forms.get(id)?.sections ?? [];
  const body = await tab.databases.cache.formBodies.get(id);
  expect(contentOf(body?.sections ?? [])).toEqual(contentOf(theirs));
  const next = [...sections, newSection('Închiderea')];
  const seen = { ...base, sections };
  const args = { id, base: seen, input: { ...input, sections: next } };
  await tab.enqueue('form.update', args);
  await untilStates(tab, ['done', 'done', 'conflict']);
});

it('a save that cannot be read back keeps what was saved since its editor opened', async () => {
  const { server, tab, id, base } = await aCreatedForm();
  const { sections } = base;
  const description = 'Numărare, în sală';
  const renamed = { ...input, description, sections };
  await tab.enqueue('form.update', { id, base, input: renamed });
  await untilStates(tab, ['done', 'done']);
  const { answer } = server;
  let isSaved = false;
  server.answer = (exchange) => {
    if (isSaved && exchange.method === 'GET') return 'cut';
    isSaved ||= exchange.method === 'PUT';
    return answer(exchange);
  };
  const longer = [...sections, newSection('Numărarea')];
  await tab.enqueue('form.update', {
    id,
    base,
    input: { ...input, sections: longer },
  });
  await untilStates(tab, ['done', 'done', 'done']);
  const { forms, formBodies } = tab.databases.cache;
  expect((await forms.get(id))?.description).toBe(description);
  expect((await formBodies.get(id))?.sections).toHaveLength(2);
});

it('a question that was deleted and added again is changed, not added beside it', async () => {
  const { shelf, tab, id, base } = await aCreatedForm();
  const old = { ...base, sections: withOtherIds(base.sections) };
  const changed = reworded(old.sections);
  await tab.enqueue('form.update', {
    id,
    base: old,
    input: { ...input, sections: changed },
  });
  await untilStates(tab, ['done', 'done']);
  const now = shelf.forms.get(id)?.sections ?? [];
  expect(contentOf(now)).toEqual(contentOf(changed));
  expect(now.flatMap(({ questions }) => questions.map((q) => q.id))).toEqual(
    base.sections.flatMap(({ questions }) => questions.map((q) => q.id)),
  );
});

it('a question that the save before added is changed by the next one, not replaced', async () => {
  const { server, shelf, faults, tab, forward, id, base } =
    await aCreatedForm();
  faults.next = 'after';
  const longer = [...base.sections, newSection('Numărarea')];
  await tab.enqueue('form.update', {
    id,
    base,
    input: { ...input, sections: longer },
  });
  await untilStates(tab, ['done', 'unknown']);
  const changed = reworded(longer);
  await tab.enqueue('form.update', {
    id,
    base: { ...base, sections: longer },
    input: { ...input, sections: changed },
  });
  await forward(61_000);
  await untilStates(tab, ['done', 'done', 'done']);
  expect(contentOf(shelf.forms.get(id)?.sections ?? [])).toEqual(
    contentOf(changed),
  );
  expect(server.effects.map(({ method }) => method)).not.toContain('DELETE');
});

it('a section that was removed and entered again keeps its id, and its answers', async () => {
  const { server, shelf, tab, id, base } = await aCreatedForm();
  const sections = [newSection(), newSection('Numărarea')];
  await tab.enqueue('form.update', { id, base, input: { ...input, sections } });
  await untilStates(tab, ['done', 'done']);
  const now = shelf.forms.get(id)?.sections ?? [];
  expect(now).toHaveLength(2);
  expect(now[0]?.id).toBe(base.sections[0]?.id);
  expect(server.effects.map(({ method }) => method)).not.toContain('DELETE');
});

it('removed sections and questions are deleted by their own calls', async () => {
  const { shelf, tab, id, base } = await aCreatedForm();
  await tab.enqueue('form.update', {
    id,
    base,
    input: { ...input, sections: [] },
  });
  await untilStates(tab, ['done', 'done']);
  expect(shelf.forms.get(id)?.sections).toEqual([]);
});

it('a save whose removal of a part was cut off ends with both, each once', async () => {
  const { server, shelf, tab, forward, id, base } = await aCreatedForm();
  const form = shelf.forms.get(id);
  const meta = { ...base.meta, currentVersion: 9 };
  const before = [...base.sections, aSection()];
  if (form) Object.assign(form, { meta, sections: before });
  let removals = 0;
  server.fault = ({ method }) =>
    method === 'DELETE' && removals++ === 0 ? 'cutBefore' : undefined;
  // No call removes an option (docs/api-contract.md 4.1): added twice, it would
  // stay twice.
  const added = {
    id: -200,
    text: 'Nu știu',
    isFreeText: false,
    flagged: false,
  };
  const sections = base.sections.map((section) => ({
    ...section,
    questions: section.questions.map((question) => ({
      ...question,
      options: [...question.options, added],
    })),
  }));
  await tab.enqueue('form.update', {
    id,
    base: { meta, sections: before },
    input: { ...input, sections },
  });
  await untilStates(tab, ['done', 'unknown']);
  await until(async () => {
    await forward(61_000);
    const op = await tab.databases.intent.outbox.toCollection().last();
    expect(op?.state).toBe('done');
  });
  expect(contentOf(form?.sections ?? [])).toEqual(contentOf(sections));
});

/** A save that removes the only question of a form, and changes its description. */
async function aRemoval(statuses: readonly number[]) {
  const created = await aCreatedForm();
  const { server, shelf, tab, id, base } = created;
  const left = [...statuses];
  server.fault = ({ method }) => {
    const status = method === 'DELETE' ? left.shift() : undefined;
    return status === undefined ? undefined : { status };
  };
  const description = 'Votul prin corespondență';
  await tab.enqueue('form.update', {
    id,
    base,
    input: { ...input, description, sections: [] },
  });
  return { ...created, description, form: shelf.forms.get(id) };
}

it.each([500, 503])(
  'a save is not done while a part is still to be removed: %i',
  async (status) => {
    const { tab, forward, form } = await aRemoval([status]);
    await until(async () => {
      await forward(61_000);
      const op = await tab.databases.intent.outbox.toCollection().last();
      expect(op?.state).toBe('done');
    });
    expect(form?.sections).toEqual([]);
  },
);

it('says that the server keeps a part that has answers, and shows it', async () => {
  const { tab, id, description, form } = await aRemoval([400]);
  await untilStates(tab, ['done', 'rejected']);
  const op = await tab.databases.intent.outbox.toCollection().last();
  expect(op?.failure).toMatchObject({ kind: 'hasAnswers', status: 400 });
  const { forms, formBodies } = tab.databases.cache;
  expect((await forms.get(id))?.description).toBe(description);
  expect(contentOf((await formBodies.get(id))?.sections ?? [])).toEqual(
    contentOf(form?.sections ?? []),
  );
  expect(form?.sections).toHaveLength(1);
});

it('removes no part, and says of none that it is kept, until the rest is saved', async () => {
  const { server, shelf, tab, forward, id, base } = await aCreatedForm();
  const asked: string[] = [];
  server.fault = ({ method }) => {
    if (method !== 'GET') asked.push(method);
    if (method === 'DELETE') return { status: 400 };
    // The first save meets a portal.
    return method === 'PUT' && asked.length === 1 ? { status: 200 } : undefined;
  };
  const description = 'Votul prin corespondență';
  const removal = { ...input, description, sections: [] };
  await tab.enqueue('form.update', { id, base, input: removal });
  await until(async () => {
    await forward(61_000);
    const op = await tab.databases.intent.outbox.toCollection().last();
    expect(op?.failure?.kind).toBe('hasAnswers');
  });
  expect(asked).toEqual(['PUT', 'PUT', 'DELETE']);
  expect(shelf.forms.get(id)?.meta['description']).toBe(description);
});

it('removes parts on a server that answers a save with nothing', async () => {
  const { server, shelf, tab, id, base } = await aCreatedForm();
  const { answer } = server;
  server.answer = (exchange) => {
    const told = answer(exchange);
    return exchange.method === 'PUT' ? { status: 200 } : told;
  };
  const removal = { ...input, sections: [] };
  await tab.enqueue('form.update', { id, base, input: removal });
  await untilStates(tab, ['done', 'done']);
  expect(shelf.forms.get(id)?.sections).toEqual([]);
});

it('takes a part that is gone for removed', async () => {
  const { server, shelf, tab, id, base } = await aCreatedForm();
  const { answer } = server;
  server.answer = (exchange) => {
    const told = answer(exchange);
    return exchange.method === 'DELETE' ? { status: 404 } : told;
  };
  await tab.enqueue('form.update', {
    id,
    base,
    input: { ...input, sections: [] },
  });
  await untilStates(tab, ['done', 'done']);
  expect(shelf.forms.get(id)?.sections).toEqual([]);
});

/** Others save the form while our own save is on its way; the server has validators. */
function withOthersInBetween(theirs: Partial<FormInput>) {
  let saves = 0;
  return (server: ModelServer): typeof fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      const isForm = /\/form\/\d+$/.test(new URL(request.url).pathname);
      if (request.method === 'PUT' && saves++ === 0) {
        const body: unknown = await request.clone().json();
        const { id, currentVersion } = Object(body);
        const save = { ...theirs, id, currentVersion };
        server.answer({
          method: 'PUT',
          path: '/api/v1/form',
          query: new URLSearchParams(),
          body: save,
        });
      }
      const isOld = request.headers.get('if-match') === '"0"' && saves > 0;
      if (request.method === 'PUT' && isOld) {
        return new Response(null, { status: 412 });
      }
      const reply = await server.fetch(request);
      if (isForm) reply.headers.set('etag', `"${saves}"`);
      return reply;
    };
}

it('a form that others saved in the same moment is read again, not overwritten', async () => {
  const { shelf, tab, forward, id, base } = await aCreatedForm(
    withOthersInBetween({ description: 'A lor' }),
  );
  const sections = [...base.sections, newSection('Numărarea')];
  await tab.enqueue('form.update', { id, base, input: { ...input, sections } });
  await until(async () => {
    await forward(61_000);
    const op = await tab.databases.intent.outbox.toCollection().last();
    expect(op?.state).toBe('done');
  });
  const form = shelf.forms.get(id);
  expect(form?.meta).toMatchObject({ description: 'A lor' });
  expect(form?.sections).toHaveLength(2);
});

it('publishes without touching the content, on top of what others changed', async () => {
  const { shelf, tab, id, base } = await aCreatedForm();
  const form = shelf.forms.get(id);
  if (form) form.meta = { ...form.meta, description: 'Alt text' };
  await tab.enqueue('form.publish', { id, base: base.meta, draft: false });
  await untilStates(tab, ['done', 'done']);
  expect(shelf.forms.get(id)?.meta).toMatchObject({
    draft: false,
    description: 'Alt text',
  });
  expect(shelf.forms.get(id)?.sections).toHaveLength(1);
  const op = await tab.databases.intent.outbox.toCollection().last();
  expect(op).toMatchObject({ kind: 'form.publish', changedBefore: true });
});

it('calls nobody else’s what its user saved before publishing', async () => {
  const { shelf, tab, id, base } = await aCreatedForm();
  const edited = { ...input, sections: [], description: 'Textul meu' };
  await tab.enqueue('form.update', { id, base, input: edited });
  await tab.enqueue('form.publish', { id, base: base.meta, draft: false });
  await untilStates(tab, ['done', 'done', 'done']);
  expect(shelf.forms.get(id)?.meta.draft).toBe(false);
  const op = await tab.databases.intent.outbox.toCollection().last();
  expect(op).not.toHaveProperty('changedBefore');
});

it('structures that both sides changed wait for a decision, with theirs stored', async () => {
  const { shelf, tab, id, base } = await aCreatedForm();
  const form = shelf.forms.get(id);
  if (form) {
    form.sections = form.sections.map((each) => ({
      ...each,
      description: 'Schimbat de altcineva',
    }));
    form.meta = { ...form.meta, currentVersion: 9 };
  }
  const sections = [...base.sections, newSection('Numărarea')];
  await tab.enqueue('form.update', { id, base, input: { ...input, sections } });
  await untilStates(tab, ['done', 'conflict']);
  const op = await tab.databases.intent.outbox.toCollection().last();
  expect(op?.theirs).toMatchObject({
    kind: 'form',
    sections: [{ description: 'Schimbat de altcineva' }],
  });
});

/** Others change what the form asks just after a request of ours is answered. */
async function withOthersAfter(
  isIt: (path: string, draft: string | null) => boolean,
) {
  const created = await aCreatedForm();
  const { server, shelf, id } = created;
  const { answer } = server;
  let hasChanged = false;
  server.answer = (exchange) => {
    const told = answer(exchange);
    const form = shelf.forms.get(id);
    const { method, path, query } = exchange;
    const isNow = method === 'GET' && isIt(path, query.get('draft'));
    if (form && !hasChanged && isNow) {
      hasChanged = true;
      const [section] = form.sections;
      if (section) form.sections = [{ ...section, description: 'A lor' }];
      form.meta = { ...form.meta, currentVersion: 9 };
    }
    return told;
  };
  return created;
}

it.each([
  ['after the comparison', 1, (path: string) => /\/form\/\d+$/.test(path)],
  [
    'between list and sections',
    2,
    (_: string, draft: string | null) => draft === 'true',
  ],
])('what others save %s waits for a decision', async (_, nth, isIt) => {
  let seen = 0;
  const { server, shelf, tab, id, base } = await withOthersAfter(
    (path, draft) => isIt(path, draft) && (seen += 1) === nth,
  );
  const sections = [...base.sections, newSection('Numărarea')];
  await tab.enqueue('form.update', { id, base, input: { ...input, sections } });
  await untilStates(tab, ['done', 'conflict']);
  expect(saves(server)).toHaveLength(1);
  expect(shelf.forms.get(id)?.sections).toMatchObject([
    { description: 'A lor' },
  ]);
  const op = await tab.databases.intent.outbox.toCollection().last();
  expect(op?.theirs).toMatchObject({ sections: [{ description: 'A lor' }] });
});

it('a form that others publish between the reads of both lists is not called deleted', async () => {
  const { server, shelf, tab, forward, id, base } = await aCreatedForm();
  const { answer } = server;
  let hasMoved = false;
  server.answer = (exchange) => {
    const { method, path, query } = exchange;
    if (method === 'DELETE') return 'cut';
    const told = answer(exchange);
    const form = shelf.forms.get(id);
    const isPublished =
      path === '/api/v1/form' && query.get('draft') !== 'true';
    if (form && !hasMoved && method === 'GET' && isPublished) {
      hasMoved = true;
      shelf.forms.set(id, { ...form, meta: { ...form.meta, draft: false } });
    }
    return told;
  };
  await tab.enqueue('form.delete', { id, base: base.meta });
  await until(async () => {
    await forward(61_000);
    expect(hasMoved).toBe(true);
  });
  await forward(61_000);
  const op = await tab.databases.intent.outbox.toCollection().last();
  expect(op?.state).not.toBe('done');
  expect(await tab.databases.cache.forms.get(id)).toBeDefined();
});

it('a deletion that the server refuses keeps the form and the server’s words', async () => {
  const { shelf, tab, id, base } = await aCreatedForm();
  const form = shelf.forms.get(id);
  if (form) form.meta = { ...form.meta, draft: false };
  await tab.enqueue('form.delete', { id, base: base.meta });
  await untilStates(tab, ['done', 'rejected']);
  const op = await tab.databases.intent.outbox.toCollection().last();
  expect(op?.failure?.detail).toBe('The form is not a draft');
  expect(await tab.databases.cache.forms.get(id)).toBeDefined();
});
