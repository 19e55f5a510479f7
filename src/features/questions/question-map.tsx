import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

import type { Level } from '@/components/map/county-shapes';
import {
  CountyShapes,
  LevelLegend,
  LEVELS,
} from '@/components/map/county-shapes';
import { useMap } from '@/components/map/use-map';
import type { County } from '@/domain/county';
import type { Question } from '@/domain/forms/form';
import type { OneFigures } from '@/domain/questions/figures';
import { InlineField, NativeSelect } from '@/ui/field/field';
import { formatNumber } from '@/ui/format';
import { Panel } from '@/ui/layout/panel';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import { formatPercent } from './format-percent';
import { agreeing, optionLines } from './option-lines';
import styles from './questions.module.css';
import type { QuestionQuery } from './use-question-query';
import { questionsHref } from './use-question-query';

interface QuestionMapProps {
  question: Question;
  figures: OneFigures;
  counties: readonly County[];
  query: QuestionQuery;
}

/** Where each level ends; the legend says the same in words. */
const BELOW = [Number.MIN_VALUE, 0.1, 0.25, 0.5];

function levelOf(share: number | undefined): Level | undefined {
  return share === undefined
    ? undefined
    : LEVELS.find((level) => share < (BELOW[level] ?? Infinity));
}

/** The share of one option in each county: a map, and the table of it. */
export function QuestionMap(props: QuestionMapProps) {
  const { question, figures, counties, query } = props;
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const map = useMap();
  const lines = optionLines(question, figures);
  const flagged = lines.find(({ option }) => option?.flagged) ?? lines[0];
  const [chosen, setChosen] = useState(flagged?.optionId);
  const optionId = lines.some((line) => line.optionId === chosen)
    ? chosen
    : flagged?.optionId;
  if (optionId === undefined) return null;

  const shareOf = (code: string) => {
    const county = figures.counties.get(code);
    const size = county ? agreeing(county) : 0;
    const hits = county?.options.get(optionId)?.stations ?? 0;
    return size > 0 ? hits / size : undefined;
  };
  const words = (share: number | undefined) =>
    share === undefined ? '–' : formatPercent(share, i18n.language);
  const nameOf = (code: string) =>
    counties.find((county) => county.code === code)?.name ??
    (code === '' ? t('coverage.noCounty') : code);
  const codes = [
    ...counties.map(({ code }) => code),
    ...[...figures.counties.keys()].filter(
      (code) => !counties.some((county) => county.code === code),
    ),
  ].filter((code) => figures.counties.has(code));

  return (
    <Panel className={styles.panel} aria-labelledby="by-county">
      <div className={styles.facts}>
        <h2 id="by-county">{t('questions.byCounty')}</h2>
        <InlineField label={t('questions.option')}>
          <NativeSelect
            value={optionId}
            onChange={({ currentTarget: { value } }) =>
              setChosen(Number(value))
            }
          >
            {lines.map((line) => (
              <option key={line.optionId} value={line.optionId}>
                {line.option?.text ?? t('questions.lostOption')}
              </option>
            ))}
          </NativeSelect>
        </InlineField>
      </div>
      <div className={styles.parts}>
        {map ? (
          <div>
            <CountyShapes
              map={map}
              levelOf={(code) => levelOf(shareOf(code))}
              hintOf={(code) => `${nameOf(code)}: ${words(shareOf(code))}`}
              onChoose={(county) =>
                void navigate(questionsHref({ ...query, county }, question.id))
              }
            />
            <LevelLegend
              label={t('coverage.map.legend')}
              wordsOf={(level) =>
                level === undefined
                  ? t('coverage.map.unknown')
                  : t(`questions.levels.${level}`)
              }
            />
          </div>
        ) : null}
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption className="visually-hidden">
              {t('questions.byCounty')}
            </caption>
            <thead>
              <tr>
                <th scope="col" className={styles.name}>
                  {t('questions.filter.county')}
                </th>
                <th scope="col">{t('questions.stations')}</th>
                <th scope="col">{t('questions.share')}</th>
                <th scope="col">{t('questions.contradicting')}</th>
              </tr>
            </thead>
            <tbody>
              {codes.map((code) => {
                const county = figures.counties.get(code);
                const hits = county?.options.get(optionId)?.stations ?? 0;
                return (
                  <tr key={code}>
                    <th scope="row" className={styles.name}>
                      <Link
                        href={questionsHref(
                          { ...query, county: code },
                          question.id,
                        )}
                      >
                        {nameOf(code)}
                      </Link>
                    </th>
                    <td>
                      {t('questions.hitsOf', {
                        hits: formatNumber(hits, i18n.language),
                        size: formatNumber(
                          county ? agreeing(county) : 0,
                          i18n.language,
                        ),
                      })}
                    </td>
                    <td>{words(shareOf(code))}</td>
                    <td>
                      {formatNumber(county?.contradicting ?? 0, i18n.language)}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </div>
    </Panel>
  );
}
