import { CachedList } from '@/components/cached-list';
import {
  useCountiesFreshness,
  useCountiesPull,
} from '@/data/counties/counties';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

interface UnknownCountyProps {
  /** As the address says it. */
  id: string | undefined;
}

/** A county that is not shown: that there is none is said once the counties are loaded. */
export function UnknownCounty({ id }: UnknownCountyProps) {
  const { t } = useTranslation();
  const freshness = useCountiesFreshness(Number(id) || 0);
  const pull = useCountiesPull();
  return (
    <CachedList
      rows={
        freshness?.asOf === undefined || freshness.isCached ? undefined : []
      }
      freshness={freshness}
      pull={pull}
      failedTitle={t('stations.failed')}
      empty={<State icon="search" title={t('stations.unknown', { id })} />}
    >
      {() => null}
    </CachedList>
  );
}
