import { useState } from 'react';

import { useGoToList } from '@/features/observers/list/list-return';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

/** Ends a profile: stores it and returns to the list, or only returns. */
export function useProfileSaving(endDraft: () => Promise<void>) {
  const { t } = useTranslation();
  const goToList = useGoToList();
  const [isNotSaved, setNotSaved] = useState(false);

  /** After saving, giving up or deleting: the leave guard asks nothing. */
  async function leave() {
    await endDraft();
    goToList();
  }

  async function save(store: () => Promise<unknown>, title: string) {
    try {
      await store();
    } catch {
      // Storage is full, closed or forbidden: nothing was stored.
      setNotSaved(true);
      return;
    }
    showToast({ tone: 'done', title, text: t('common.savedOnDevice') });
    await leave();
  }

  return { isNotSaved, leave, save };
}
