import type { TFunction } from 'i18next';

import { useServerNow } from '@/components/use-server-now';
import { ageOf } from './age';

interface ThreadAgeProps {
  /** Epoch ms; absent on servers that do not say (docs/api-contract.md 4.2). */
  at: number | undefined;
  t: TFunction;
}

/**
 * How old a thread is; the only part of a row that is drawn again each minute.
 */
export function ThreadAge({ at, t }: ThreadAgeProps) {
  const now = useServerNow();
  if (at === undefined) {
    return <span className="visually-hidden">{t('answers.age.unknown')}</span>;
  }
  const age = ageText(at, now, t);
  const isNow = ageOf(at, now).unit === 'now';
  return (
    <>
      <span aria-hidden="true">{age}</span>
      <span className="visually-hidden">
        {isNow
          ? t('answers.age.receivedNow')
          : t('answers.age.received', { age })}
      </span>
    </>
  );
}

/** The age in words: "4 min", "1 h 12", "2 z". Both times are epoch ms. */
export function ageText(at: number, now: number, t: TFunction): string {
  const age = ageOf(at, now);
  switch (age.unit) {
    case 'now':
      return t('answers.age.now');
    case 'minutes':
      return t('answers.age.minutes', { minutes: age.minutes });
    case 'hours':
      return t('answers.age.hours', age);
    case 'days':
      return t('answers.age.days', { days: age.days });
  }
}
