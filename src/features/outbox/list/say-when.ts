import type { TFunction } from 'i18next';

import { formatMoment, formatTime, isSameDay } from '@/ui/format';

const DAY_MS = 24 * 60 * 60_000;

/** When something happened, as one says it: "today, 14:12", "21 Nov, 14:12". Times in epoch ms. */
export function sayWhen(
  at: number,
  now: number,
  t: TFunction,
  locale: string,
): string {
  const time = formatTime(at);
  if (isSameDay(at, now)) return t('common.today', { time });
  if (isSameDay(at, now - DAY_MS)) return t('common.yesterday', { time });
  return formatMoment(at, now, locale);
}
