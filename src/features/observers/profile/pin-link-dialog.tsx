import { useState } from 'react';

import { failureText } from '@/components/failure';
import { useServerNeeded } from '@/components/use-offline';
import { useStoring } from '@/components/use-storing';
import { makeEnrolmentCode } from '@/data/enrolment';
import type { EnrolmentCode } from '@/domain/enrolment';
import type { Observer } from '@/domain/observers/observer';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

import { ShownPinLink } from './shown-pin-link';

interface PinLinkDialogProps {
  observer: Observer;
  onClose: () => void;
}

/**
 * Asks the server for a link by which the observer sets a PIN, now: it is never
 * enqueued. Then shows it, as nobody can read it again.
 */
export function PinLinkDialog({ observer, onClose }: PinLinkDialogProps) {
  const { t } = useTranslation();
  const { id, name } = observer;
  const needsServer = useServerNeeded();
  const storing = useStoring({ busy: t('common.loading') });
  const [made, setMade] = useState<EnrolmentCode>();

  async function handleMake() {
    await storing.store(async () => {
      const reply = await makeEnrolmentCode(id);
      if (!reply.ok) return failureText(reply.failure, t);
      return setMade(reply.value);
    });
  }

  if (made) return <ShownPinLink name={name} made={made} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      storing={storing}
      title={t('profile.pinLink.title', { name })}
      closeLabel={t('common.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            reason={needsServer}
            onClick={() => void handleMake()}
          >
            {t('profile.pinLink.make')}
          </Button>
        </>
      }
    >
      <p>{t('profile.pinLink.about')}</p>
    </Dialog>
  );
}
