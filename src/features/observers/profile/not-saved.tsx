import { Banner } from '@/ui/feedback/banner';
import { useTranslation } from '@/ui/texts';

/** Says that the device stored nothing, and that the input is still there. */
export function NotSaved() {
  const { t } = useTranslation();
  return (
    <Banner tone="refused" icon="alert" title={t('profile.notSaved')}>
      {t('profile.notSavedHint')}
    </Banner>
  );
}

/** Says that a PIN that was typed before has to be typed again. */
export function PinNotSaved() {
  const { t } = useTranslation();
  return (
    <Banner tone="waiting" icon="info" title={t('profile.pinNotSaved')}>
      {t('profile.pinNotSavedHint')}
    </Banner>
  );
}
