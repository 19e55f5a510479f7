import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';

import { AsOf } from '@/components/as-of';
import { atOnce } from '@/components/at-once';
import { CachedList } from '@/components/cached-list';
import { useFormsPull } from '@/data/forms/forms';
import type { AllFigures } from '@/domain/questions/figures';
import { figuresOf } from '@/domain/questions/figures';
import { paths } from '@/paths';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { NativeSelect } from '@/ui/field/field';
import { BackLink } from '@/ui/layout/back-link';
import { PageHead } from '@/ui/layout/page-head';
import { Panel } from '@/ui/layout/panel';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import { exportQuestions } from './export-questions';
import { figuresFor } from './option-lines';
import { QuestionFilter } from './question-filter';
import { questionName } from './question-words';
import type { QuestionSide } from './question-table';
import { QuestionTable } from './question-table';
import styles from './questions.module.css';
import { MissingNote, NothingReadable, useReadable } from './readable-note';
import type { FormChoice } from './use-form-choice';
import { useFormChoice } from './use-form-choice';
import { questionsHref, useQuestionQuery } from './use-question-query';
import type { QuestionSource } from './use-question-source';
import { useQuestionSource } from './use-question-source';
import { sidesOf } from './sides';

/** What was answered to each question of a form: stations, reports and shares. */
export function QuestionsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuestionQuery();
  const { source } = useQuestionSource(query);
  const pull = useFormsPull();
  const choice = useFormChoice(source, query.formId);
  const counted = useMemo(() => source && countAll(source), [source]);
  const figures = counted?.figures;
  const readable = useReadable(source, figures);
  const forms = source?.forms.forms;
  return (
    <>
      <PageHead
        back={
          <BackLink href={paths.statistics}>{t('statistics.title')}</BackLink>
        }
        title={t('questions.title')}
        asOf={<AsOf freshness={source?.coverage} asked={pull.failure} />}
      >
        {forms && forms.length > 1 ? (
          <NativeSelect
            aria-label={t('questions.form')}
            value={choice?.form.id ?? ''}
            onChange={({ currentTarget: { value } }) =>
              void navigate(
                questionsHref({ ...query, formId: Number(value) }),
                {
                  ...atOnce,
                  replace: true,
                },
              )
            }
          >
            {choice ? null : <option value="">{t('questions.noForm')}</option>}
            {forms.map(({ id, code, description }) => (
              <option key={id} value={id}>
                {code} {description}
              </option>
            ))}
          </NativeSelect>
        ) : null}
        {source && figures && choice?.body ? (
          <Button
            icon="download"
            onClick={() =>
              exportQuestions(
                { form: choice.form, sections: choice.body?.sections ?? [] },
                figures,
                source.plan?.isDeclared === true,
                t,
              )
            }
          >
            {t('questions.exportCsv')}
          </Button>
        ) : null}
      </PageHead>
      {source ? <QuestionFilter query={query} source={source} /> : null}
      <CachedList
        rows={forms}
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
          if (!source || !counted || !readable) return null;
          if (!choice) {
            return <State icon="list" title={t('questions.noForm')} />;
          }
          if (readable.isNone) return <NothingReadable coverage={readable} />;
          return (
            <Questions
              source={source}
              counted={counted}
              choice={choice}
              words={readable.isWhole ? readable.words : undefined}
            />
          );
        }}
      </CachedList>
    </>
  );
}

/** What was chosen, and the county that it is compared with. */
interface Counted {
  figures: AllFigures;
  versus: AllFigures | undefined;
}

function countAll({
  packed,
  coverage,
  filter,
  versus,
}: QuestionSource): Counted {
  const count = (by: typeof filter) =>
    figuresOf(packed.blocks, coverage.reports, by);
  return { figures: count(filter), versus: versus && count(versus) };
}

interface QuestionsProps {
  source: QuestionSource;
  counted: Counted;
  choice: FormChoice;
  /** From how many reports, where nothing above says so. */
  words: string | undefined;
}

function Questions({ source, counted, choice, words }: QuestionsProps) {
  const { t } = useTranslation();
  const query = useQuestionQuery();
  const { figures, versus } = counted;
  const { form, body } = choice;
  if (!body) return <SkeletonRows rows={8} />;
  return (
    <>
      {words === undefined ? null : (
        <p className={classNames(styles.notes, 'muted')}>{words}</p>
      )}
      {source.plan?.isDeclared ? (
        <p className={styles.notes}>
          {t('questions.sampleNote', { count: source.plan.stations.size })}
        </p>
      ) : null}
      {body.sections.map((section) => (
        <section key={section.id} className={styles.list}>
          <h2>{section.description || section.code}</h2>
          {section.questions.map((question) => (
            <QuestionPanel
              key={question.id}
              question={question}
              sides={sidesOf(
                source,
                query,
                t,
                figuresFor(figures.questions, question),
                versus && figuresFor(versus.questions, question),
              )}
              isSample={source.plan?.isDeclared === true}
              href={questionsHref({ ...query, formId: form.id }, question.id)}
            />
          ))}
        </section>
      ))}
      {body.sections.length === 0 ? (
        <State icon="list" title={t('questions.noQuestions')} />
      ) : null}
    </>
  );
}

interface QuestionPanelProps {
  question: Parameters<typeof QuestionTable>[0]['question'];
  sides: readonly QuestionSide[];
  isSample: boolean;
  href: string;
}

function QuestionPanel({
  question,
  sides,
  isSample,
  href,
}: QuestionPanelProps) {
  const name = questionName(question);
  return (
    <Panel className={styles.panel} aria-label={name}>
      <h3>
        <Link href={href}>{name}</Link>
      </h3>
      <QuestionTable
        question={question}
        sides={sides}
        isSample={isSample}
        caption={name}
      />
    </Panel>
  );
}
