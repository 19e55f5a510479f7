import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

/**
 * Warns that a code is used before in this form; it can be saved all the same.
 */
export function DoubleCode() {
  const { t } = useTranslation();
  return (
    <Mark tone="waiting" icon="alert">
      {t('forms.mark.duplicateQuestion')}
    </Mark>
  );
}
