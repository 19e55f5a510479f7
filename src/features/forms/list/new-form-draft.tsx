import { useMoment } from '@/components/use-moment';
import { useDraft } from '@/data/drafts/drafts';
import { paths } from '@/paths';
import { Banner } from '@/ui/feedback/banner';
import { ButtonLink } from '@/ui/button';

import { NEW_DRAFT } from '@/features/forms/draft-keys';
import { useTranslation } from '@/ui/texts';

/** Reminds of a new form that was begun here and never saved. */
export function NewFormDraft() {
  const { t } = useTranslation();
  const moment = useMoment();
  const draft = useDraft(NEW_DRAFT);
  if (!draft) return null;
  return (
    <Banner
      tone="waiting"
      icon="device"
      title={t('forms.draftNew', { time: moment(draft.updatedAt) })}
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
