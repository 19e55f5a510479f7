import type { Op } from '@/domain/outbox/op';
import { paths } from '@/paths';

/**
 * Where a change can be made again, with what it is about; undefined where no
 * screen takes it up. Addresses of docs/specification.md 2.
 */
export function editPath(op: Op): string | undefined {
  switch (op.kind) {
    case 'observer.update':
    case 'observer.delete':
      return paths.profile('edit', op.args.base.phone);
    case 'form.create':
    case 'form.update':
    case 'form.publish':
    case 'form.delete':
      return paths.form(op.args.id);
    case 'county.update':
      return paths.editCounty(op.args.id);
    case 'notification.send': {
      const recipients = op.args.recipients?.filter(
        (id) => !op.goneIds?.includes(id),
      );
      return paths.newNotification(recipients, op.opId);
    }
    // The forms of new ones open empty: what was typed stands here.
    case 'observer.create':
    case 'county.create':
      return undefined;
  }
}
