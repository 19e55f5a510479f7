import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

interface NothingFoundProps {
  text: string;
  /** What observers wrote was searched, too: otherwise nothing was found so far. */
  isWhole: boolean;
}

/** Nothing on this device fits; the server may have more. */
export function NothingFound({ text, isWhole }: NothingFoundProps) {
  const { t } = useTranslation();
  return (
    <State
      icon="search"
      title={t(isWhole ? 'palette.none' : 'palette.noneYet', { text })}
    >
      {t('palette.noneHint')}
    </State>
  );
}
