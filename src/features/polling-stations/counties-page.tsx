import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import {
  useCounties,
  useCountiesFreshness,
  useCountiesPull,
} from '@/data/counties/counties';
import { useOffers } from '@/data/offers';
import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { useServerNeeded } from '@/components/use-offline';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { paths } from '@/paths';
import { Button, ButtonLink } from '@/ui/button';
import { DataTable } from '@/ui/table/data-table';
import type { Sort } from '@/ui/table/data-table';
import { InlineField, TextInput } from '@/ui/field/field';
import { FilterBar } from '@/ui/field/filter-bar';
import { formatNumber } from '@/ui/format';
import { PageHead } from '@/ui/layout/page-head';
import { State } from '@/ui/feedback/state';
import { PHONE, useMedia } from '@/ui/use-media';
import { useShortcuts } from '@/ui/keyboard/use-shortcuts';
import { useTranslation } from '@/ui/texts';

import { useCountyColumns } from './county-columns';
import { selectCounties } from './select-counties';

/**
 * Counties with their number of polling stations: `/polling-stations`
 * (docs/specification.md 2).
 */
export function CountiesPage() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [sort, setSort] = useState<Sort>();
  const counties = useCounties();
  const freshness = useCountiesFreshness();
  const pull = useCountiesPull();
  const columns = useCountyColumns();
  const isPhone = useMedia(PHONE);
  const isOffered = useOffers().has('places');
  const notAllowed = useOrganizerOnly();
  const needsServer = useServerNeeded();
  const text = params.get('text') ?? '';
  const rows =
    counties && selectCounties(counties, { text, sort }, i18n.language);
  const isLoaded = freshness?.asOf !== undefined;
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({
    '/': { words: t('common.toFilter'), act: () => field.current?.focus() },
  });
  const clear = () => setParams({}, { replace: true });

  return (
    <>
      <PageHead
        title={t('stations.title')}
        aside={
          counties && isLoaded
            ? formatNumber(counties.length, i18n.language)
            : undefined
        }
        asOf={<AsOf freshness={freshness} asked={pull.failure} />}
      >
        {isOffered && notAllowed === undefined ? (
          <ButtonLink icon="upload" href={paths.importPlaces}>
            {t('stations.import')}
          </ButtonLink>
        ) : (
          // Without a connection nobody knows whether the server offers it.
          <Button
            icon="upload"
            reason={notAllowed ?? needsServer ?? t('stations.importReason')}
          >
            {t('stations.import')}
          </Button>
        )}
        <Button icon="download" reason={t('stations.exportReason')}>
          {t('stations.export')}
        </Button>
        <ButtonLink variant="primary" icon="plus" href={paths.newCounty}>
          {t('stations.add')}
        </ButtonLink>
      </PageHead>
      <FilterBar
        key={text}
        aria-label={t('stations.filter')}
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('text');
          const next = typeof typed === 'string' ? typed.trim() : '';
          setParams(next === '' ? {} : { text: next }, { replace: true });
        }}
      >
        <InlineField label={t('stations.filterLabel')}>
          <TextInput ref={field} name="text" defaultValue={text} />
        </InlineField>
        <Button type="submit" variant="primary">
          {t('common.filter')}
        </Button>
        <Button onClick={clear}>{t('common.reset')}</Button>
      </FilterBar>
      <div className="fill">
        <CachedList
          rows={isLoaded || counties?.length ? rows : undefined}
          freshness={freshness}
          pull={pull}
          failedTitle={t('stations.failed')}
          empty={
            <State
              icon="search"
              title={t('stations.none')}
              actions={
                text === '' ? undefined : (
                  <Button small onClick={clear}>
                    {t('common.reset')}
                  </Button>
                )
              }
            >
              {text === '' ? undefined : t('stations.noneFor', { text })}
            </State>
          }
        >
          {(shown) => (
            <DataTable
              caption={t('stations.title')}
              columns={columns}
              rows={shown}
              rowKey={({ id }) => String(id)}
              sort={sort}
              onSort={setSort}
              onRow={({ id }) => void navigate(paths.county(id))}
              minWidth={isPhone ? undefined : '44rem'}
            />
          )}
        </CachedList>
      </div>
    </>
  );
}
