import { useTranslation } from 'react-i18next';

import { config } from '@/config';
import { setCachesAll, useCachesAll } from '@/data/device/caches-all';
import type { CachedTable } from '@/data/device/cache-usage';
import { Meter } from '@/ui/feedback/meter';
import { Checkbox } from '@/ui/field/field';
import { showToast } from '@/ui/overlay/toaster';

interface CacheAllProps {
  /** The details that are cached by now. */
  details: CachedTable | undefined;
}

/** Lets the user have everything cached, not only what is newest, and says how far that is. */
export function CacheAll({ details }: CacheAllProps) {
  const { t } = useTranslation();
  const cachesAll = useCachesAll();
  const { count = 0, total = 0 } = details ?? {};

  async function handleChange() {
    try {
      await setCachesAll(!cachesAll);
    } catch {
      showToast({ tone: 'refused', text: t('common.notSaved') });
    }
  }

  return (
    <>
      <Checkbox
        checked={cachesAll === true}
        onChange={() => void handleChange()}
      >
        {t('outbox.cached.everything')}
      </Checkbox>
      <p className="small muted">
        {t('outbox.cached.everythingText', { count: config.prefetchThreads })}
      </p>
      {cachesAll && count < total ? (
        <Meter
          value={count}
          max={total}
          label={t('outbox.cached.table.details')}
        />
      ) : null}
    </>
  );
}
