import type { OpKind } from '@/domain/outbox/kinds';
import type { Op, OpOf } from '@/domain/outbox/op';
import { paths } from '@/paths';

const edits: { [K in OpKind]: (op: OpOf<K>) => string | undefined } = {
  'observer.update': observerPath,
  'observer.delete': observerPath,
  'form.create': formPath,
  'form.update': formPath,
  'form.publish': formPath,
  'form.delete': formPath,
  'county.update': ({ args }) => paths.editCounty(args.id),
  'notification.send'({ opId, args, goneIds }) {
    const left = args.recipients?.filter((id) => !goneIds?.includes(id));
    return paths.newNotification(left, opId);
  },
  // The forms of new ones open empty: what was typed stands on the outbox page.
  'observer.create': () => undefined,
  'county.create': () => undefined,
};

/**
 * Where a change can be made again, with what it is about; undefined where no
 * screen takes it up. Addresses of docs/specification.md 2.
 */
export function editPath(op: Op): string | undefined {
  return pathOf(op.kind, op);
}

function pathOf<K extends OpKind>(kind: K, op: OpOf<K>): string | undefined {
  return edits[kind](op);
}

function observerPath({
  args,
}: OpOf<'observer.update' | 'observer.delete'>): string {
  return paths.profile('edit', args.base.phone);
}

function formPath({ args }: { args: { id: number } }): string {
  return paths.form(args.id);
}
