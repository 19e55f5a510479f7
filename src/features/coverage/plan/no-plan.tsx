import { useEffect, useRef } from 'react';

import { paths } from '@/paths';
import { ButtonLink } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

import { SampleLink } from './sample-link';

interface NoPlanProps {
  /** There was one a moment ago, and the focus was on it. */
  wasRemoved: boolean;
}

/** What a deployment plan is for, and how one comes here. */
export function NoPlan({ wasRemoved }: NoPlanProps) {
  const { t } = useTranslation();
  const begin = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    if (wasRemoved) begin.current?.focus();
  }, [wasRemoved]);

  return (
    <State
      icon="file"
      title={t('plan.none')}
      actions={
        <>
          <ButtonLink
            ref={begin}
            variant="primary"
            icon="upload"
            href={paths.importPlan}
          >
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
