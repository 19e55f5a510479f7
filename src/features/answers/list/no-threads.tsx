import type { TFunction } from 'i18next';

import { useCounties } from '@/data/counties/counties';
import type { PublishedForms } from '@/data/forms/forms';
import { usePublishedForms } from '@/data/forms/forms';
import type { ThreadPage } from '@/data/threads/threads';
import type { County } from '@/domain/county';
import type { ThreadList } from '@/domain/answers/thread';
import { isServerFilter } from '@/domain/answers/thread';
import { Button } from '@/ui/button';
import { formatNumber } from '@/ui/format';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

import type { FilterField, FilterFields } from './filter-fields';
import {
  checkFields,
  FILTER_FIELDS,
  isMore,
  isSwitch,
  noFilter,
} from './filter-fields';
import { moreWord } from './filter-words';
import { useMoment } from '@/components/use-moment';

interface NoThreadsProps {
  list: ThreadList;
  /** In force; the empty ones are not mentioned. */
  fields: FilterFields;
  page: ThreadPage;
  /** Threads of the list without a filter, as the server told last. */
  total: number | undefined;
  onFilter: (fields: FilterFields) => void;
  onFirstPage: () => void;
}

/**
 * What there is none of, and who says so: the server, or only the cache
 * (docs/product.md). Names the filter and offers to clear it.
 */
export function NoThreads(props: NoThreadsProps) {
  const { list, fields, page, total, onFilter, onFirstPage } = props;
  const { t, i18n } = useTranslation();
  const counties = useCounties() ?? [];
  const published = usePublishedForms();
  const locale = i18n.language;
  const moment = useMoment();
  const set = applied(fields);
  const what = set
    .map((name) =>
      t(WORDS[name] ?? 'answers.more.word', {
        field: isMore(name) ? t(`answers.more.${name}`) : '',
        value: wordOf(name, fields, counties, published, t),
      }),
    )
    .join(', ');

  if (page.total > 0) {
    return (
      <State
        icon="device"
        title={t('answers.none.pageNotHere')}
        actions={
          <Button small onClick={onFirstPage}>
            {t('common.pagination.first')}
          </Button>
        }
      >
        {page.cacheShare
          ? t('answers.list.cachedShare', {
              cached: formatNumber(page.cacheShare.cached, locale),
              total: formatNumber(page.cacheShare.total, locale),
            })
          : null}
      </State>
    );
  }

  return (
    <State
      icon={set.length === 0 ? 'done' : 'filter'}
      title={
        page.source === 'cache'
          ? t('answers.none.cachedFor', { what })
          : titleOf(list, what, t)
      }
      actions={
        set.length === 0 ? undefined : (
          <>
            {set.map((name) => (
              <Button
                key={name}
                small
                onClick={() => onFilter({ ...fields, [name]: '' })}
              >
                {t(CLEAR[name] ?? 'answers.more.without', {
                  field: isMore(name) ? t(`answers.more.${name}`) : '',
                  value: isSwitch(name)
                    ? ''
                    : wordOf(name, fields, counties, published, t),
                })}
              </Button>
            ))}
            {set.length > 1 ? (
              <Button small onClick={() => onFilter(noFilter)}>
                {t('answers.none.clearAll')}
              </Button>
            ) : null}
          </>
        )
      }
    >
      {page.unchecked === undefined
        ? null
        : `${t('answers.more.unchecked', { count: page.unchecked })} `}
      {page.source === 'cache'
        ? t('answers.none.amongCached', {
            count: page.cacheShare?.cached ?? total ?? 0,
          })
        : saidByServer()}
      {page.source === 'cache' && isServerFilter(checkFields(fields).filter)
        ? ` ${t('answers.none.notAnswered')}`
        : null}
    </State>
  );

  function saidByServer() {
    const said = t('answers.none.serverSaid', {
      time: moment(page.asOf ?? 0),
    });
    if (set.length === 0 || total === undefined) return said;
    const key =
      list === 'urgent'
        ? 'answers.none.withoutFilterUrgent'
        : 'answers.none.withoutFilterAll';
    return `${said} ${t(key, { count: total })}`;
  }
}

const WORDS: Partial<Record<FilterField, string>> = {
  county: 'answers.none.county',
  pollingStationNumber: 'answers.none.station',
  phoneObserver: 'answers.none.phone',
  from: 'answers.none.from',
  to: 'answers.none.to',
  triage: 'answers.none.triage',
};

const CLEAR: Partial<Record<FilterField, string>> = {
  county: 'answers.none.clearCounty',
  pollingStationNumber: 'answers.none.clearStation',
  phoneObserver: 'answers.none.clearPhone',
  from: 'answers.none.clearFrom',
  to: 'answers.none.clearTo',
  triage: 'answers.none.clearTriage',
};

/** The fields that the list was asked with: wrong ones are not applied. */
function applied(fields: FilterFields): FilterField[] {
  const { errors } = checkFields(fields);
  return FILTER_FIELDS.filter(
    (name) => fields[name].trim() !== '' && errors[name] === undefined,
  );
}

function wordOf(
  name: FilterField,
  fields: FilterFields,
  counties: readonly County[],
  published: PublishedForms | undefined,
  t: TFunction,
): string {
  const value = fields[name].trim();
  if (isMore(name)) return moreWord(value, name, published, t);
  if (name === 'triage') return t(`answers.triage.state.${value}`);
  return name === 'county'
    ? (counties.find(({ code }) => code === value)?.name ?? value)
    : value;
}

function titleOf(list: ThreadList, what: string, t: TFunction): string {
  if (what === '') {
    return list === 'urgent' ? t('answers.none.urgent') : t('answers.none.all');
  }
  return list === 'urgent'
    ? t('answers.none.urgentFor', { what })
    : t('answers.none.allFor', { what });
}
