import { useState } from 'react';

import { useServerNeeded } from '@/components/use-offline';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { useOffers } from '@/data/offers';
import type { Observer } from '@/domain/observers/observer';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import { PinLinkDialog } from './pin-link-dialog';

/** Makes a link by which the observer sets a PIN; nothing where the server has none. */
export function PinLinkAction({ observer }: { observer: Observer }) {
  const { t } = useTranslation();
  const isOffered = useOffers().has('enrolment');
  const notAllowed = useOrganizerOnly();
  const needsServer = useServerNeeded();
  const [isOpen, setOpen] = useState(false);
  const unsent = observer.id < 0 ? t('observers.unsettled') : undefined;
  if (!isOffered) return null;
  return (
    <>
      <Button
        icon="key"
        reason={notAllowed ?? needsServer ?? unsent}
        onClick={() => setOpen(true)}
      >
        {t('profile.pinLink.action')}
      </Button>
      {isOpen ? (
        <PinLinkDialog observer={observer} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
