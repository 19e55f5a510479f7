import { useState } from 'react';

import { useSavedViews, useViewCount } from '@/data/threads/saved-views';
import type { Address } from '@/features/answers/address';
import { hrefOf, readAddress, unknownIn } from '@/features/answers/address';
import { checkFields } from '@/features/answers/list/filter-fields';
import type { SavedView } from '@/domain/views/saved-view';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { Segments } from '@/ui/field/segments';
import { formatNumber } from '@/ui/format';
import { Count } from '@/ui/marks/count';
import { useTranslation } from '@/ui/texts';

import { ViewsDialog } from './views-dialog';

/** What a view saves of the screen. */
type Place = Omit<Address, 'isBroken' | 'pair'>;

interface SavedViewsProps {
  place: Place;
}

/** The pinned views with their counts, and the window with all of them. */
export function SavedViews({ place }: SavedViewsProps) {
  const { t } = useTranslation();
  const views = useSavedViews();
  const [isOpen, setOpen] = useState(false);
  const here = queryOf(place);
  const pinned = views?.filter(({ isPinned }) => isPinned) ?? [];
  return (
    <>
      {pinned.length === 0 ? null : (
        <Segments
          label={t('answers.views.pinned')}
          items={pinned.map((view) => ({
            label: view.name,
            href: paths.answers(view.query),
            current: view.query === here,
            count: <ViewCount view={view} />,
          }))}
        />
      )}
      <Button icon="list" onClick={() => setOpen(true)}>
        {t('answers.views.open')}
      </Button>
      {isOpen && views ? (
        <ViewsDialog
          views={views}
          query={here}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

/** The query that brings back a list with its filter, at its first page. */
function queryOf(place: Place): string {
  return new URL(hrefOf({ ...place, page: 1 }), location.href).search.slice(1);
}

/**
 * How many threads a view has; nothing before that is known, and nothing where a filter
 * of it is not applied: the count would be of more than its name promises.
 */
function ViewCount({ view }: { view: SavedView }) {
  const isWhole = unknownIn(new URLSearchParams(view.query)).length === 0;
  return isWhole ? <KnownCount view={view} /> : null;
}

function KnownCount({ view }: { view: SavedView }) {
  const { i18n } = useTranslation();
  const { list, fields } = readAddress(
    paths.answers(),
    new URLSearchParams(view.query),
    {},
  );
  const { filter } = checkFields(fields);
  const count = useViewCount({ list, filter });
  return count === undefined ? null : (
    <Count>{formatNumber(count, i18n.language)}</Count>
  );
}
