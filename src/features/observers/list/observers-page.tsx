import { useState } from 'react';

import type { CacheShare } from '@/domain/cache-share';
import { useObservers, useObserversPull } from '@/data/observers/observers';
import { AsOf } from '@/components/as-of';
import { ClockNote } from '@/components/clock-note';
import { CachedList } from '@/components/cached-list';
import { ObserverSelection } from '@/components/observer-selection';
import { paths } from '@/paths';
import { Button, ButtonLink } from '@/ui/button';
import { formatNumber } from '@/ui/format';
import { PageHead } from '@/ui/layout/page-head';
import { useTranslation } from '@/ui/texts';

import { DeleteDialog } from './delete-dialog';
import { ExportMenu } from './export-menu';
import { useFound } from './find-observers';
import { ProfileDrafts } from './profile-drafts';
import { useRememberList } from './list-return';
import { NoObservers } from './no-observers';
import { ObserverFilterBar } from './observer-filter';
import { ObserverList } from './observer-list';
import { RefusedAdditions } from './refused-additions';
import { ResetPinDialog } from './reset-pin-dialog';
import type { ObserverRow } from './use-observer-columns';
import { useObserverQuery } from './use-observer-query';
import { useRefusals } from './use-refusals';
import { useOrganizerOnly } from '@/components/use-organizer-only';

const NONE: ReadonlySet<string> = new Set();

/** The observers list (docs/specification.md 2): `/observatori`. */
export function ObserversPage() {
  const { t, i18n } = useTranslation();
  useRememberList();
  const query = useObserverQuery();
  const read = useObservers();
  const pull = useObserversPull();
  const found = useFound(read?.rows, query.filter, query.sort, i18n.language);
  const refusals = useRefusals();
  const notAllowed = useOrganizerOnly();
  const [selected, setSelected] = useState(NONE);
  const [leaving, setLeaving] = useState<ObserverRow>();
  const [resetting, setResetting] = useState<ObserverRow>();
  const chosen =
    selected.size === 0
      ? []
      : (read?.rows.filter(({ id }) => selected.has(String(id))) ?? []);

  const total = read && (read.isWhole ? read.rows.length : read.total);
  const cachedCount = read?.rows.length ?? 0;
  const isPartly = read !== undefined && !read.isWhole && cachedCount > 0;

  const handleReset = () => query.apply({ name: '', phone: '' });

  function partly(cacheShare: CacheShare | undefined) {
    if (!cacheShare) return undefined;
    return cacheShare.cached < cacheShare.total
      ? t('observers.partly', {
          count: cacheShare.cached,
          total: cacheShare.total,
        })
      : t('common.rereadingList');
  }

  return (
    <div className="fill">
      <PageHead
        title={t('observers.title')}
        aside={
          total === undefined ? undefined : formatNumber(total, i18n.language)
        }
        asOf={
          <>
            <AsOf freshness={read} asked={pull.failure} />
            <ClockNote />
          </>
        }
      >
        {notAllowed === undefined ? (
          <ButtonLink icon="upload" href={paths.importObservers}>
            {t('observers.import')}
          </ButtonLink>
        ) : (
          <Button icon="upload" reason={notAllowed}>
            {t('observers.import')}
          </Button>
        )}
        <ExportMenu
          observers={found}
          asOf={read?.asOf}
          cacheShare={read?.cacheShare}
        />
        {notAllowed === undefined ? (
          <ButtonLink
            variant={chosen.length > 0 ? undefined : 'primary'}
            icon="plus"
            href={paths.newObserver}
          >
            {t('observers.add')}
          </ButtonLink>
        ) : (
          <Button icon="plus" reason={notAllowed}>
            {t('observers.add')}
          </Button>
        )}
      </PageHead>
      <ObserverFilterBar
        filter={query.filter}
        onType={query.type}
        onApply={query.apply}
        onLeave={query.leave}
      />
      <ProfileDrafts />
      <RefusedAdditions ops={refusals.additions} />
      <div className="fill">
        {isPartly && found?.length === 0 ? (
          // Not the server's word: it has more than was searched.
          <NoObservers
            filter={query.filter}
            among={cachedCount}
            onReset={handleReset}
          />
        ) : (
          <CachedList
            rows={
              cachedCount > 0 || read?.asOf !== undefined ? found : undefined
            }
            freshness={read}
            pull={pull}
            failedTitle={t('observers.failed')}
            empty={<NoObservers filter={query.filter} onReset={handleReset} />}
            partly={partly(read?.cacheShare)}
          >
            {(rows) => (
              <ObserverList
                rows={rows}
                query={query}
                selected={selected}
                onSelect={setSelected}
                refusals={refusals}
                onDelete={setLeaving}
                onResetPin={setResetting}
              />
            )}
          </CachedList>
        )}
      </div>
      <ObserverSelection
        chosen={chosen}
        found={found ?? []}
        cacheShare={read?.cacheShare}
        onSelect={setSelected}
      />
      {leaving === undefined ? null : (
        <DeleteDialog
          observer={leaving}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {resetting === undefined ? null : (
        <ResetPinDialog
          observer={resetting}
          onClose={() => setResetting(undefined)}
        />
      )}
    </div>
  );
}
