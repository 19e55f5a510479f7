import type { TFunction } from 'i18next';

import type { Failure } from '@/domain/outcome';

/** Why something failed, followed by the host's own words where it gave any. */
export function failureWords({ kind, detail }: Failure, t: TFunction): string {
  const reason = t(`common.failure.${kind}`);
  return detail === undefined || detail === ''
    ? reason
    : `${reason} ${t('common.failure.said', { detail })}`;
}
