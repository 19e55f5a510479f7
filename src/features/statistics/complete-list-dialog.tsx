import { useTranslation } from 'react-i18next';

import type { StatisticKey } from '@/domain/statistic';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';

import { StatisticList } from './statistic-list';

interface CompleteListDialogProps {
  statistic: StatisticKey;
  onClose: () => void;
}

/**
 * The whole list of a card, page by page, with a Close button
 * (docs/specification.md 2).
 */
export function CompleteListDialog({
  statistic,
  onClose,
}: CompleteListDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${t(`statistics.lists.${statistic}.title`)} ${t(`statistics.lists.${statistic}.subtitle`)}`}
      closeLabel={t('common.close')}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <StatisticList statistic={statistic} />
    </Dialog>
  );
}
