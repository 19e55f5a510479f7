import { useState } from 'react';

import { config } from '@/config';
import { setCachesAll, useCachesAll } from '@/data/device/caches-all';
import type { CachedTable } from '@/data/device/cache-usage';
import { Meter } from '@/ui/feedback/meter';
import { Checkbox } from '@/ui/field/field';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

interface CacheAllProps {
  /** The details that are cached by now. */
  details: CachedTable | undefined;
}

/** Lets the user have everything cached, not only what is newest, and says how far that is. */
export function CacheAll({ details }: CacheAllProps) {
  const { t } = useTranslation();
  const stored = useCachesAll();
  // The box answers at once; what is stored rules as soon as it changes.
  const [wish, setWish] = useState<{ before: typeof stored; value: boolean }>();
  if (wish && wish.before !== stored) setWish(undefined);
  const isOn = wish?.value ?? stored === true;
  const { count = 0, total = 0 } = details ?? {};

  async function handleChange() {
    setWish({ before: stored, value: !isOn });
    try {
      await setCachesAll(!isOn);
    } catch {
      setWish(undefined);
      showToast({ tone: 'refused', text: t('common.notSaved') });
    }
  }

  return (
    <>
      <Checkbox checked={isOn} onChange={() => void handleChange()}>
        {t('outbox.cached.everything')}
      </Checkbox>
      <p className="small muted">
        {t('outbox.cached.everythingText', { count: config.prefetchThreads })}
      </p>
      {isOn && count < total ? (
        <Meter
          value={count}
          max={total}
          label={t('outbox.cached.table.details')}
        />
      ) : null}
    </>
  );
}
