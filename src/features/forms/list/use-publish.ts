import { useNavigate } from 'react-router-dom';

import { publishForm } from '@/data/forms/change-forms';
import type { FormMeta } from '@/domain/forms/form';
import { paths } from '@/paths';
import { showToast } from '@/ui/overlay/toaster';

import { formName } from '@/features/forms/form-name';
import { useTranslation } from '@/ui/texts';

/**
 * Publishes a draft or takes a published form back to the drafts. The row goes to
 * the other tab; the reader stays, and is told where it went.
 */
export function usePublish(): (form: FormMeta) => Promise<void> {
  const { t } = useTranslation();
  const navigate = useNavigate();

  return async (form) => {
    const to = form.draft ? 'public' : 'draft';
    try {
      await publishForm(form, to === 'draft');
    } catch {
      // Full, closed or forbidden storage: in each case nothing was stored.
      showToast({ tone: 'refused', text: t('forms.notStored') });
      return;
    }
    showToast({
      tone: 'done',
      title: t('common.savedOnDevice'),
      text: t(`forms.movedTo.${to}`, { name: formName(form) }),
      action: {
        label: t(`forms.goTo.${to}`),
        onAction: () => void navigate(paths.formsTab(to)),
      },
    });
  };
}
