import type { Audience } from './use-audience';

/**
 * Why a message cannot be sent to an audience now, as a translation key;
 * undefined when it can. A filter that is active but found nobody sends nothing
 * (docs/specification.md 5).
 */
export function whyNotSent({
  kind,
  count,
  left,
}: Audience): string | undefined {
  if (count === undefined) {
    return kind === 'county'
      ? 'notifications.reason.searchFirst'
      : 'notifications.count.pending';
  }
  if (count > 0) return undefined;
  switch (kind) {
    case 'all':
      return 'notifications.reason.nobody';
    case 'county':
      return 'notifications.reason.noneFound';
    case 'chosen':
      return left && left.gone.length > 0
        ? 'notifications.reason.allGone'
        : left && left.unsent.length > 0
          ? 'notifications.reason.allUnsent'
          : 'notifications.reason.nobodyChosen';
  }
}
