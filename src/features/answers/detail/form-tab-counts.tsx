import type { Completeness } from '@/domain/forms/form';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

interface FormTabCountsProps {
  counts: Completeness;
}

/** "7/10" and the flagged ones after a form's name. */
export function FormTabCounts({ counts }: FormTabCountsProps) {
  const { t } = useTranslation();
  const { answered, questions, flagged } = counts;
  return (
    <>
      <span
        aria-hidden="true"
        translate="no"
      >{`${answered}/${questions}`}</span>
      <span className="visually-hidden">
        {t('answers.form.tabAnswered', { count: answered, questions })}
      </span>
      {flagged > 0 ? (
        <Mark tone="flagged" icon="flag">
          <span aria-hidden="true">{flagged}</span>
          <span className="visually-hidden">
            {t('answers.form.tabFlagged', { count: flagged })}
          </span>
        </Mark>
      ) : null}
    </>
  );
}
