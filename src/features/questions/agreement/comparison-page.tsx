import { useState } from 'react';
import { useParams } from 'react-router-dom';

import { AsOf } from '@/components/as-of';
import { useMoment } from '@/components/use-moment';
import type { ComparedReport } from '@/data/questions/questions';
import { useComparedReports } from '@/data/questions/questions';
import { markThreads } from '@/data/triage/triage-marks';
import type { Question } from '@/domain/forms/form';
import { triageStateOf } from '@/domain/triage/triage';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { Checkbox } from '@/ui/field/field';
import { BackLink } from '@/ui/layout/back-link';
import { PageHead } from '@/ui/layout/page-head';
import { Link } from '@/ui/link';
import { Badge } from '@/ui/marks/badge';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { questionName } from '@/features/questions/question-words';
import styles from '@/features/questions/questions.module.css';
import { stationTitle } from './station-words';
import type { AgreementRead } from './use-agreement';
import { useAgreement } from './use-agreement';

const NOBODY: readonly number[] = [];

/** The reports of one station beside each other, question by question. */
export function ComparisonPage() {
  const { t } = useTranslation();
  const { stationId } = useParams();
  const id = /^\d{1,15}$/.test(stationId ?? '') ? Number(stationId) : -1;
  const { read, pull } = useAgreement(undefined);
  const station = read?.agreement.stations.find(
    ({ pollingStationId }) => pollingStationId === id,
  );
  const reports = useComparedReports(id, station?.observerIds ?? NOBODY);
  const title = read
    ? stationTitle(read.source, id, station?.observerIds[0])
    : t('agreement.title');
  return (
    <>
      <PageHead
        back={
          <BackLink href={paths.agreement()}>{t('agreement.title')}</BackLink>
        }
        title={title}
        asOf={<AsOf freshness={read?.source.coverage} asked={pull.failure} />}
      />
      {!read || (station && !reports) ? <SkeletonRows rows={8} /> : null}
      {read && !station ? (
        <State icon="list" title={t('agreement.notTwo')}>
          {t('agreement.notTwoText')}
        </State>
      ) : null}
      {read && station && reports ? (
        <Comparison
          read={read}
          reports={reports}
          contradictions={new Set(station.contradictions.keys())}
        />
      ) : null}
    </>
  );
}

interface ComparisonProps {
  read: AgreementRead;
  reports: readonly ComparedReport[];
  contradictions: ReadonlySet<number>;
}

function Comparison({ read, reports, contradictions }: ComparisonProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  const [onlyDiffering, setOnlyDiffering] = useState(contradictions.size > 0);
  const rows = [...read.questions.values()].filter(({ id }) =>
    onlyDiffering
      ? contradictions.has(id)
      : reports.some((report) => answerOf(report, id)),
  );
  return (
    <div className={styles.list}>
      <Checkbox
        checked={onlyDiffering}
        onChange={({ currentTarget: { checked } }) => setOnlyDiffering(checked)}
      >
        {t('agreement.onlyDiffering')}
      </Checkbox>
      <div className={styles.scroll}>
        <table className={styles.compared}>
          <caption className="visually-hidden">{t('agreement.title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('agreement.question')}</th>
              {reports.map((report) => (
                <th key={report.key} scope="col">
                  <ReportHead report={report} at={moment} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((question) => (
              <tr key={question.id}>
                <th scope="row">
                  {questionName(question)}{' '}
                  {contradictions.has(question.id) ? (
                    <Badge tone="refused" icon="alert">
                      {t('agreement.differs')}
                    </Badge>
                  ) : null}
                </th>
                {reports.map((report) => (
                  <td key={report.key}>{wordsOf(report, question) ?? '–'}</td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{t('agreement.notes')}</th>
              {reports.map((report) => (
                <td key={report.key}>
                  <Notes report={report} />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface ReportHeadProps {
  report: ComparedReport;
  /** Epoch ms in words. */
  at: (ms: number) => string;
}

/** Whose report it is and when, and the choice of the one that is believed. */
function ReportHead({ report, at }: ReportHeadProps) {
  const { t } = useTranslation();
  const { key, observerId, thread, detail, history } = report;
  const name = thread?.observerName ?? `#${observerId}`;
  const pair = {
    observerId,
    pollingStationId: detail?.pollingStationId ?? thread?.pollingStationId ?? 0,
  };
  const note = t('agreement.believedNote');
  const isBelieved = history.some((mark) => mark.note === note);

  async function handleBelieve() {
    try {
      await markThreads([key], { state: triageStateOf(history), note });
      showToast({ tone: 'done', text: t('agreement.believedSaved', { name }) });
    } catch {
      // Storage is full, closed or forbidden, or an update is about to reload.
      showToast({ tone: 'refused', text: t('common.notSaved') });
    }
  }

  return (
    <>
      <Link href={paths.thread(pair, false)}>{name}</Link>
      {thread?.lastModified === undefined ? null : (
        <span className="small muted"> {at(thread.lastModified)}</span>
      )}
      <br />
      {isBelieved ? (
        <Badge tone="done" icon="done">
          {t('agreement.believed')}
        </Badge>
      ) : (
        <Button small onClick={() => void handleBelieve()}>
          {t('agreement.believe')}
          <span className="visually-hidden">: {name}</span>
        </Button>
      )}
    </>
  );
}

function Notes({ report }: { report: ComparedReport }) {
  const { t } = useTranslation();
  const { detail, observerId } = report;
  const notes = detail?.notes ?? [];
  if (!detail || notes.length === 0) return '–';
  const pictures = notes.flatMap(({ attachments }) => attachments).length;
  const { pollingStationId } = detail;
  return (
    <>
      <ul>
        {notes.map(({ text }, at) => (
          // A note has no id that every server tells.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{text}</li>
        ))}
      </ul>
      {pictures > 0 ? (
        <Link href={paths.thread({ observerId, pollingStationId }, false)}>
          {t('agreement.attachments', { count: pictures })}
        </Link>
      ) : null}
    </>
  );
}

function answerOf({ detail }: ComparedReport, questionId: number) {
  return detail?.answers?.find((answer) => answer.questionId === questionId);
}

/** What was chosen and typed; undefined: nothing. */
function wordsOf(report: ComparedReport, question: Question) {
  const options = answerOf(report, question.id)?.options ?? [];
  if (options.length === 0) return undefined;
  return options
    .map(({ optionId, text, value }) => {
      const option = question.options.find(({ id }) => id === optionId);
      const words = option?.text ?? text;
      return value ? `${words}: ${value}` : words;
    })
    .join('; ');
}
