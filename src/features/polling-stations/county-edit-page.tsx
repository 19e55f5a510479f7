import { useParams } from 'react-router-dom';

import { createCounty, updateCounty } from '@/data/counties/change-counties';
import {
  useCounties,
  useCountiesPull,
  useProvinces,
} from '@/data/counties/counties';
import type { County, CountyInput, Province } from '@/domain/county';
import { paths } from '@/paths';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import { BackLink } from '@/ui/layout/back-link';
import { PageHead } from '@/ui/layout/page-head';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { CountyForm } from './county-form';
import styles from './county-form.module.css';
import { UnknownCounty } from './unknown-county';
import { useEditReason } from './use-edit-reason';

/** Adds a county, or changes one: `/polling-stations/nou` and `/polling-stations/:countyId/edit`. */
export function CountyEditPage() {
  const { t } = useTranslation();
  const { countyId } = useParams();
  const counties = useCounties();
  const provinces = useProvinces();
  const title = t(countyId === undefined ? 'stations.new' : 'stations.edit');
  const county = counties?.find(({ id }) => String(id) === countyId);
  const back = <BackLink href={paths.counties}>{t('stations.title')}</BackLink>;
  return (
    <>
      <PageHead title={title} back={back} />
      <div className={styles.page}>
        {counties === undefined || provinces === undefined ? (
          <SkeletonRows rows={4} />
        ) : countyId !== undefined && !county ? (
          <UnknownCounty id={countyId} />
        ) : (
          <Editor
            key={countyId}
            county={county}
            counties={counties}
            provinces={provinces}
          />
        )}
      </div>
    </>
  );
}

interface EditorProps {
  county: County | undefined;
  counties: readonly County[];
  provinces: readonly Province[];
}

function Editor({ county, counties, provinces }: EditorProps) {
  const { t } = useTranslation();
  const notAllowed = useOrganizerOnly();
  const notEditable = useEditReason();
  useCountiesPull();

  async function save(input: CountyInput): Promise<boolean> {
    try {
      await (county ? updateCounty(county, input) : createCounty(input));
    } catch {
      showToast({ tone: 'refused', text: t('common.notSaved') });
      return false;
    }
    showToast({ tone: 'waiting', text: t('common.savedOnDevice') });
    return true;
  }

  return (
    <CountyForm
      county={county}
      others={counties.filter((other) => other !== county)}
      // The server's call that changes a county does not take a province.
      provinces={county ? [] : provinces}
      nextOrder={Math.max(0, ...counties.map(({ order }) => order)) + 1}
      // A county is added by the import, which the server grants to organizers only.
      reason={county ? notEditable : notAllowed}
      onSave={save}
    />
  );
}
