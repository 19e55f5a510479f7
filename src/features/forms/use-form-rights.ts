import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';

import { session } from '@/state/session';

/**
 * Why this account may not change, publish or delete forms
 * (docs/api-contract.md 2.4: adding
 * one is open to every admin, the rest to organizers); undefined when it may.
 */
export function useOrganizerOnly(): string | undefined {
  const { t } = useTranslation();
  const { user } = useSnapshot(session);
  return user?.organizer === true ? undefined : t('forms.organizerOnly');
}
