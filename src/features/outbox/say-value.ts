import type { TFunction } from 'i18next';

/** A value of a field, as one says it. */
export function sayValue(value: string | number | boolean, t: TFunction) {
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  return value === '' ? t('outbox.resolve.empty') : String(value);
}
