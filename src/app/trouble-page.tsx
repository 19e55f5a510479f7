import { useTranslation } from 'react-i18next';

import { Button } from '@/ui/button';

import { FullPage } from './full-page';
import type { Trouble } from './session-life';

interface TroublePageProps {
  trouble: Trouble;
}

/**
 * A database that cannot be used any more is said, over everything: an empty
 * list in its place would be a lie.
 */
export function TroublePage({ trouble }: TroublePageProps) {
  const { t } = useTranslation();
  return (
    <FullPage
      title={t(`shell.trouble.${trouble}.title`)}
      actions={
        <Button variant="primary" icon="sync" onClick={() => location.reload()}>
          {t('common.reload')}
        </Button>
      }
    >
      {t(`shell.trouble.${trouble}.text`)}
    </FullPage>
  );
}
