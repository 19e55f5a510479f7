import type { Observer } from '@/domain/observers/observer';
import type { Overlaid } from '@/domain/outbox/overlay';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

interface ChangedElsewhereProps {
  /** As it is now. */
  observer: Overlaid<Observer>;
  /** The user takes the newer values over. */
  onLoad: () => void;
  /** The user goes on with what is in the fields. */
  onContinue: () => void;
}

/**
 * Says that the observer is no longer as the fields began, and asks what to
 * do. A change of our own that the server refused shows the same way, in other
 * words.
 */
export function ChangedElsewhere(props: ChangedElsewhereProps) {
  const { observer, onLoad, onContinue } = props;
  const { t } = useTranslation();
  const { name, phone, pending } = observer;
  const title =
    pending === 'refused' ? t('profile.wasRefused') : t('profile.changed');
  return (
    <Banner
      tone="waiting"
      icon="info"
      title={title}
      action={
        <>
          <Button small onClick={onLoad}>
            {t('profile.load')}
          </Button>
          <Button small onClick={onContinue}>
            {t('profile.continue')}
          </Button>
        </>
      }
    >
      {t('profile.now', { name, phone })}
    </Banner>
  );
}
