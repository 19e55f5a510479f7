import { useMemo } from 'react';
import { useParams } from 'react-router-dom';

import { AsOf } from '@/components/as-of';
import { CachedList } from '@/components/cached-list';
import { useFormsPull } from '@/data/forms/forms';
import type { Question } from '@/domain/forms/form';
import { figuresOfQuestion } from '@/domain/questions/figures';
import { Button } from '@/ui/button';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';
import { BackLink } from '@/ui/layout/back-link';
import { PageHead } from '@/ui/layout/page-head';
import { Panel } from '@/ui/layout/panel';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { saveQuestionPicture } from './question-picture';
import { QuestionFilter } from './question-filter';
import { QuestionHours } from './question-hours';
import { QuestionMap } from './question-map';
import { QuestionNumbers } from './question-numbers';
import { QuestionTable } from './question-table';
import { questionName, useResponseWords } from './question-words';
import { sidesOf } from './sides';
import styles from './questions.module.css';
import { MissingNote, NothingReadable, useReadable } from './readable-note';
import { useFormChoice } from './use-form-choice';
import type { QuestionQuery } from './use-question-query';
import { questionsHref, useQuestionQuery } from './use-question-query';
import type { QuestionSource } from './use-question-source';
import { useQuestionSource } from './use-question-source';

/** One question: its options, county by county, hour by hour, and the numbers typed. */
export function QuestionPage() {
  const { t } = useTranslation();
  const { formId, questionId } = useParams();
  const asked = useQuestionQuery();
  const query = useMemo(
    () => ({ ...asked, formId: idOf(formId) }),
    [asked, formId],
  );
  const { source } = useQuestionSource(query);
  const pull = useFormsPull();
  const choice = useFormChoice(source, query.formId);
  const question = choice?.body?.sections
    .flatMap(({ questions }) => questions)
    .find(({ id }) => id === idOf(questionId));
  return (
    <>
      <PageHead
        back={
          <BackLink href={questionsHref(query)}>
            {t('questions.title')}
          </BackLink>
        }
        title={question ? questionName(question) : t('questions.title')}
        asOf={<AsOf freshness={source?.coverage} asked={pull.failure} />}
      />
      <CachedList
        rows={source?.forms.forms}
        freshness={source?.forms}
        pull={pull}
        failedTitle={t('questions.failed')}
        empty={<State icon="list" title={t('questions.noForms')} />}
      >
        {() => {
          if (!source) return null;
          if (question) {
            return <One source={source} query={query} question={question} />;
          }
          return choice && !choice.body ? (
            <SkeletonRows rows={8} />
          ) : (
            <State icon="list" title={t('questions.unknown')} />
          );
        }}
      </CachedList>
    </>
  );
}

function idOf(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : -1;
}

interface OneProps {
  source: QuestionSource;
  query: QuestionQuery;
  question: Question;
}

function One({ source, query, question }: OneProps) {
  const { t, i18n } = useTranslation();
  const { packed, coverage, filter, versus, plan } = source;
  const isSample = plan?.isDeclared === true;
  const { figures, other } = useMemo(() => {
    const freeText = new Set(
      question.options.filter((each) => each.isFreeText).map(({ id }) => id),
    );
    const count = (by: typeof filter) =>
      figuresOfQuestion(
        packed.blocks,
        coverage.reports,
        by,
        question.id,
        freeText,
      );
    return { figures: count(filter), other: versus && count(versus) };
  }, [packed, coverage, filter, versus, question]);
  const readable = useReadable(source, figures);
  const response = useResponseWords(plan, figures.stations);
  const name = questionName(question);
  const shown = sidesOf(source, query, t, figures, other);
  if (!readable) return null;
  return (
    <>
      <QuestionFilter query={query} questionId={question.id} source={source} />
      {readable.isNone ? (
        <NothingReadable coverage={readable} />
      ) : (
        <div className={styles.list}>
          <p className={readable.isWhole ? 'muted' : 'strong'}>
            {readable.isWhole ? (
              readable.words
            ) : (
              <MissingNote coverage={readable} />
            )}
          </p>
          {response === undefined ? null : <p>{response}</p>}
          <Panel className={styles.panel} aria-label={name}>
            <QuestionTable
              question={question}
              sides={shown}
              isSample={isSample}
              caption={name}
            />
            <div>
              <Button
                icon="download"
                onClick={({ currentTarget }) =>
                  void saveQuestionPicture({
                    question,
                    sides: shown,
                    words: readable.words,
                    from: currentTarget.closest('section') ?? currentTarget,
                    t,
                    locale: i18n.language,
                  }).catch(() =>
                    showToast({
                      tone: 'refused',
                      text: t('questions.pictureFailed'),
                    }),
                  )
                }
              >
                {t('questions.savePicture')}
              </Button>
            </div>
          </Panel>
          {figures.numbers ? (
            <QuestionNumbers numbers={figures.numbers} />
          ) : null}
          {query.county === undefined ? (
            <QuestionMap
              question={question}
              figures={figures}
              counties={coverage.counties}
              query={query}
            />
          ) : null}
          <QuestionHours hours={figures.hours} />
        </div>
      )}
    </>
  );
}
