import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { paths } from '@/paths';
import { SearchList } from '@/ui/field/search-list';
import { useOwnShortcuts } from '@/ui/keyboard/use-shortcuts';
import { Dialog } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

import { Highlighted } from './highlighted';
import { NothingFound } from './nothing-found';
import { SearchedNote } from './searched-note';
import type { Screen } from './use-search-groups';
import { useSearchGroups } from './use-search-groups';

/** Hits of each kind; all of them are on the search page. */
const MOST = 6;

interface PaletteProps {
  /** Those that the signed-in role may use. */
  screens: readonly Screen[];
  onClose: () => void;
}

/**
 * Goes anywhere by typing (docs/product.md): screens, and everything that is cached
 * on this device.
 */
export function Palette({ screens, onClose }: PaletteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const search = useSearchGroups(screens, text, MOST);
  const { groups, count, words, isBusy } = search;
  const handleKeyDown = useOwnShortcuts({
    'Mod+K': { words: t('palette.open'), act: onClose },
  });

  function go(href: string) {
    // Closed first, so that the focus it gives back is taken by the new screen.
    onClose();
    void navigate(href);
  }

  const found = groups.map(({ label, hits }) => ({
    label,
    items: hits.map(({ href, label: name, ...hit }) => ({
      ...hit,
      label: <Highlighted text={name} words={words} />,
      onChoose: () => go(href),
    })),
  }));
  const all = {
    key: 'all',
    label: t('palette.all', { count, text: text.trim() }),
    icon: 'search' as const,
    onChoose: () => go(paths.search(text.trim())),
  };
  const isMore = groups.some((group) => group.hits.length < group.count);

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
          groups={
            isMore
              ? [...found, { label: t('palette.more'), items: [all] }]
              : found
          }
          isBusy={isBusy}
          empty={<NothingFound text={text} isWhole={search.areTextsWhole} />}
          status={t('palette.found', { count })}
          inputRef={input}
        />
      </div>
      <SearchedNote search={search} />
    </Dialog>
  );
}
