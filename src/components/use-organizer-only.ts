import { useSnapshot } from 'valtio';

import { session } from '@/state/session';
import { useTranslation } from '@/ui/texts';

/**
 * Why this account may not do what only organizers may (docs/api-contract.md
 * 2.4: adding, changing, importing and messaging observers; changing, publishing
 * and deleting forms; exports); undefined when it may. `words` is a translation
 * key.
 */
export function useOrganizerOnly(
  words = 'common.organizerOnly',
): string | undefined {
  const { t } = useTranslation();
  const { user } = useSnapshot(session);
  return user?.organizer === true ? undefined : t(words);
}
