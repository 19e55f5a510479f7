import { useOrganizerOnly } from '@/components/use-organizer-only';
import { useOffers } from '@/data/offers';

/**
 * Why this account may not change a county, undefined when it may: servers that offer
 * the import of places let only organizers, others each admin (docs/api-contract.md 2.4).
 */
export function useEditReason(): string | undefined {
  const notAllowed = useOrganizerOnly();
  return useOffers().has('places') ? notAllowed : undefined;
}
