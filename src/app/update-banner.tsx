import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';

import { unsaved } from '@/state/unsaved';
import { Banner } from '@/ui/banner';
import { Button } from '@/ui/button';

import { acceptUpdate, appUpdate } from './service-worker';

/** A newer build is here: it takes over when somebody says so, and never over unsaved input. */
export function UpdateBanner() {
  const { t } = useTranslation();
  const { state } = useSnapshot(appUpdate);
  const { forms } = useSnapshot(unsaved);
  const [isLater, setLater] = useState(false);
  if (state === 'none' || (state === 'ready' && isLater)) return null;

  const reason = forms > 0 ? t('shell.update.unsaved') : undefined;
  return (
    <Banner
      tone="syncing"
      icon="sync"
      title={t(`shell.update.${state}`)}
      action={
        <>
          <Button small reason={reason} onClick={acceptUpdate}>
            {t(state === 'ready' ? 'shell.update.now' : 'common.reload')}
          </Button>
          {state === 'ready' ? (
            <Button small variant="quiet" onClick={() => setLater(true)}>
              {t('shell.update.later')}
            </Button>
          ) : null}
        </>
      }
    >
      {reason ?? t('shell.update.text')}
    </Banner>
  );
}
