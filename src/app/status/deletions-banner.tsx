import { useState } from 'react';

import { failureText } from '@/components/failure';
import type { UnconfirmedDeletions } from '@/data/sync-status';
import { confirmDeletions } from '@/data/sync-status';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { useTranslation } from '@/ui/texts';

const titles = {
  'threads:urgent': 'urgent',
  'threads:all': 'all',
  observers: 'observers',
} as const;

/** Asks whether rows are gone that the server no longer has: so many may be its mistake. */
export function DeletionsBanner({ list, count }: UnconfirmedDeletions) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function handleConfirm() {
    if (isAsking) return;
    setAsking(true);
    const result = await confirmDeletions(list);
    setAsking(false);
    if (!result.ok) setProblem(failureText(result.failure, t));
    else setProblem(result.isTorn && t('shell.deletions.torn'));
  }

  return (
    <Banner
      tone="waiting"
      icon="alert"
      title={t(`shell.deletions.${titles[list]}`, { count })}
      action={
        <Button
          small
          aria-disabled={isAsking}
          onClick={() => void handleConfirm()}
        >
          {t(`shell.deletions.${isAsking ? 'asking' : 'confirm'}`)}
        </Button>
      }
    >
      {problem === undefined
        ? t('shell.deletions.text')
        : t('shell.deletions.failed', { problem })}
    </Banner>
  );
}
