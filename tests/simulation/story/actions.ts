import { headFields } from '@/domain/outbox/conflict';
import type { County } from '@/domain/county';
import type {
  FormInput,
  FormMeta,
  Question,
  Section,
} from '@/domain/forms/form';
import type { Observer } from '@/domain/observers/observer';
import type { Op } from '@/domain/outbox/op';
import { isCancellable, isCreation, isKind } from '@/domain/outbox/op';
import type { Overlaid } from '@/domain/outbox/overlay';
import {
  overlayCounties,
  overlayForms,
  overlayObservers,
  overlaySections,
} from '@/domain/outbox/overlay';
import type { Decision } from '@/domain/outbox/resolution';
import { opKinds } from '@/domain/outbox/kinds';
import { SECTIONS } from '@/domain/outbox/conflict-view';

import type { Audience, Command, FormEdit, UserCommand } from './commands';
import type { Wanted } from './ledger';
import { decideOnPage } from './marks';
import type { Oracle } from './oracle';
import type { DataFunctions } from '../device/page';
import { onPage } from '../device/page';
import { seenOf } from './readings';
import type { Account, SimTab, World } from '../device/stage';
import { codesOf } from '../invariants/view';

/** Messages that a person sends more than once have these words. */
export const SAME_TITLE = 'same.';
export const MESSAGE = 'Trimiteți formularul.';

export function isUserCommand(command: Command): command is UserCommand {
  return command.do in actions;
}

/** What a page would do and, once it is told "saved", what must be seen. */
interface Action {
  act: (data: DataFunctions) => Promise<unknown>;
  /** What is saved by it, as far as that can be looked for. */
  wanted?: readonly Omit<Wanted, 'opId'>[];
  /** Called when the user has pressed the button. */
  onBegin?: () => void;
  /** Called when the page was told that it is saved. */
  onSaved?: (result: unknown) => void;
}

/**
 * A user does something on a tab, by the functions that the screens call.
 * What they see is read the way the screens read it.
 */
export async function doOnPage(
  world: World,
  oracle: Oracle,
  tab: SimTab,
  command: UserCommand,
): Promise<void> {
  const end = beginOnPage(world, oracle, tab, command);
  await world.clock.settle();
  end();
}

/**
 * The same, without waiting until it is stored.
 * @returns ends the wait, to be called when the world has settled.
 */
export function beginOnPage(
  world: World,
  oracle: Oracle,
  tab: SimTab,
  command: UserCommand,
): () => void {
  const action = actionOf(sceneOf(world, oracle, tab), command.do, command);
  if (!action) return () => {};
  const { wanted = [] } = action;
  for (const each of wanted) oracle.saving(tab.account, each);
  action.onBegin?.();
  tab.isSaving = true;
  onPage(tab.n, action.act).then(
    (result) => {
      if (tab.isDead) return;
      // At once: the next input may take the place of this one.
      for (const each of wanted) oracle.acknowledged(tab.account, each);
      action.onSaved?.(result);
    },
    (error: unknown) => {
      if (tab.isDead || isStale(error)) return;
      oracle.complain('I10', `${command.do} failed: ${String(error)}`);
    },
  );
  return () => {
    tab.isSaving = false;
  };
}

function isStale(error: unknown): boolean {
  return error instanceof Error && error.name === 'StaleBuildError';
}

/** What a user sees when they act, read the way the screens read it. */
interface Scene {
  world: World;
  oracle: Oracle;
  tab: SimTab;
  account: Account;
  ops: readonly Op[];
  observers: readonly Observer[];
  forms: readonly Overlaid<FormMeta>[];
  counties: readonly County[];
}

function sceneOf(world: World, oracle: Oracle, tab: SimTab): Scene {
  const { account } = tab;
  const ops = account.stored.intent('outbox');
  return {
    world,
    oracle,
    tab,
    account,
    ops,
    observers: overlayObservers(account.stored.cache('observers'), ops),
    forms: overlayForms(account.stored.cache('forms'), ops),
    counties: overlayCounties(account.stored.cache('counties'), ops),
  };
}

type Does = UserCommand['do'];

