import { paths } from '@/paths';
import { ButtonLink } from '@/ui/button';
import { PageHead } from '@/ui/layout/page-head';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

/** An address of a form that neither the server nor this device has. */
export function UnknownForm() {
  const { t } = useTranslation();
  return (
    <div>
      <PageHead title={t('forms.edit')} />
      <State
        icon="search"
        title={t('forms.unknown')}
        actions={<ButtonLink href={paths.forms}>{t('forms.back')}</ButtonLink>}
      >
        {t('forms.unknownHint')}
      </State>
    </div>
  );
}
