import { isFateUnknown } from '@/domain/outbox/notification-op';
import type { Op } from '@/domain/outbox/op';
import type { Theirs } from '@/domain/outbox/kinds';
import { rulesOf } from '@/domain/outbox/kinds';
import { isCreation, isKind } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';
import { isForPeople } from '@/domain/outbox/server-words';

/** A sentence: its translation key and what is filled in. */
interface Words {
  key: string;
  values: Record<string, string | number>;
}

/**
 * What is said about an op, from its state alone: why it waits or needs a person,
 * and what happens next. Every screen takes its words from here, so that none
 * promises what the state does not.
 */
export function wordsOf(op: Op): Words[] {
  switch (op.state) {
    case 'unknown':
      return [...reasonOfOp(op), only(asksFirst(op))];
    case 'retryWait':
      return [...reasonOfOp(op), only('outbox.sentAgain')];
    case 'conflict':
    case 'rejected':
      return reasonOfOp(op);
    case 'needsConfirm':
      return isFateUnknown(op)
        ? [...fateOf(op), ...reasonOfOp(op)]
        : reasonOfOp(op);
    case 'queued':
      return op.silence
        ? [...reasonOf(op.silence), only('outbox.asksAgain')]
        : [];
    // A failure in these states is left from an earlier try.
    case 'inflight':
    case 'done':
    case 'cancelled':
    case 'superseded':
      return [];
  }
}

/** Why a request brought nothing, followed by the server's own words where it gave any. */
export function reasonOf({ kind, detail }: Failure): Words[] {
  const said = { key: 'common.failure.said', values: { detail: detail ?? '' } };
  const isSaid = detail !== undefined && isForPeople(detail);
  return [only(`common.failure.${kind}`), ...(isSaid ? [said] : [])];
}

/** What is added clashes with an existing row, not with a change of others. */
function reasonOfOp(op: Op): Words[] {
  const { failure, kind } = op;
  if (failure === undefined) return [];
  const [reason, ...said] = reasonOf(failure);
  if (failure.kind === 'server' && kind === 'observer.delete') {
    return [only('common.failure.notDeleted'), ...said];
  }
  if (failure.kind === 'conflict' && isCreation(op)) {
    const { theirs } = op;
    if (theirs && theirs.kind !== 'county') return [madeSince(theirs)];
    return [only('common.failure.taken'), ...said];
  }
  if (failure.kind === 'recipientsGone' && isKind(op, 'notification.send')) {
    const total = op.args.recipients?.length ?? 0;
    const gone = op.goneIds?.length ?? 0;
    const count = total - gone;
    return count === 0
      ? [only('outbox.again.nobody')]
      : [{ key: 'outbox.recipientsGone', values: { count, gone } }];
  }
  return [...(reason ? [reason] : []), ...said];
}

type MadeSince = Exclude<Theirs, { kind: 'county' }>;

/** What may be the effect of a lost request, though others changed it since. */
function madeSince(theirs: MadeSince): Words {
  const key = `outbox.madeSince.${theirs.kind}`;
  return theirs.kind === 'form'
    ? { key, values: { code: theirs.meta.code } }
    : { key, values: theirs.row };
}

/** A message is sent again unasked only when the server turned it away. */
function asksFirst({ kind, failure }: Op): string {
  return rulesOf(kind).resend === 'never' && failure?.kind !== 'busy'
    ? 'outbox.asksHistory'
    : 'outbox.asksFirst';
}

function fateOf({ fate }: Op): Words[] {
  if (!fate) return [only('outbox.fate.unknown')];
  const { shown, sent } = fate;
  if (shown === undefined) return [only('outbox.fate.unreadable')];
  return shown === 0
    ? [only('outbox.fate.absent')]
    : [{ key: 'outbox.fate.open', values: { shown, sent } }];
}

function only(key: string): Words {
  return { key, values: {} };
}
