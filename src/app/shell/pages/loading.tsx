import { SkeletonRows } from '@/ui/feedback/skeleton';
import { useTranslation } from '@/ui/texts';

/**
 * A page whose parts are still on their way (docs/specification.md 4:
 * "Loading...").
 */
export function Loading() {
  const { t } = useTranslation();
  return (
    <div>
      <output className="visually-hidden">{t('common.loading')}</output>
      <SkeletonRows rows={8} />
    </div>
  );
}
