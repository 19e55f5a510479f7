import { formatMoment } from '@/ui/format';
import { useTranslation } from '@/ui/texts';
import { useNow } from '@/ui/use-now';

/**
 * Writes moments (epoch ms) the shortest way that cannot be mistaken: the time
 * today, day and time before; right also after midnight passed.
 */
export function useMoment(): (at: number) => string {
  const { i18n } = useTranslation();
  const now = useNow();
  return (at) => formatMoment(at, now, i18n.language);
}
