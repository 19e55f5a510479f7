import {
  countyFields,
  headFields,
  observerFields,
} from '@/domain/outbox/conflict';
import type { County } from '@/domain/county';
import type {
  FormInput,
  FormMeta,
  Question,
  Section,
} from '@/domain/forms/form';
import type { Observer } from '@/domain/observers/observer';
import type { Op } from '@/domain/outbox/op';
import { isCancellable, isKind } from '@/domain/outbox/op';
import {
  overlayCounties,
  overlayForms,
  overlayObservers,
} from '@/domain/outbox/overlay';
import type { Decision } from '@/domain/outbox/resolution';
import { SECTIONS } from '@/domain/outbox/conflict-view';

import type { Audience, Command } from './commands';
import type { Wanted } from './ledger';
import { decideOnPage } from './marks';
import type { Oracle } from './oracle';
import type { DataFunctions } from '../device/page';
import { onPage } from '../device/page';
import { seenOf } from './readings';
import type { Account, SimTab, World } from '../device/stage';

type UserDoes = Extract<
  Command,
  {
    do:
      | 'edit'
      | 'add'
      | 'remove'
      | 'editForm'
      | 'addForm'
      | 'publish'
      | 'removeForm'
      | 'addCounty'
      | 'editCounty'
      | 'notify'
      | 'decide'
      | 'mark'
      | 'refusedMark';
  }
>;

/** Messages that a person sends more than once have these words. */
export const SAME_TITLE = 'same.';
export const MESSAGE = 'Trimiteți formularul.';

const USER_DOES: ReadonlySet<string> = new Set([
  'edit',
  'add',
  'remove',
  'editForm',
  'addForm',
  'publish',
  'removeForm',
  'addCounty',
  'editCounty',
  'notify',
  'decide',
  'mark',
  'refusedMark',
] satisfies UserDoes['do'][]);

export function isUserAction(command: Command): command is UserDoes {
  return USER_DOES.has(command.do);
}

/** What a page would do and, once it is told "saved", what must be seen. */
interface Action {
  act: (data: DataFunctions) => Promise<unknown>;
  /** What is saved by it, as far as that can be looked for. */
  wanted?: readonly Omit<Wanted, 'opId'>[];
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
  command: UserDoes,
): Promise<void> {
  const action = actionOf(world, oracle, tab, command);
  if (!action) return;
  let end:
    | { ok: true; result: unknown }
    | { ok: false; error: unknown }
    | undefined;
  const { wanted = [] } = action;
  for (const each of wanted) oracle.saving(tab.account, each);
  tab.isSaving = true;
  onPage(tab.n, action.act).then(
    (result) => {
      end = { ok: true, result };
    },
    (error: unknown) => {
      end = { ok: false, error };
    },
  );
  await world.clock.settle();
  tab.isSaving = false;
  if (tab.isDead || !end) return;
  if (end.ok) {
    for (const each of wanted) oracle.acknowledged(tab.account, each);
  }
  if (end.ok) action.onSaved?.(end.result);
  else if (!isStale(end.error)) {
    oracle.complain('I10', `${command.do} failed: ${String(end.error)}`);
  }
}

function isStale(error: unknown): boolean {
  return error instanceof Error && error.name === 'StaleBuildError';
}

function actionOf(
  world: World,
  oracle: Oracle,
  tab: SimTab,
  command: UserDoes,
): Action | undefined {
  const { account } = tab;
  const ops = account.stored.intent('outbox');
  const observers = overlayObservers(account.stored.cache('observers'), ops);
  const forms = overlayForms(account.stored.cache('forms'), ops);
  const counties = overlayCounties(account.stored.cache('counties'), ops);
  const pick = <T>(rows: readonly T[], at: number): T | undefined =>
    rows[at % Math.max(1, rows.length)];
  switch (command.do) {
    case 'edit': {
      const row = pick(observers, command.at);
      return row && editObserver(world, row, command);
    }
    case 'add': {
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
    }
    case 'remove': {
      const row = pick(observers, command.at);
      return row && { act: (data) => data.deleteObserver(row) };
    }
    case 'editForm': {
      const form = pick(forms, command.at);
      const sections = form && sectionsOf(tab, form.id);
      if (!form || !sections) return undefined;
      const { pending: _, ...meta } = form;
      return editForm(world, { meta, sections }, command.how);
    }
    case 'addForm': {
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
    }
    case 'publish': {
      const form = pick(forms, command.at);
      return form && { act: (data) => data.publishForm(form, !form.draft) };
    }
    case 'removeForm': {
      const form = pick(forms, command.at);
      return form && { act: (data) => data.deleteForm(form) };
    }
    case 'addCounty': {
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
    }
    case 'editCounty': {
      const row = pick(counties, command.at);
      return row && editCounty(world, row, command.field);
    }
    case 'notify': {
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
    }
    case 'mark':
    case 'refusedMark':
      return decideOnPage(world, oracle, account, command);
    case 'decide': {
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
        return { act: (data) => data.resolveConflict(op, decision) };
      }
      if (command.choice === 'again') {
        const left = recipientsLeft(account, op);
        // The dialog sends to nobody when nobody is left.
        if (left?.length === 0) return undefined;
        return {
          act: (data) => data.retryOp(op, left),
          onSaved: (isDecided) => {
            if (isDecided === true) oracle.confirmed(account, op.opId);
          },
        };
      }
      return isKind(op, 'notification.send') && op.state === 'needsConfirm'
        ? {
            act: (data) => data.confirmSent(op),
            onSaved: (isDecided) => {
              if (isDecided === true) oracle.saidSent(account, op.opId);
            },
          }
        : undefined;
    }
  }
}

const EVERYTHING = [
  ...observerFields,
  ...headFields,
  ...countyFields,
  SECTIONS,
];

/** What a person chooses who keeps all of theirs, or none of it. */
function decisionOf(op: Op, choice: 'mine' | 'theirs', n: number): Decision {
  if (choice === 'theirs') return { to: 'theirs' };
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
  const mutated = account.stored
    .intent('outbox')
    .findLast(
      (op) =>
        op.lane === `form:${id}` &&
        (op.kind === 'form.update' || op.kind === 'form.create') &&
        op.state !== 'rejected' &&
        op.endedAt === undefined,
    );
  if (
    mutated &&
    (isKind(mutated, 'form.update') || isKind(mutated, 'form.create'))
  ) {
    return mutated.args.input.sections;
  }
  return account.stored.cache('formBodies').find((body) => body.id === id)
    ?.sections;
}

function editForm(
  world: World,
  base: { meta: FormMeta; sections: Section[] },
  how: 'head' | 'question',
): Action {
  const n = world.serial();
  const { id: _, ...head } = base.meta;
  const input: FormInput = {
    ...head,
    title: base.meta.title ?? '',
    sections: base.sections,
  };
  if (how === 'head') input.description = `d${n}.`;
  else {
    const [first, ...rest] = base.sections;
    input.sections = first
      ? [{ ...first, questions: [...first.questions, questionOf(n)] }, ...rest]
      : [
          {
            id: -n * 10,
            code: 'S',
            description: '',
            questions: [questionOf(n)],
          },
        ];
  }
  const wanted = {
    id: base.meta.id,
    entity: 'form',
    field: how === 'head' ? 'description' : 'question',
    value: how === 'head' ? input.description : `Q${n}.`,
  } as const;
  return {
    act: (data) => data.updateForm(base, input),
    wanted: [wanted],
  };
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
