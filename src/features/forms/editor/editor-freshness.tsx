import { failureNow, failureText } from '@/components/failure';
import { useMoment } from '@/components/use-moment';
import { Button } from '@/ui/button';
import { Mark } from '@/ui/marks/mark';
import { ProgressLine } from '@/ui/feedback/progress-line';

import type { FormSource } from '@/features/forms/opening/use-form-source';
import { useTranslation } from '@/ui/texts';

/**
 * A cached form is being refreshed, or could not be: the server is asked for as
 * long as it may take, and the reader must not take old content for new.
 */
export function EditorFreshness({ source }: { source: FormSource }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { read, isPulling, retry } = source;
  if (isPulling) return <ProgressLine label={t('common.loading')} />;
  const failure = read && failureNow(read, source.failure);
  if (!failure || read.asOf === undefined) return null;
  return (
    <output className="row row-wrap">
      <Mark tone="waiting" icon="clock">
        {t('common.olderSince', { time: moment(read.asOf) })}{' '}
        {failureText(failure, t)}
      </Mark>
      <Button small icon="sync" onClick={retry}>
        {t('common.retry')}
      </Button>
    </output>
  );
}