/** One row for everything that a user does: the compiler names what is forgotten. */
const actions: {
  [D in Does]: (
    scene: Scene,
    command: Extract<UserCommand, { do: D }>,
  ) => Action | undefined;
} = {
  edit({ world, observers }, command) {
    const row = pick(observers, command.at);
    return row && editObserver(world, row, command);
  },
  add({ world, oracle, account }) {
    const n = world.serial();
    const input = { name: `n${n}.`, phone: phoneOf(n) };
    const pin = pinOf(n);
    return {
      act: (data) => data.createObserver(input, pin),
      onSaved() {
        const op = account.stored
          .intent('outbox')
          .find(
            (each) =>
              isKind(each, 'observer.create') &&
              each.args.input.name === input.name,
          );
        if (!op) oracle.complain('I1', `${input.name} is stored nowhere`);
        else {
          oracle.acknowledged(account, {
            id: op.args.id,
            entity: 'observer',
            field: 'name',
            value: input.name,
          });
          oracle.acknowledged(account, {
            id: op.args.id,
            entity: 'observer',
            field: 'pin',
            value: pin,
          });
        }
      },
    };
  },
  remove({ observers }, command) {
    const row = pick(observers, command.at);
    return row && { act: (data) => data.deleteObserver(row) };
  },
  editForm({ world, oracle, tab, account, forms }, command) {
    const form = pick(forms, command.at);
    const sections = form && sectionsOf(tab, form.id);
    if (!form || !sections) return undefined;
    const { pending: _, ...meta } = form;
    const ledger = oracle.ledgerOf(account);
    // From here on it may be gone.
    const letGoOf = (question: string | undefined) => {
      ledger.wanted = ledger.wanted.filter(({ value }) => value !== question);
      if (question !== undefined) oracle.mayBeDeleted([question]);
    };
    return editForm(world, { meta, sections }, command.how, letGoOf);
  },
  addForm({ world }, command) {
    const n = world.serial();
    const input: FormInput = {
      title: '',
      code: `C${command.code}`,
      description: `d${n}.`,
      diaspora: false,
      draft: true,
      currentVersion: 0,
      order: 9,
      sections: [
        {
          id: -n * 10,
          code: `S${n}`,
          description: '',
          questions: [questionOf(n)],
        },
      ],
    };
    return { act: (data) => data.createForm(input) };
  },
  publish({ forms }, command) {
    const form = pick(forms, command.at);
    return form && { act: (data) => data.publishForm(form, !form.draft) };
  },
  removeForm({ forms }, command) {
    const form = pick(forms, command.at);
    return form && { act: (data) => data.deleteForm(form) };
  },
  addCounty({ world, counties }, command) {
    const n = world.serial();
    const [twin] = command.isTwin ? counties : [];
    const input = {
      name: twin?.name ?? `n${n}.`,
      code: twin?.code ?? `C${n}`,
      diaspora: false,
      order: 9,
      numberOfPollingStations: 3,
      ...(world.server.traits.revision === 'newer'
        ? { provinceCode: 'TR' }
        : {}),
    };
    return { act: (data) => data.createCounty(input) };
  },
  editCounty({ world, counties }, command) {
    const row = pick(counties, command.at);
    return row && editCounty(world, row, command.field);
  },
  notify({ world, observers }, command) {
    const known = observers.map(({ id }) => id).filter((id) => id > 0);
    const recipients = audienceOf(known, command.to);
    const input = {
      title: command.text === 'same' ? SAME_TITLE : `t${world.serial()}.`,
      message: MESSAGE,
      recipientCount: recipients?.length ?? known.length,
      ...(recipients ? { recipients } : {}),
    };
    if (input.recipientCount === 0) return undefined;
    return {
      async act(data) {
        await data.sendNotification(input);
        if (command.isTwice) await data.sendNotification(input);
      },
    };
  },
  mark({ world, oracle, account }, command) {
    return decideOnPage(world, oracle, account, command);
  },
  refusedMark({ world, oracle, account }, command) {
    return decideOnPage(world, oracle, account, command);
  },
  decide({ world, oracle, account, ops }, command) {
    const op = pick(
      ops.filter(({ state }) => isCancellable(state)),
      command.at,
    );
    if (!op) return undefined;
    if (command.choice === 'cancel') {
      return { act: (data) => data.cancelOp(op) };
    }
    if (command.choice === 'mine' || command.choice === 'theirs') {
      if (op.state !== 'conflict') return undefined;
      const decision = decisionOf(op, command.choice, world.serial());
      // The dialog says which questions of others ours replace.
      const { theirs } = op;
      const isReplaced = command.choice === 'mine' && theirs?.kind === 'form';
      const replaced = isReplaced ? theirs.sections : [];
      return {
        act: (data) => data.resolveConflict(op, decision),
        onBegin: () => oracle.mayBeDeleted(codesOf(replaced)),
      };
    }
    if (command.choice === 'again') {
      const left = recipientsLeft(account, op);
      // The dialog sends to nobody when nobody is left.
      if (left?.length === 0) return undefined;
      return {
        act: (data) => data.retryOp(op, left),
        // Stored, it holds also when its tab is killed before it says so.
        onBegin: () => oracle.confirmed(account, op.opId, 1),
        onSaved: (isDecided) => {
          if (isDecided !== true) oracle.confirmed(account, op.opId, -1);
        },
      };
    }
    return isKind(op, 'notification.send') && op.state === 'needsConfirm'
      ? {
          act: (data) => data.confirmSent(op),
          // Stored, it holds also when its tab is killed before it says so.
          onBegin: () => oracle.saidSent(account, op.opId, 1),
          onSaved: (isDecided) => {
            if (isDecided !== true) oracle.saidSent(account, op.opId, -1);
          },
        }
      : undefined;
  },
};

