import { failureText } from '@/components/failure';
import { ColumnsStep, columnsKey } from '@/components/import/columns-step';
import { FileDrop } from '@/components/import/file-drop';
import { FileProblemBanner } from '@/components/import/file-problem';
import { useOrganizerOnly } from '@/components/use-organizer-only';
import {
  useCounties,
  useCountiesFreshness,
  useCountiesPull,
} from '@/data/counties/counties';
import { PLACE_COLUMNS } from '@/domain/places';
import { PLACE_FILE_COLUMNS } from '@/domain/places-file';
import { placesCsv } from '@/domain/places-csv';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { ProgressLine } from '@/ui/feedback/progress-line';
import { BackLink } from '@/ui/layout/back-link';
import { PageHead } from '@/ui/layout/page-head';
import { saveCsv } from '@/ui/save-csv';
import { useTranslation } from '@/ui/texts';

import styles from './places-import.module.css';
import { NamesakeQuestions } from './namesake-questions';
import { PlacesChanges } from './places-changes';
import { PlacesProblems } from './places-problems';
import { PlacesSummaryList } from './places-summary';
import { usePlacesImport } from './use-places-import';

/** All places of an election from one file: `/polling-stations/import`. */
export function PlacesImportPage() {
  const { t } = useTranslation();
  const forbidden = useOrganizerOnly();
  const counties = useKnownCounties();
  const { file, state, look, choose, answer, store } =
    usePlacesImport(counties);
  const isBusy =
    state.is === 'reading' ||
    state.is === 'looking' ||
    state.is === 'importing';
  const summary =
    state.is === 'looked' || state.is === 'done' ? state.summary : undefined;
  const reason = forbidden ?? reasonNotToStore();

  function reasonNotToStore(): string | undefined {
    if (file === undefined) return t('observerImport.needsFile');
    if (isBusy) return t('places.checking');
    if (state.is === 'asking') return t('places.needsAnswer');
    if (state.is === 'unsure') return t('importFile.needsColumns');
    if (state.is === 'done') return t('places.alreadyDone');
    if (state.is === 'failed' && state.wasImport) return undefined;
    if (state.is !== 'looked') return t('places.notChecked');
    return state.summary.problemCount > 0 ? t('places.needsRepair') : undefined;
  }

  function handleStore() {
    if (state.is === 'looked' || state.is === 'failed') void store(state.rows);
  }

  return (
    <div className={styles.page}>
      <PageHead
        title={t('places.title')}
        back={<BackLink href={paths.counties}>{t('stations.title')}</BackLink>}
      >
        <Button
          icon="download"
          onClick={() => saveCsv(placesCsv([]), 'places-template.csv')}
        >
          {t('places.template')}
        </Button>
        <Button
          variant="primary"
          icon="upload"
          reason={reason}
          onClick={handleStore}
        >
          {t('places.store')}
        </Button>
      </PageHead>
      <div className={styles.form}>
        <FileDrop
          fileName={file?.name}
          reason={forbidden ?? (isBusy ? t('places.checking') : undefined)}
          onFile={(next) => choose(next)}
        />
        <span className="small muted">{t('places.about')}</span>
      </div>
      {isBusy ? (
        <ProgressLine
          label={t(
            state.is === 'importing' ? 'places.importing' : 'places.checking',
          )}
        />
      ) : null}
      {state.is === 'unusable' &&
      state.problem.problem !== 'columns' &&
      file ? (
        <FileProblemBanner
          file={file}
          found={state.problem}
          onReadAs={(encoding) => choose(file, { encoding })}
        />
      ) : null}
      {look && file && !isBusy ? (
        <ColumnsStep
          key={columnsKey(file, look)}
          look={look}
          columns={PLACE_FILE_COLUMNS}
          required={PLACE_COLUMNS}
          nameOf={(column) => t(`places.column.${column}`)}
          isOpen={state.is === 'unsure' || state.is === 'unusable'}
          onChoose={(choice) => choose(file, choice)}
        />
      ) : null}
      {state.is === 'asking' ? (
        <NamesakeQuestions open={state.open} onAnswer={answer} />
      ) : null}
      {state.is === 'failed' && file ? (
        <Banner
          tone="refused"
          icon="alert"
          title={t(state.wasImport ? 'places.failed' : 'places.checkFailed')}
          action={
            <Button
              small
              icon="sync"
              onClick={() => (state.wasImport ? handleStore() : choose(file))}
            >
              {t('common.retry')}
            </Button>
          }
        >
          {state.failure.kind === 'missing'
            ? t('places.notOffered')
            : failureText(state.failure, t)}
        </Banner>
      ) : null}
      {summary ? (
        <PlacesSummaryList summary={summary} isDone={state.is === 'done'} />
      ) : null}
      {summary?.changes === undefined || summary.changes.length === 0 ? null : (
        <PlacesChanges changes={summary.changes} />
      )}
      {state.is === 'looked' && state.summary.problemCount > 0 ? (
        <PlacesProblems summary={state.summary} rows={state.rows} />
      ) : null}
    </div>
  );
}

/** The counties that exist; undefined as long as the first answer about them is on its way. */
function useKnownCounties() {
  const counties = useCounties();
  const freshness = useCountiesFreshness();
  const { isPulling } = useCountiesPull();
  return freshness?.asOf === undefined && isPulling ? undefined : counties;
}
