import { config } from '@/config';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';

import { failureText } from '@/components/failure';
import { ColumnsStep, columnsKey } from '@/components/import/columns-step';
import { FileDrop } from '@/components/import/file-drop';
import { FileProblemBanner } from '@/components/import/file-problem';
import { useMoment } from '@/components/use-moment';
import { useCounties, useCountiesPull } from '@/data/counties/counties';
import { useObservers, useObserversPull } from '@/data/observers/observers';
import { replacePlan, usePlan } from '@/data/coverage/plan';
import { phoneKey } from '@/domain/phone';
import { PLAN_COLUMNS } from '@/domain/plan/plan';
import type { NumberedLine } from '@/domain/plan/plan-file';
import { refusedCsv } from '@/domain/plan/plan-csv';
import { useUnsaved } from '@/state/unsaved';
import { Button } from '@/ui/button';
import { datedName } from '@/ui/dated-name';
import { Banner } from '@/ui/feedback/banner';
import { ProgressLine } from '@/ui/feedback/progress-line';
import { Checkbox } from '@/ui/field/field';
import { BackLink } from '@/ui/layout/back-link';
import { PageHead } from '@/ui/layout/page-head';
import { Mark } from '@/ui/marks/mark';
import { showToast } from '@/ui/overlay/toaster';
import { saveCsv } from '@/ui/save-csv';
import { useTranslation } from '@/ui/texts';

import { planHref } from '../use-plan-query';
import { SampleLink } from '../sample-link';
import styles from './plan-import.module.css';
import { PlanPreview } from './plan-preview';
import { problemsText } from './plan-problem';
import { usePlanFile } from './use-plan-file';

const NONE: readonly never[] = [];

/** Who should be where, from a file: `/coverage/plan`. */
export function PlanImportPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const moment = useMoment();
  const before = usePlan();
  const cachedCounties = useCounties();
  const countiesPull = useCountiesPull();
  const people = useObservers();
  useObserversPull();
  const { file, rows, problem, look, isReading, choose } = usePlanFile(
    cachedCounties ?? NONE,
  );
  const [areLeftOut, setLeftOut] = useState(false);
  const [isStoring, setStoring] = useState(false);
  const release = useUnsaved(rows !== undefined);

  const lines = rows?.lines ?? NONE;
  const refused = rows?.refused ?? NONE;
  const unknown = useUnknown(lines, people?.rows);
  const areCountiesHere =
    cachedCounties !== undefined && cachedCounties.length > 0;
  const reason = reasonNotToStore();

  function reasonNotToStore(): string | undefined {
    if (file === undefined) return t('observerImport.needsFile');
    if (!areCountiesHere) return t('plan.import.needsCounties');
    if (isReading) return t('importFile.reading');
    if (look?.isSure === false) return t('importFile.needsColumns');
    if (lines.length === 0) return t('plan.import.noLines');
    return refused.length > 0 && !areLeftOut
      ? t('plan.import.needsDecision')
      : undefined;
  }

  async function handleStore() {
    if (!file || isStoring) return;
    setStoring(true);
    try {
      await replacePlan({
        fileName: file.name,
        lines: lines.map(({ line: _, roundOf: __, ...line }) => line),
      });
    } catch {
      // Storage is full, closed or forbidden: the plan before is still there.
      showToast({ tone: 'refused', text: t('common.notSaved') });
      setStoring(false);
      return;
    }
    showToast({
      tone: 'done',
      title: t('plan.import.done', { count: lines.length }),
      text: t('common.savedOnDevice'),
    });
    release();
    void navigate(planHref({}));
  }

  function saveRefused() {
    const text = refusedCsv(refused, t('observerImport.reason'), (row) =>
      problemsText(row, t),
    );
    saveCsv(text, datedName(t('plan.import.refusedFile'), 'csv'));
  }

  return (
    <div className={styles.page}>
      <PageHead
        title={t('plan.import.title')}
        back={<BackLink href={planHref({})}>{t('plan.title')}</BackLink>}
      >
        <SampleLink />
        <Button
          variant="primary"
          icon="upload"
          reason={reason}
          aria-disabled={isStoring}
          onClick={() => void handleStore()}
        >
          {lines.length === 0
            ? t('plan.import.action')
            : t('plan.import.store', { count: lines.length })}
        </Button>
      </PageHead>
      <div className={styles.form}>
        <FileDrop
          fileName={file?.name}
          reason={isStoring ? t('common.storing') : undefined}
          onFile={(next) => {
            setLeftOut(false);
            choose(next);
          }}
        />
        <span className="small muted">{t('plan.import.about')}</span>
        {before ? (
          <Mark icon="info">
            <span className={styles.words}>
              {t('plan.import.replaces', {
                name: before.fileName,
                time: moment(before.importedAt),
              })}
            </span>
          </Mark>
        ) : null}
        {unknown.length === 0 ? null : (
          <Mark tone="waiting" icon="user">
            <span className={styles.words}>
              {t(
                people?.isWhole
                  ? 'plan.import.unknownPhones'
                  : 'plan.import.unknownYet',
                { count: unknown.length },
              )}
            </span>
          </Mark>
        )}
        {refused.length === 0 ? null : (
          <div className={styles.refused}>
            <Checkbox
              checked={areLeftOut}
              onChange={({ target }) => setLeftOut(target.checked)}
            >
              {t('plan.import.leaveOut', { count: refused.length })}
            </Checkbox>
            <Button small icon="download" onClick={saveRefused}>
              {t('plan.import.saveRefused')}
            </Button>
            <span className="small muted">{t('plan.import.replacesAll')}</span>
          </div>
        )}
      </div>
      {isReading || (file && countiesPull.isPulling && !areCountiesHere) ? (
        <ProgressLine label={t('importFile.reading')} />
      ) : null}
      {cachedCounties === undefined || areCountiesHere ? null : (
        <Banner
          tone="waiting"
          icon="clock"
          title={t('plan.import.noCounties')}
          action={
            <Button
              small
              icon="sync"
              aria-disabled={countiesPull.isPulling}
              onClick={countiesPull.retry}
            >
              {t('common.retry')}
            </Button>
          }
        >
          {countiesPull.failure && failureText(countiesPull.failure, t)}
        </Banner>
      )}
      {problem === undefined ||
      problem.problem === 'columns' ||
      !file ? null : (
        <FileProblemBanner
          file={file}
          found={problem}
          onReadAs={(encoding) => choose(file, { encoding })}
        />
      )}
      {look === undefined || !file ? null : (
        <ColumnsStep
          key={columnsKey(file, look)}
          look={look}
          columns={PLAN_COLUMNS}
          required={PLAN_COLUMNS}
          nameOf={(column) => t(`plan.import.column.${column}`)}
          isOpen={!look.isSure}
          onChoose={(choice) => choose(file, choice)}
        />
      )}
      {rows === undefined ? null : (
        <PlanPreview
          key={file?.name}
          lines={lines}
          refused={refused}
          unknown={unknown}
          areAllKnown={people?.isWhole === true}
        />
      )}
    </div>
  );
}

function keyOf(phone: string): string {
  return phoneKey(phone, config.phoneCountry);
}

/** The lines whose phone none of the cached observers has. */
function useUnknown(
  lines: readonly NumberedLine[],
  observers: readonly { phone: string }[] | undefined,
): readonly NumberedLine[] {
  const known = useMemo(
    () => observers && new Set(observers.map(({ phone }) => keyOf(phone))),
    [observers],
  );
  return useMemo(
    () =>
      known ? lines.filter(({ phone }) => !known.has(keyOf(phone))) : NONE,
    [known, lines],
  );
}
