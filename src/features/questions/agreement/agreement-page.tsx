import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';

import { AsOf } from '@/components/as-of';
import { atOnce } from '@/components/at-once';
import { CachedList } from '@/components/cached-list';
import { useFormsPull } from '@/data/forms/forms';
import type { ComparedStation } from '@/domain/questions/agreement';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { InlineField, NativeSelect } from '@/ui/field/field';
import { FilterBar } from '@/ui/field/filter-bar';
import { Segments } from '@/ui/field/segments';
import { formatNumber } from '@/ui/format';
import { BackLink } from '@/ui/layout/back-link';
import { PageHead } from '@/ui/layout/page-head';
import { Link } from '@/ui/link';
import type { Column } from '@/ui/table/data-table';
import { DataTable } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, useMedia } from '@/ui/use-media';

import { formatPercent } from '@/features/questions/format-percent';
import { questionName } from '@/features/questions/question-words';
import {
  MissingNote,
  NothingReadable,
  useReadable,
} from '@/features/questions/readable-note';
import { exportAgreement } from './export-agreement';
import { stationTitle } from './station-words';
import type { AgreementRead } from './use-agreement';
import { useAgreement } from './use-agreement';

/** No county has this code. */
const ALL = '*';

/** The address with these choices. */
function hrefOf(by: 'station' | 'question', county: string | undefined) {
  const params = new URLSearchParams();
  if (by === 'question') params.set('by', by);
  if (county !== undefined) params.set('county', county);
  return paths.agreement(String(params));
}

/**
 * Stations whose observers contradict each other, and questions that observers
 * understand differently.
 */
export function AgreementPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const county = params.get('county') ?? undefined;
  const by = params.get('by') === 'question' ? 'question' : 'station';
  const { read } = useAgreement(county);
  const pull = useFormsPull();
  const source = read?.source;
  const readable = useReadable(
    source,
    read && { readable: read.agreement.readable, total: read.total },
  );
  return (
    <div className="fill">
      <PageHead
        back={
          <BackLink href={paths.statistics}>{t('statistics.title')}</BackLink>
        }
        title={t('agreement.title')}
        asOf={<AsOf freshness={source?.coverage} asked={pull.failure} />}
      >
        <Segments
          label={t('agreement.views')}
          items={(['station', 'question'] as const).map((each) => ({
            label: t(`agreement.by.${each}`),
            href: hrefOf(each, county),
            current: each === by,
          }))}
        />
        {read ? (
          <Button icon="download" onClick={() => exportAgreement(read, t)}>
            {t('questions.exportCsv')}
          </Button>
        ) : null}
      </PageHead>
      <FilterBar
        aria-label={t('questions.filter.name')}
        onSubmit={(event) => event.preventDefault()}
      >
        <InlineField label={t('questions.filter.county')}>
          <NativeSelect
            value={county ?? ALL}
            onChange={({ currentTarget: { value } }) =>
              void navigate(hrefOf(by, value === ALL ? undefined : value), {
                ...atOnce,
                replace: true,
              })
            }
          >
            <option value={ALL}>{t('coverage.all')}</option>
            {source?.coverage.counties.map(({ id, code, name }) => (
              <option key={id} value={code}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </InlineField>
      </FilterBar>
      <CachedList
        rows={source?.forms.forms}
        freshness={source?.forms}
        pull={pull}
        failedTitle={t('questions.failed')}
        empty={<State icon="list" title={t('questions.noForms')} />}
        partly={
          readable && !readable.isWhole && !readable.isNone ? (
            <MissingNote coverage={readable} />
          ) : undefined
        }
      >
        {() => {
          if (!read || !readable) return null;
          if (readable.isNone) return <NothingReadable coverage={readable} />;
          return by === 'station' ? (
            <ByStation read={read} isWhole={readable.isWhole} />
          ) : (
            <ByQuestion read={read} />
          );
        }}
      </CachedList>
    </div>
  );
}

interface ByStationProps {
  read: AgreementRead;
  isWhole: boolean;
}

function ByStation({ read, isWhole }: ByStationProps) {
  const { t } = useTranslation();
  const columns = useStationColumns(read);
  const { stations } = read.agreement;
  if (stations.length === 0) {
    return (
      <State
        icon="done"
        title={t(isWhole ? 'agreement.none' : 'agreement.noneYet')}
      />
    );
  }
  return (
    <DataTable
      caption={t('agreement.by.station')}
      columns={columns}
      rows={stations}
      rowKey={({ pollingStationId }) => String(pollingStationId)}
    />
  );
}

function useStationColumns({
  source,
}: AgreementRead): Column<ComparedStation>[] {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatNumber(value, i18n.language);
  return [
    {
      key: 'station',
      header: t('agreement.station'),
      rowHeader: true,
      cell: ({ pollingStationId, observerIds }) => (
        <Link href={paths.comparison(pollingStationId)}>
          {stationTitle(source, pollingStationId, observerIds[0])}
        </Link>
      ),
    },
    {
      key: 'observers',
      header: t('agreement.reports'),
      end: true,
      cell: ({ observerIds }) => number(observerIds.length),
    },
    {
      key: 'flagged',
      header: t('agreement.flagged'),
      end: true,
      cell: ({ flagged }) => number(flagged),
    },
    {
      key: 'contradictions',
      header: t('agreement.contradictions'),
      end: true,
      cell: ({ contradictions }) => number(contradictions.size),
    },
  ];
}

function ByQuestion({ read }: { read: AgreementRead }) {
  const { t, i18n } = useTranslation();
  const isPhone = useMedia(PHONE);
  const rows = useMemo(() => questionLines(read), [read]);
  const number = (value: number) => formatNumber(value, i18n.language);
  const columns: Column<QuestionLine>[] = [
    {
      key: 'question',
      header: t('agreement.question'),
      rowHeader: true,
      wraps: true,
      cell: ({ name }) => name,
    },
    {
      key: 'compared',
      header: t('agreement.compared'),
      end: true,
      cell: ({ compared }) => number(compared),
    },
    {
      key: 'differing',
      header: t('agreement.differing'),
      end: true,
      cell: ({ compared, agreed }) => number(compared - agreed),
    },
    {
      key: 'share',
      header: t('agreement.share'),
      end: true,
      cell: ({ compared, agreed }) =>
        formatPercent(agreed / compared, i18n.language),
    },
  ];
  if (rows.length === 0) {
    return <State icon="list" title={t('agreement.noneYet')} />;
  }
  return (
    <DataTable
      caption={t('agreement.by.question')}
      // A phone has no room for what the share says, too.
      columns={columns.filter(({ key }) => !isPhone || key !== 'differing')}
      rows={rows}
      rowKey={({ id }) => String(id)}
    />
  );
}

interface QuestionLine {
  id: number;
  name: string;
  compared: number;
  agreed: number;
}

/** Questions that two observers of a station answered, the least agreed first. */
function questionLines({ agreement, questions }: AgreementRead) {
  return [...questions.values()]
    .flatMap((question): QuestionLine[] => {
      const counted = agreement.questions.get(question.id);
      const { id } = question;
      return counted ? [{ id, name: questionName(question), ...counted }] : [];
    })
    .toSorted(
      (one, other) =>
        one.agreed / one.compared - other.agreed / other.compared ||
        other.compared - one.compared,
    );
}
