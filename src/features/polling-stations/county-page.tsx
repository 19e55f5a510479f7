import { useState } from 'react';
import { useParams } from 'react-router-dom';

import { STATIONS_PAGE_SIZE } from '@/config';
import {
  useCounties,
  useStations,
  useStationsPull,
} from '@/data/counties/counties';
import type { County } from '@/domain/county';
import type { Overlaid } from '@/domain/outbox/overlay';
import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { PendingWords } from '@/components/pending-words';
import { usePaginationLabels } from '@/components/use-pagination-labels';
import { paths } from '@/paths';
import { BackLink } from '@/ui/layout/back-link';
import { Button, ButtonLink } from '@/ui/button';
import { DataTable } from '@/ui/table/data-table';
import { formatNumber } from '@/ui/format';
import { PageHead } from '@/ui/layout/page-head';
import { clampPage } from '@/ui/table/page-window';
import { Pagination } from '@/ui/table/pagination';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

import { UnknownCounty } from './unknown-county';
import { useEditReason } from './use-edit-reason';

/**
 * The polling stations of one county: `/polling-stations/:countyId`
 * (docs/product.md).
 */
export function CountyPage() {
  const { t } = useTranslation();
  const { countyId } = useParams();
  const counties = useCounties();
  const county = counties?.find(({ id }) => String(id) === countyId);
  if (county) return <Stations county={county} />;
  return (
    <>
      <PageHead title={t('stations.title')} back={<Back />} />
      {counties ? <UnknownCounty id={countyId} /> : null}
    </>
  );
}

function Back() {
  const { t } = useTranslation();
  return <BackLink href={paths.counties}>{t('stations.title')}</BackLink>;
}

function Stations({ county }: { county: Overlaid<County> }) {
  const { t, i18n } = useTranslation();
  const notEditable = useEditReason();
  const [wanted, setPage] = useState(1);
  const read = useStations(county.id);
  const pull = useStationsPull(county.id);
  const labels = usePaginationLabels(t('stations.pages'));
  const total = read?.rows.length ?? 0;
  const page = clampPage(wanted, Math.ceil(total / STATIONS_PAGE_SIZE));
  const start = (page - 1) * STATIONS_PAGE_SIZE;
  const shown = read?.rows.slice(start, start + STATIONS_PAGE_SIZE);
  return (
    <>
      <PageHead
        back={<Back />}
        title={county.name}
        aside={formatNumber(county.numberOfPollingStations, i18n.language)}
        asOf={<AsOf freshness={read} asked={pull.failure} />}
      >
        <PendingWords pending={county.pending} />
        {notEditable === undefined ? (
          <ButtonLink icon="edit" href={paths.editCounty(county.id)}>
            {t('common.edit')}
          </ButtonLink>
        ) : (
          <Button icon="edit" reason={notEditable}>
            {t('common.edit')}
          </Button>
        )}
      </PageHead>
      <div className="fill">
        <CachedList
          rows={
            read && (total > 0 || read.asOf !== undefined) ? shown : undefined
          }
          freshness={read}
          pull={pull}
          failedTitle={t('stations.stationsFailed')}
          empty={<State icon="search" title={t('stations.none')} />}
        >
          {(rows) => (
            <DataTable
              caption={t('stations.of', { county: county.name })}
              rows={rows}
              rowKey={({ id }) => String(id)}
              columns={[
                {
                  key: 'number',
                  header: t('stations.number'),
                  rowHeader: true,
                  width: '8rem',
                  cell: ({ number }) => number,
                },
                {
                  key: 'address',
                  header: t('stations.address'),
                  wraps: true,
                  cell: ({ address }) => address ?? t('common.unspecified'),
                },
              ]}
            />
          )}
        </CachedList>
      </div>
      <Pagination
        page={page}
        pageSize={STATIONS_PAGE_SIZE}
        total={total}
        labels={labels}
        onPage={setPage}
      />
    </>
  );
}
