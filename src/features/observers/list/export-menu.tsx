import type { CacheShare } from '@/domain/cache-share';
import { Button } from '@/ui/button';
import { Menu } from '@/ui/overlay/menu';
import { MenuItem } from '@/ui/overlay/menu-items';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { exportCsv, exportXlsx } from './export-observers';
import type { ObserverRow } from './use-observer-columns';

interface ExportMenuProps {
  /** What the filter found; undefined until read. */
  observers: readonly ObserverRow[] | undefined;
  /** Epoch ms at which the list was last known to be right. */
  asOf: number | undefined;
  /** How much of the list is cached; undefined when it is whole. */
  cacheShare: CacheShare | undefined;
}

/**
 * Saves what matches the filter as a file, from what is cached on this device.
 */
export function ExportMenu({ observers, asOf, cacheShare }: ExportMenuProps) {
  const { t, i18n } = useTranslation();
  const label = t('observers.export.action');
  if (!observers || observers.length === 0) {
    return (
      <Button icon="download" reason={t('observers.export.nothing')}>
        {label}
      </Button>
    );
  }

  const count = observers.length;
  const what = { observers, asOf, cacheShare, t, locale: i18n.language };

  async function handleXlsx() {
    try {
      await exportXlsx(what);
    } catch {
      // The writer is a separate file, which may not be cached offline.
      showToast({ tone: 'refused', text: t('observers.export.failed') });
    }
  }

  return (
    <Menu trigger={<Button icon="download">{label}</Button>}>
      <MenuItem icon="file" onSelect={() => exportCsv(what)}>
        {t('observers.export.csv', { count })}
      </MenuItem>
      <MenuItem icon="file" onSelect={() => void handleXlsx()}>
        {t('observers.export.xlsx', { count })}
      </MenuItem>
    </Menu>
  );
}
