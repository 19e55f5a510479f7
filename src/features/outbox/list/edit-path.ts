import type { Op } from '@/domain/outbox/op';

/**
 * Where a change can be made again, with what it is about; undefined where no
 * screen takes it up. Addresses of docs/specification.md 2.
 */
export function editPath(op: Op): string | undefined {
  switch (op.kind) {
    case 'observer.update':
    case 'observer.delete': {
      const phone = encodeURIComponent(op.args.base.phone);
      return `/observatori/profil/edit/${phone}`;
    }
    case 'form.create':
    case 'form.update':
    case 'form.publish':
    case 'form.delete':
      return `/formulare/${op.args.id}`;
    case 'county.update':
      return `/polling-stations/${op.args.id}/edit`;
    case 'notification.send': {
      const query = new URLSearchParams({ again: op.opId });
      const recipients = op.args.recipients?.filter(
        (id) => !op.goneIds?.includes(id),
      );
      if (recipients) query.set('toObserverIds', JSON.stringify(recipients));
      return `/notifications?${query}`;
    }
    // The forms of new ones open empty: what was typed stands here.
    case 'observer.create':
    case 'county.create':
      return undefined;
  }
}
