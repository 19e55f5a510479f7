import { useTranslation } from 'react-i18next';

import { useDraft } from '@/data/drafts';
import { paths } from '@/paths';
import { Banner } from '@/ui/feedback/banner';
import { ButtonLink } from '@/ui/button';
import { formatMoment } from '@/ui/format';
import { useNow } from '@/ui/use-now';

import { NEW_DRAFT } from '@/features/forms/draft-keys';

/** Reminds of a new form that was begun here and never saved. */
export function NewFormDraft() {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const draft = useDraft(NEW_DRAFT);
  if (!draft) return null;
  const time = formatMoment(draft.updatedAt, now, i18n.language);
  return (
    <Banner
      tone="waiting"
      icon="device"
      title={t('forms.draftNew', { time })}
      action={
        <ButtonLink small href={paths.newForm()}>
          {t('forms.draft.resume')}
        </ButtonLink>
      }
    >
      {draft.input.title || draft.input.description}
    </Banner>
  );
}
