import type { Warning } from '@/domain/forms/checks';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { useTranslation } from '@/ui/texts';

import { partOf, warningWords } from './check-words';
import { useEditorTools } from './editor-tools';

interface WarningsBannerProps {
  warnings: readonly Warning[];
}

/**
 * How many warnings there are before publishing, the first of them, and the
 * way to it.
 */
export function WarningsBanner({ warnings }: WarningsBannerProps) {
  const { t } = useTranslation();
  const { jump } = useEditorTools();
  const [first] = warnings;
  if (!first) return null;
  const part = partOf(first);
  return (
    <Banner
      tone="waiting"
      icon="alert"
      title={t('forms.warnings', { count: warnings.length })}
      action={
        part === undefined ? undefined : (
          <Button small onClick={() => jump(part)}>
            {t('forms.goToIt')}
          </Button>
        )
      }
    >
      {warningWords(first, t)}
    </Banner>
  );
}
