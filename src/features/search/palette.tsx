import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { useSearch } from '@/data/search';
import { findByLabel } from '@/domain/words';
import { paths } from '@/paths';
import { Dialog } from '@/ui/overlay/dialog';
import type { IconName } from '@/ui/icon';
import type { SearchItem } from '@/ui/field/search-list';
import { SearchList } from '@/ui/field/search-list';
import { State } from '@/ui/feedback/state';
import { useOwnShortcuts } from '@/ui/keyboard/use-shortcuts';
import { useTranslation } from '@/ui/texts';

/** A place of the app that can be gone to by name. */
interface Screen {
  href: string;
  label: string;
  icon: IconName;
}

interface PaletteProps {
  /** Those that the signed-in role may use. */
  screens: readonly Screen[];
  onClose: () => void;
}

/**
 * Goes anywhere by typing (docs/product.md): screens, and the counties,
 * observers and threads that are cached on this device.
 */
export function Palette({ screens, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const finds = useSearch(text);
  // The results of the last text stay until those of this one are read.
  const [held, setHeld] = useState(finds);
  if (finds !== undefined && finds !== held) setHeld(finds);
  const { counties = [], observers = [], threads = [] } = held ?? {};
  const handleKeyDown = useOwnShortcuts({
    'Mod+K': { words: t('palette.open'), act: onClose },
  });

  function item(href: string, shown: Omit<SearchItem, 'key' | 'onChoose'>) {
    return {
      ...shown,
      key: href,
      onChoose: () => {
        // Closed first, so that the focus it gives back is taken by the new screen.
        onClose();
        void navigate(href);
      },
    };
  }

  const groups = [
    {
      label: t('palette.screens'),
      items: findByLabel(screens, text).map(({ href, label, icon }) =>
        item(href, { label, icon }),
      ),
    },
    {
      label: t('palette.threads'),
      items: threads.map((thread) => {
        const { isUrgent } = thread;
        return item(paths.thread(thread, isUrgent), {
          label: thread.pollingStationName,
          note: isUrgent
            ? t('palette.urgent', { name: thread.observerName })
            : thread.observerName,
          icon: isUrgent ? 'flag' : 'list',
        });
      }),
    },
    {
      label: t('palette.observers'),
      items: observers.map(({ name, phone }) =>
        item(paths.profile('view', phone), {
          label: name,
          note: phone,
          icon: 'user',
        }),
      ),
    },
    {
      label: t('palette.counties'),
      items: counties
        // The server has not numbered it yet: it has no page.
        .filter(({ id }) => id > 0)
        .map(({ id, name, code }) =>
          item(paths.county(id), {
            label: name,
            note: code,
            icon: 'grid',
          }),
        ),
    },
  ];
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);

  return (
    <Dialog
      open
      title={t('palette.open')}
      closeLabel={t('common.close')}
      initialFocus={input}
      onClose={onClose}
    >
      <div role="presentation" onKeyDown={handleKeyDown}>
        <SearchList
          label={t('palette.open')}
          placeholder={t('palette.placeholder')}
          text={text}
          onText={setText}
          groups={groups}
          isBusy={finds === undefined}
          empty={
            <State icon="search" title={t('palette.none', { text })}>
              {t('palette.noneHint')}
            </State>
          }
          status={t('palette.found', { count })}
          inputRef={input}
        />
      </div>
      <p className="small muted">{t('palette.cached')}</p>
    </Dialog>
  );
}