function actionOf<D extends Does>(
  scene: Scene,
  what: D,
  command: Extract<UserCommand, { do: D }>,
): Action | undefined {
  return actions[what](scene, command);
}

function pick<T>(rows: readonly T[], at: number): T | undefined {
  return rows[at % Math.max(1, rows.length)];
}

const EVERYTHING = [
  ...Object.values(opKinds).flatMap((kind): readonly string[] =>
    'edits' in kind ? kind.edits.fields : [],
  ),
  ...headFields,
  SECTIONS,
];

/** What a person chooses who keeps all of theirs, or none of it. */
function decisionOf(op: Op, choice: 'mine' | 'theirs', n: number): Decision {
  if (choice === 'theirs' || isCreation(op)) return { to: 'theirs' };
  if (isKind(op, 'form.update') && (!op.theirs || n % 2 === 0)) {
    return { to: 'copy', code: `N${n}` };
  }
  if (op.theirs) {
    return { to: 'settle', mine: EVERYTHING };
  }
  return isKind(op, 'observer.update')
    ? { to: 'again', pin: '4321' }
    : { to: 'theirs' };
}

/** Ids that a message goes to; undefined: to all. */
function audienceOf(
  known: readonly number[],
  to: Audience,
): number[] | undefined {
  switch (to) {
    case 'known':
      return [...known];
    case 'firstTwo':
      return known.slice(0, 2);
    case 'lastTwo':
      return known.slice(-2);
    case 'all':
      return undefined;
  }
}

/** Whom the dialog would send a message to now; undefined: to all, or no message. */
function recipientsLeft({ stored }: Account, op: Op): number[] | undefined {
  if (!isKind(op, 'notification.send')) return undefined;
  const observers = stored.cache('observers');
  const cursor = stored
    .cache('cursors')
    .find(({ resource }) => resource === 'observers');
  const isWhole = cursor?.sweptAt !== undefined && seenOf(cursor) === undefined;
  const known: unknown = 'goneIds' in op ? op.goneIds : undefined;
  const goneIds = new Set<unknown>(Array.isArray(known) ? known : []);
  return op.args.recipients?.filter((id) => {
    const row = observers.find((each) => each.id === id);
    const isMissed = row ? row.missing > 0 : isWhole;
    return !isMissed && !goneIds.has(id);
  });
}

