import { headFields, observerFields } from '@/domain/conflict';
import type { FormInput, FormMeta, Question, Section } from '@/domain/form';
import type { Op } from '@/domain/op';
import { isCancellable, isKind } from '@/domain/op';
import { overlayForms, overlayObservers } from '@/domain/overlay';
import type { Decision } from '@/domain/resolve';
import { SECTIONS } from '@/domain/undecided';

import type { Command } from './commands';
import type { Wanted } from './ledger';
import type { Oracle } from './oracle';
import type { DataFunctions } from './page';
import { onPage } from './page';
import type { SimTab, World } from './stage';

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
      | 'notify'
      | 'decide';
  }
>;

const USER_DOES: ReadonlySet<string> = new Set([
  'edit',
  'add',
  'remove',
  'editForm',
  'addForm',
  'publish',
  'removeForm',
  'notify',
  'decide',
] satisfies UserDoes['do'][]);

export function isUserDeed(command: Command): command is UserDoes {
  return USER_DOES.has(command.do);
}

/** What a page would do and, once it is told "saved", what must be seen. */
interface Deed {
  act: (data: DataFunctions) => Promise<unknown>;
  /** What is saved by it, if that can be looked for. */
  wanted?: Omit<Wanted, 'opId'>;
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
  const deed = deedOf(world, oracle, tab, command);
  if (!deed) return;
  let end:
    | { ok: true; result: unknown }
    | { ok: false; error: unknown }
    | undefined;
  if (deed.wanted) oracle.saving(tab.account, deed.wanted);
  tab.isSaving = true;
  onPage(tab.n, deed.act).then(
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
  if (end.ok && deed.wanted) oracle.acknowledged(tab.account, deed.wanted);
  if (end.ok) deed.onSaved?.(end.result);
  else if (!isStale(end.error)) {
    oracle.complain('I10', `${command.do} failed: ${String(end.error)}`);
  }
}

function isStale(error: unknown): boolean {
  return error instanceof Error && error.name === 'StaleBuildError';
}

function deedOf(
  world: World,
  oracle: Oracle,
  tab: SimTab,
  command: UserDoes,
): Deed | undefined {
  const { account } = tab;
  const ops = account.kept.intent('outbox');
  const observers = overlayObservers(account.kept.cache('observers'), ops);
  const forms = overlayForms(account.kept.cache('forms'), ops);
  const pick = <T>(rows: readonly T[], at: number): T | undefined =>
    rows[at % Math.max(1, rows.length)];
  switch (command.do) {
    case 'edit': {
      const row = pick(observers, command.at);
      if (!row) return undefined;
      const value =
        command.field === 'name'
          ? `n${world.serial()}.`
          : phoneOf(world.serial());
      const { id, name, phone } = row;
      const input = { name, phone, [command.field]: value };
      const { field } = command;
      return {
        act: (data) => data.updateObserver(row, input),
        wanted: { id, entity: 'observer', field, value },
      };
    }
    case 'add': {
      const n = world.serial();
      const input = { name: `n${n}.`, phone: phoneOf(n) };
      return {
        act: (data) => data.createObserver(input, '4321'),
        onSaved() {
          const op = account.kept
            .intent('outbox')
            .find(
              (each) =>
                isKind(each, 'observer.create') &&
                each.args.input.name === input.name,
            );
          if (!op) oracle.complain('I1', `${input.name} is kept nowhere`);
          else {
            oracle.acknowledged(account, {
              id: op.args.id,
              entity: 'observer',
              field: 'name',
              value: input.name,
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
    case 'notify': {
      const recipients = observers.map(({ id }) => id).filter((id) => id > 0);
      const title = `t${world.serial()}.`;
      const input = {
        title,
        message: 'Trimiteți formularul.',
        recipients,
        recipientCount: recipients.length,
      };
      if (recipients.length === 0) return undefined;
      return { act: (data) => data.sendNotification(input) };
    }
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
        return {
          act: (data) => data.retryOp(op),
          onSaved: (isDecided) => {
            if (isDecided === true) oracle.confirmed(account, op.opId);
          },
        };
      }
      return isKind(op, 'notification.send') && op.state === 'needsConfirm'
        ? { act: (data) => data.confirmSent(op) }
        : undefined;
    }
  }
}

/** What a person chooses who keeps all of theirs, or none of it. */
function decisionOf(op: Op, choice: 'mine' | 'theirs', n: number): Decision {
  if (choice === 'theirs') return { to: 'theirs' };
  if (isKind(op, 'form.update') && (!op.theirs || n % 2 === 0)) {
    return { to: 'copy', code: `N${n}` };
  }
  if (op.theirs) {
    return { to: 'settle', mine: [...observerFields, ...headFields, SECTIONS] };
  }
  return isKind(op, 'observer.update')
    ? { to: 'again', pin: '4321' }
    : { to: 'theirs' };
}

/** The sections that the editor would open with. */
function sectionsOf({ account }: SimTab, id: number): Section[] | undefined {
  const wished = account.kept
    .intent('outbox')
    .findLast(
      (op) =>
        op.lane === `form:${id}` &&
        (op.kind === 'form.update' || op.kind === 'form.create') &&
        op.state !== 'rejected' &&
        op.endedAt === undefined,
    );
  if (
    wished &&
    (isKind(wished, 'form.update') || isKind(wished, 'form.create'))
  ) {
    return wished.args.input.sections;
  }
  return account.kept.cache('formBodies').find((body) => body.id === id)
    ?.sections;
}

function editForm(
  world: World,
  base: { meta: FormMeta; sections: Section[] },
  how: 'head' | 'question',
): Deed {
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
    wanted,
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

function phoneOf(n: number): string {
  return `07${String(n).padStart(8, '0')}`;
}
