import { Button } from '@/ui/button';

import { FullPage } from '@/app/shell/pages/full-page';
import { useTranslation } from '@/ui/texts';

/** A part of the app could not be loaded: usually a newer version was published. */
export function StalePage() {
  const { t } = useTranslation();
  return (
    <FullPage
      title={t('shell.error.stale.title')}
      actions={
        <Button variant="primary" icon="sync" onClick={() => location.reload()}>
          {t('common.reload')}
        </Button>
      }
    >
      {t('shell.error.stale.text')}
    </FullPage>
  );
}