function editObserver(
  world: World,
  row: Observer,
  { field, hasPin }: Extract<Command, { do: 'edit' }>,
): Action {
  const { id, name, phone } = row;
  const n = world.serial();
  const value = field === 'phone' ? phoneOf(n) : `n${n}.`;
  const input = {
    name,
    phone,
    ...(field === 'pin' ? {} : { [field]: value }),
  };
  const pin = field === 'pin' || hasPin ? pinOf(n) : undefined;
  const wanted: Omit<Wanted, 'opId'>[] = [];
  if (field !== 'pin') wanted.push({ id, entity: 'observer', field, value });
  if (pin !== undefined) {
    wanted.push({ id, entity: 'observer', field: 'pin', value: pin });
  }
  return { act: (data) => data.updateObserver(row, input, pin), wanted };
}

function editCounty(
  world: World,
  row: County,
  field: 'name' | 'order',
): Action {
  const n = world.serial();
  const { id, name, code, diaspora, order } = row;
  const value = `n${n}.`;
  const input = { name, code, diaspora, order };
  if (field === 'name') input.name = value;
  else input.order = 10 + n;
  return {
    act: (data) => data.updateCounty(row, input),
    wanted: field === 'name' ? [{ id, entity: 'county', field, value }] : [],
  };
}

/** The sections that the editor would open with. */
function sectionsOf({ account }: SimTab, id: number): Section[] | undefined {
  const { stored } = account;
  const ops = stored
    .intent('outbox')
    .filter(({ lane }) => lane === `form:${id}`);
  const body = stored.cache('formBodies').find((each) => each.id === id);
  return overlaySections(body?.sections, ops);
}

function editForm(
  world: World,
  base: { meta: FormMeta; sections: Section[] },
  how: FormEdit,
  letGoOf: (question: string | undefined) => void,
): Action | undefined {
  const n = world.serial();
  const { id, ...head } = base.meta;
  const sections = sectionsAfter(base.sections, how, n);
  if (!sections) return undefined;
  const title = base.meta.title ?? '';
  const input: FormInput = { ...head, title, sections };
  if (how === 'head') input.description = `d${n}.`;
  const act = (data: DataFunctions) => data.updateForm(base, input);
  switch (how) {
    case 'head': {
      const value = input.description;
      const wanted = {
        id,
        entity: 'form',
        field: 'description',
        value,
      } as const;
      return { act, wanted: [wanted] };
    }
    case 'question': {
      const value = `Q${n}.`;
      const wanted = { id, entity: 'form', field: 'question', value } as const;
      return { act, wanted: [wanted] };
    }
    case 'reword':
      return { act };
    case 'remove': {
      const removed = base.sections[0]?.questions.at(-1)?.code;
      return { act, onBegin: () => letGoOf(removed) };
    }
  }
}

/** What an editor makes of the sections; undefined: there is nothing to change. */
function sectionsAfter(
  before: Section[],
  how: FormEdit,
  n: number,
): Section[] | undefined {
  const [first, ...rest] = before;
  switch (how) {
    case 'head':
      return before;
    case 'question': {
      const section = first ?? {
        id: -n * 10,
        code: 'S',
        description: '',
        questions: [],
      };
      const questions = [...section.questions, questionOf(n)];
      return [{ ...section, questions }, ...rest];
    }
    case 'reword': {
      const last = first?.questions.at(-1);
      if (!first || !last) return undefined;
      const reworded = { ...last, text: `?r${n}` };
      const questions = [...first.questions.slice(0, -1), reworded];
      return [{ ...first, questions }, ...rest];
    }
    case 'remove':
      // An observer's form keeps a question.
      return first && first.questions.length > 1
        ? [{ ...first, questions: first.questions.slice(0, -1) }, ...rest]
        : undefined;
  }
}

function questionOf(n: number): Question {
  return {
    id: -n * 10 - 1,
    code: `Q${n}.`,
    text: `?${n}`,
    questionType: 1,
    options: [
      { id: -n * 10 - 2, text: 'Da', isFreeText: false, flagged: false },
    ],
  };
}

/** A PIN that no other change of the story sets. */
function pinOf(n: number): string {
  return String(1_000 + n);
}

function phoneOf(n: number): string {
  return `07${String(n).padStart(8, '0')}`;
}
