import { useMemo, useState } from 'react';

import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';

import type { FormBase } from '@/features/forms/opening/editor-start';
import { isSameForm } from '@/features/forms/opening/editor-start';
import { useTranslation } from '@/ui/texts';

interface EditorNewsProps {
  /** What editing began with. */
  base: FormBase | undefined;
  now: FormBase | undefined;
  /** Our own save is no news. */
  isSaved: boolean;
  onLoad: (now: FormBase) => void;
}

/**
 * Says that the form is no longer as editing began, and asks what to do;
 * nothing changes in the editor until there is an answer.
 */
export function EditorNews({ base, now, isSaved, onLoad }: EditorNewsProps) {
  const { t } = useTranslation();
  const [ignored, setIgnored] = useState<FormBase>();
  // Compares every text of the form: not for every keystroke.
  const isNews = useMemo(
    () => base !== undefined && now !== undefined && !isSame(now, base),
    [base, now],
  );
  if (!isNews || !now || isSaved) return null;
  if (ignored && isSame(now, ignored)) return null;
  return (
    <Banner
      tone="waiting"
      icon="info"
      title={t('forms.news.title')}
      action={
        <>
          <Button small onClick={() => onLoad(now)}>
            {t('forms.news.load')}
          </Button>
          <Button small onClick={() => setIgnored(now)}>
            {t('forms.news.continue')}
          </Button>
        </>
      }
    >
      {t('forms.news.text')}
    </Banner>
  );
}

function isSame(a: FormBase, b: FormBase): boolean {
  return isSameForm(
    { ...a.meta, sections: a.sections },
    { ...b.meta, sections: b.sections },
  );
}
