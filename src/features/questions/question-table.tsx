import type { Question } from '@/domain/forms/form';
import type { QuestionFigures } from '@/domain/questions/figures';
import { wilson } from '@/domain/questions/interval';
import { Icon } from '@/ui/icon';
import { Link } from '@/ui/link';
import { formatNumber } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import { formatPercent } from './format-percent';
import type { OptionLine } from './option-lines';
import { agreeing, optionLines } from './option-lines';
import styles from './questions.module.css';

/** Figures of one county, or of all, under its name. */
export interface QuestionSide {
  name: string;
  figures: QuestionFigures;
  /** The list of the reports that chose an option; undefined where no list shows these alone. */
  hrefOf: ((optionId: number, isFlagged: boolean) => string) | undefined;
}

interface QuestionTableProps {
  question: Question;
  /** One, or two that are compared. */
  sides: readonly QuestionSide[];
  /** The figures are those of a random sample of stations. */
  isSample: boolean;
  /** Name of the table, for screen readers. */
  caption: string;
}

/** The options of a question: stations with bars and shares, and reports. */
export function QuestionTable(props: QuestionTableProps) {
  const { question, sides, isSample, caption } = props;
  const { t, i18n } = useTranslation();
  const lines = sides.map(({ figures }) => optionLines(question, figures));
  const isCompared = sides.length > 1;
  const number = (value: number) => formatNumber(value, i18n.language);
  // An option that only one side knows stands in both.
  const optionIds = [...new Set(lines.flat().map(({ optionId }) => optionId))];
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          {isCompared ? (
            <tr>
              <th scope="col" rowSpan={2} className={styles.name}>
                {t('questions.option')}
              </th>
              {sides.map(({ name }) => (
                <th key={name} scope="colgroup" colSpan={3}>
                  {name}
                </th>
              ))}
            </tr>
          ) : null}
          <tr>
            {isCompared ? null : (
              <th scope="col" className={styles.name}>
                {t('questions.option')}
              </th>
            )}
            {sides.map(({ name }) => (
              <Heads key={name} />
            ))}
          </tr>
        </thead>
        <tbody>
          {optionIds.map((optionId) => {
            const given = lines.map((each) =>
              each.find((line) => line.optionId === optionId),
            );
            const option = given.find((line) => line?.option)?.option;
            return (
              <tr key={optionId}>
                <th scope="row" className={styles.name}>
                  {option?.flagged ? (
                    <Icon name="flag" small label={t('questions.flagged')} />
                  ) : null}
                  {option?.text ?? t('questions.lostOption')}
                </th>
                {sides.map(({ name, figures, hrefOf }, at) => (
                  <Cells
                    key={name}
                    line={given[at]}
                    size={agreeing(figures)}
                    isFlagged={option?.flagged === true}
                    isSample={isSample}
                    href={hrefOf?.(optionId, option?.flagged === true)}
                    of={option?.text ?? t('questions.lostOption')}
                  />
                ))}
              </tr>
            );
          })}
          <tr>
            <th scope="row" className={styles.name}>
              {t('questions.contradicting')}
            </th>
            {sides.map(({ name, figures }) => (
              <RestCells key={name} figure={number(figures.contradicting)} />
            ))}
          </tr>
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={styles.name}>
              {t('questions.answered')}
            </th>
            {sides.map(({ name, figures }) => (
              <RestCells
                key={name}
                figure={number(figures.stations)}
                reports={number(figures.reports)}
              />
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function Heads() {
  const { t } = useTranslation();
  return (
    <>
      <th scope="col">{t('questions.stations')}</th>
      <th scope="col">{t('questions.share')}</th>
      <th scope="col">{t('questions.reports')}</th>
    </>
  );
}

interface CellsProps {
  line: OptionLine | undefined;
  size: number;
  isFlagged: boolean;
  isSample: boolean;
  href: string | undefined;
  /** What the figures are of, in words. */
  of: string;
}

function Cells({ line, size, isFlagged, isSample, href, of }: CellsProps) {
  const { t, i18n } = useTranslation();
  const { stations = 0, reports = 0, share } = line ?? {};
  const percent = (value: number) => formatPercent(value, i18n.language);
  const interval = isSample ? wilson(stations, size) : undefined;
  const count = formatNumber(reports, i18n.language);
  return (
    <>
      <td>{formatNumber(stations, i18n.language)}</td>
      <td className={styles.share}>
        <span className={styles.track} aria-hidden="true">
          <span
            className={styles.fill}
            data-flagged={isFlagged}
            style={{ width: `${100 * (share ?? 0)}%` }}
          />
        </span>
        <span>
          {share === undefined ? '–' : percent(share)}
          {interval ? (
            <span className="small muted">
              {' '}
              {t('questions.interval', {
                low: percent(interval.low),
                high: percent(interval.high),
              })}
            </span>
          ) : null}
        </span>
      </td>
      <td>
        {href === undefined || reports === 0 ? (
          count
        ) : (
          <Link
            href={href}
            aria-label={t('questions.openReports', { count: reports, of })}
          >
            {count}
          </Link>
        )}
      </td>
    </>
  );
}

function RestCells({
  figure,
  reports = '–',
}: {
  figure: string;
  reports?: string;
}) {
  return (
    <>
      <td>{figure}</td>
      <td colSpan={2}>{reports}</td>
    </>
  );
}
