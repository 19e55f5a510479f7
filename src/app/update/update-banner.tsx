import { useState } from 'react';
import { useSnapshot } from 'valtio';

import { unsaved } from '@/state/unsaved';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import { acceptUpdate, appUpdate, cancelUpdate } from './update';

/**
 * Offers a newer build; it takes over when the user agrees, and never over
 * unsaved input.
 */
export function UpdateBanner() {
  const { t } = useTranslation();
  const { state } = useSnapshot(appUpdate);
  const [isLater, setLater] = useState(false);
  if (state === 'none' || (state === 'ready' && isLater)) return null;
  return (
    <Banner
      tone="syncing"
      icon="sync"
      title={t(`shell.update.${state}`)}
      action={
        state === 'ready' || state === 'taken' ? (
          <Offer onLater={() => setLater(true)} />
        ) : state === 'waiting' ? (
          <Button small onClick={cancelUpdate}>
            {t('common.cancel')}
          </Button>
        ) : undefined
      }
    >
      <UpdateText />
    </Banner>
  );
}

function UpdateText() {
  const { t } = useTranslation();
  const { state, others } = useSnapshot(appUpdate);
  const { forms } = useSnapshot(unsaved);
  if (state === 'waiting') {
    const { silent, unready } = others;
    return (
      <>
        {silent > 0 ? t('shell.update.silent', { count: silent }) : null}{' '}
        {unready > 0 ? t('shell.update.unready', { count: unready }) : null}
      </>
    );
  }
  if (state === 'preparing' || state === 'asked' || state === 'leaving') {
    return t('shell.update.paused');
  }
  return forms > 0 ? t('shell.update.unsaved') : t('shell.update.text');
}

function Offer({ onLater }: { onLater: () => void }) {
  const { t } = useTranslation();
  const { state } = useSnapshot(appUpdate);
  const { forms } = useSnapshot(unsaved);
  return (
    <>
      <Button
        small
        reason={forms > 0 ? t('shell.update.unsaved') : undefined}
        onClick={() => void acceptUpdate()}
      >
        {t(state === 'ready' ? 'shell.update.now' : 'common.reload')}
      </Button>
      {state === 'ready' ? (
        <Button small variant="quiet" onClick={onLater}>
          {t('shell.update.later')}
        </Button>
      ) : null}
    </>
  );
}
