import type { AllFigures } from '@/domain/questions/figures';
import { paths } from '@/paths';
import { State } from '@/ui/feedback/state';
import { formatNumber } from '@/ui/format';
import { Link } from '@/ui/link';
import { useTranslation } from '@/ui/texts';

import type { QuestionSource } from './use-question-source';

/** From how many reports the figures are, of how many there are. */
export interface ReadableShare {
  words: string;
  isWhole: boolean;
  /** No report can be read here, and the server has some: nothing may be said. */
  isNone: boolean;
}

/** Undefined until the figures are there. */
export function useReadable(
  source: QuestionSource | undefined,
  figures: Pick<AllFigures, 'readable' | 'total'> | undefined,
): ReadableShare | undefined {
  const { t, i18n } = useTranslation();
  if (!source || !figures) return undefined;
  const { readable, total } = figures;
  const isWhole =
    source.packed.arePacked &&
    source.coverage.areAllCounted &&
    readable >= total;
  const words = t('questions.readable', {
    count: readable,
    formatted: formatNumber(readable, i18n.language),
    total: formatNumber(Math.max(readable, total), i18n.language),
  });
  return { words, isWhole, isNone: readable === 0 && !isWhole };
}

/** What is missing, and where it can be downloaded. */
export function MissingNote({ coverage }: { coverage: ReadableShare }) {
  const { t } = useTranslation();
  return (
    <>
      {coverage.words}{' '}
      <Link href={paths.outbox}>{t('questions.downloads')}</Link>
    </>
  );
}

/** In the place of noughts that would say that nobody answered. */
export function NothingReadable({ coverage }: { coverage: ReadableShare }) {
  const { t } = useTranslation();
  return (
    <State icon="download" title={t('questions.nothingReadable')}>
      <MissingNote coverage={coverage} />
    </State>
  );
}
