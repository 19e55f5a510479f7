import { useTranslation } from 'react-i18next';

import { paths } from '@/paths';
import { ButtonLink } from '@/ui/button';
import { State } from '@/ui/feedback/state';

import { SampleLink } from './sample-link';

/** What a deployment plan is for, and how one comes here. */
export function NoPlan() {
  const { t } = useTranslation();
  return (
    <State
      icon="file"
      title={t('plan.none')}
      actions={
        <>
          <ButtonLink variant="primary" icon="upload" href={paths.importPlan}>
            {t('plan.import.title')}
          </ButtonLink>
          <SampleLink />
        </>
      }
    >
      {t('plan.about')}
    </State>
  );
}
