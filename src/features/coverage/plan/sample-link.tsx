import { ButtonLink } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

/** A plan to look at, and to fill in: a file beside the app. */
export function SampleLink() {
  const { t } = useTranslation();
  return (
    <ButtonLink href="/samples/plan.csv" icon="download" download>
      {t('plan.sample')}
    </ButtonLink>
  );
}
