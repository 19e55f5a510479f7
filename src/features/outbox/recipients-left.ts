import type { NotificationInput } from '@/domain/notification';
import type { Observer } from '@/domain/observer';

interface KeptObservers {
  rows: readonly Observer[];
  total?: number;
  isWhole: boolean;
}

/**
 * How many a kept notification would reach now. Without the whole list of
 * observers nobody can be called gone: then it is as it was confirmed.
 * @returns `recipients` only when it is for named ones.
 */
export function recipientsLeft(
  input: NotificationInput,
  observers: KeptObservers | undefined,
): { recipients?: number[]; count: number } {
  const { recipients, recipientCount } = input;
  if (!recipients) {
    const known = observers?.rows.filter(({ id }) => id > 0).length ?? 0;
    const count = observers?.isWhole ? known : observers?.total;
    return { count: count ?? recipientCount };
  }
  const ids = new Set(observers?.rows.map(({ id }) => id));
  const left = observers?.isWhole
    ? recipients.filter((id) => ids.has(id))
    : recipients;
  return { recipients: left, count: left.length };
}
