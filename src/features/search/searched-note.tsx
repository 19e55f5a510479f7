import { useReadable } from '@/data/device/offline';
import type { Search } from '@/data/search/search';
import { useTranslation } from '@/ui/texts';

/** How much of the data was searched. */
export function SearchedNote({
  search: { areTextsWhole },
}: {
  search: Pick<Search, 'areTextsWhole'>;
}) {
  const { t } = useTranslation();
  const readable = useReadable();
  return (
    <p className="small muted">
      {t('palette.cached')}{' '}
      {readable === undefined
        ? null
        : t('palette.readable', {
            count: readable.total,
            readable: readable.count,
          })}{' '}
      {areTextsWhole ? null : t('palette.textsMissing')}
    </p>
  );
}
